import { PassThrough, type Readable } from 'node:stream';

/** Types the next text as soon as a question appears, and all texts of a list one after the other. */
export function scriptedStdin(...texts: (string | string[])[]): Readable {
  const stdin = new PassThrough();
  const left = texts.map((text) => [text].flat());
  // The line editor listens first and drops all keys until the question listens, too.
  stdin.on('newListener', (event) => {
    if (event !== 'keypress' || stdin.listenerCount('keypress') !== 3) return;
    void type(left.shift() ?? []);
  });
  const type = async (parts: string[]) => {
    for (const part of parts) {
      // While the question judges the part before, one more listener drops what is typed.
      do await new Promise((resolve) => setImmediate(resolve));
      while (stdin.listenerCount('keypress') > 4);
      stdin.write(part);
    }
  };
  return stdin;
}

/** The text on the screen, without colours and moves of the cursor. */
export function stripAnsi(text: string): string {
  return text.replace(/\u001b\[[\d;?]*[A-Za-z]/g, '');
}
