import { PassThrough, type Readable } from 'node:stream';

/** Types the next text as soon as a question appears, and all texts of a list one after the other. */
export function typed(...texts: (string | string[])[]): Readable {
  const stdin = new PassThrough();
  const left = texts.map((text) => [text].flat());
  // The line editor listens first and drops all keys until the question listens, too.
  stdin.on('newListener', (event) => {
    if (event !== 'keypress' || stdin.listenerCount('keypress') !== 3) return;
    void type(left.shift() ?? []);
  });
  const type = async (parts: string[]) => {
    for (const part of parts) {
      // Until then the question has judged the part before.
      await new Promise((resolve) => setImmediate(resolve));
      stdin.write(part);
    }
  };
  return stdin;
}

/** The text on the screen, without colours and moves of the cursor. */
export function seen(text: string): string {
  return text.replace(/\u001b\[[\d;?]*[A-Za-z]/g, '');
}
