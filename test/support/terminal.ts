import { PassThrough, type Readable } from 'node:stream';

/** Types the next text as soon as a question appears. */
export function typed(...texts: string[]): Readable {
  const stdin = new PassThrough();
  const left = [...texts];
  // The line editor listens first and drops all keys until the question listens, too.
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
