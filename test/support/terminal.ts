import { PassThrough, type Readable } from 'node:stream';

/** A terminal at which each text is typed as soon as there is a question. */
export function typed(...texts: string[]): Readable {
  const stdin = new PassThrough();
  const left = [...texts];
  // The line editor listens first, then the question: it drops what was typed before.
  stdin.on('newListener', (event) => {
    if (event !== 'keypress' || stdin.listenerCount('keypress') !== 2) return;
    setImmediate(() => stdin.write(left.shift() ?? ''));
  });
  return stdin;
}

/** The text on the screen, without colours and moves of the cursor. */
export function seen(text: string): string {
  return text.replace(/\u001b\[[\d;?]*[A-Za-z]/g, '');
}
