import { ReadStream } from 'node:tty';
import input from '@inquirer/input';
import type { Result } from '../core/result.ts';
import { Failure } from '../errors.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import type { Context } from './context.ts';

interface Question {
  message: string;
  /** A failed read keeps the question open, and shows the reason. */
  read?(answer: string): Result<string>;
  default?: string | undefined;
  isSecret?: boolean;
}

/** Time for the rest of a paste to arrive. */
const pasteMs = 100;

/** Asks on stderr, and hides even the length of a secret. @throws Failure `interrupted` */
export async function ask(
  { surroundings: { stdin, stderr }, signal: stop }: Pick<Context, 'surroundings' | 'signal'>,
  { message, read = anything, default: usual = '', isSecret = false }: Question,
): Promise<string> {
  stop.throwIfAborted();
  let value = '';
  const validate = (answer: string) => {
    const result = read(answer.trim());
    if (!result.ok) return `it ${result.reason}`;
    value = result.value;
    return true;
  };
  const secrecy = { transformer: unseen, theme: { validationFailureMode: 'clear' } } as const;
  const ended = new AbortController();
  // The line editor lets go of stdin at Ctrl-D and at the end of input, and then never answers.
  const onPause = () => ended.abort();
  stdin.stream.on('pause', onPause);
  try {
    await input(
      { message, default: usual, validate, ...(isSecret && secrecy) },
      {
        input: stdin.stream,
        output: stderr.stream,
        signal: AbortSignal.any([stop, ended.signal]),
      },
    );
    return value;
  } catch (error) {
    stop.throwIfAborted();
    // Ctrl-C sends no signal while a prompt reads keys.
    const isCtrlC = error instanceof Error && error.name === 'ExitPromptError';
    if (!isCtrlC && !ended.signal.aborted) throw error;
    throw new Failure('interrupted', 'interrupted', { signal: 'SIGINT' });
  } finally {
    stdin.stream.off('pause', onPause);
  }
}

/** Reads what was pasted beyond the answers, since the shell would take it for commands. */
export async function discardRest({ stdin, clock }: Surroundings): Promise<void> {
  const { stream } = stdin;
  // Outside raw mode, a last line without its end would stay with the terminal.
  if (stream instanceof ReadStream) stream.setRawMode(true);
  stream.resume();
  await clock.sleep(pasteMs);
  stream.pause();
  if (stream instanceof ReadStream) stream.setRawMode(false);
}

function anything(value: string): Result<string> {
  return { ok: true, value };
}

const hideCursor = '\u001b[?25l';

function unseen(_: string, { isFinal }: { isFinal: boolean }): string {
  return `(not shown)${isFinal ? '' : hideCursor}`;
}
