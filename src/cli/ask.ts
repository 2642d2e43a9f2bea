import type { Key } from 'node:readline';
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
  context: Pick<Context, 'surroundings' | 'signal'>,
  question: Question,
): Promise<string> {
  const { surroundings, signal: stop } = context;
  const { stdin, stderr } = surroundings;
  const { message, read = anything, default: usual = '', isSecret = false } = question;
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
  const removeListener = surroundings.onContinue(() => ended.abort(continued));
  try {
    const answer = input(
      { message, default: usual, validate, ...(isSecret && secrecy) },
      {
        input: stdin.stream,
        output: stderr.stream,
        signal: AbortSignal.any([stop, ended.signal]),
      },
    );
    stdin.stream.prependListener('keypress', ignoreCtrlZ);
    await answer;
    return value;
  } catch (error) {
    stop.throwIfAborted();
    // A shell shows what is typed once the process was stopped, and the question hides it again.
    if (ended.signal.reason === continued) return ask(context, question);
    // Ctrl-C sends no signal while a prompt reads keys.
    const isCtrlC = error instanceof Error && error.name === 'ExitPromptError';
    if (!isCtrlC && !ended.signal.aborted) throw error;
    throw new Failure('interrupted', 'interrupted', { signal: 'SIGINT' });
  } finally {
    stdin.stream.off('pause', onPause);
    stdin.stream.off('keypress', ignoreCtrlZ);
    removeListener();
  }
}

const continued = 'continued';

/** The line editor would turn on echo and stop the process, where perhaps nothing can stop it. */
function ignoreCtrlZ(_: unknown, key: Key): void {
  if (key.ctrl && key.name === 'z') key.name = '';
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
