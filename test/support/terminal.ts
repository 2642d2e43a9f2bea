import { spawnSync } from 'node:child_process';
import { PassThrough, type Readable } from 'node:stream';

/** The program `script` of util-linux runs a command on a terminal. */
export const hasScript = spawnSync('script', ['--version']).status === 0;

/** Types the next text at each prompt, and the parts of an array one after the other. */
export function scriptedStdin(...texts: (string | string[])[]): Readable {
  const stdin = new PassThrough();
  const remaining = texts.map((text) => [text].flat());
  // readline drops keys that arrive before the prompt has attached its own listener.
  stdin.on('newListener', (event) => {
    if (event !== 'keypress' || stdin.listenerCount('keypress') !== 3) return;
    void type(remaining.shift() ?? []);
  });
  const type = async (parts: string[]) => {
    for (const part of parts) {
      // While a prompt validates an answer, an additional listener discards input.
      do await new Promise((resolve) => setImmediate(resolve));
      while (stdin.listenerCount('keypress') > 4);
      stdin.write(part);
    }
  };
  return stdin;
}

export function stripAnsi(text: string): string {
  return text.replace(/\u001b\[[\d;?]*[A-Za-z]/g, '');
}
