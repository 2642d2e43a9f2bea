import { spawnSync } from 'node:child_process';
import { PassThrough, type Readable } from 'node:stream';

/** True if util-linux's `script` is there, which runs a command on a terminal. */
export const hasScript = spawnSync('script', ['--version']).status === 0;

/** Types the next text at each prompt; the parts of an array are typed one after the other. */
export function scriptedStdin(...texts: (string | string[])[]): Readable {
  const stdin = new PassThrough();
  const remaining = texts.map((text) => [text].flat());
  // Wait for the prompt's listener: readline attaches its own first and drops earlier keys.
  stdin.on('newListener', (event) => {
    if (event !== 'keypress' || stdin.listenerCount('keypress') !== 3) return;
    void type(remaining.shift() ?? []);
  });
  const type = async (parts: string[]) => {
    for (const part of parts) {
      // An extra listener discards input while the prompt validates the previous part.
      do await new Promise((resolve) => setImmediate(resolve));
      while (stdin.listenerCount('keypress') > 4);
      stdin.write(part);
    }
  };
  return stdin;
}

/** Strips colours and cursor movements. */
export function stripAnsi(text: string): string {
  return text.replace(/\u001b\[[\d;?]*[A-Za-z]/g, '');
}
