import type { Key } from 'node:readline';
import { ReadStream } from 'node:tty';
import input from '@inquirer/input';
import type { Result } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { wrapText } from '../output/measure.ts';
import type { System } from '../platform/surroundings.ts';
import type { Context } from './context.ts';

interface Question {
  message: string;
  /** A failed read keeps the question open, and shows the reason. */
  read(answer: string): Result<string>;
  /** Returns what speaks against an answer that could be read, which keeps the question open, too. */
  test?(value: string): Promise<string | undefined>;
  default?: string;
  example?: string;
  isSecret?: boolean;
}

/** Time for the rest of a paste to arrive. */
const pasteMs = 100;

/** Asks on stderr, and hides even the length of a secret. @throws Failure `interrupted` */
export async function ask(context: Context, question: Question): Promise<string> {
  const { system, signal: stop } = context;
  const { stdin, stderr, clock } = system;
  const keys = stdin.stream;
  stop.throwIfAborted();
  let value = '';
  const validate = async (answer: string) => {
    const result = question.read(answer.trim());
    const fault = result.ok ? await question.test?.(result.value) : `it ${result.reason}`;
    if (result.ok) value = result.value;
    if (fault === undefined) return true;
    await clock.sleep(pasteMs, stop);
    keys.off('keypress', drop);
    // Room for the mark before it. The question itself would break within words.
    return (await wrapText(fault, stderr.columns - 2)).join('\n');
  };
  const ended = new AbortController();
  // The line editor lets go of stdin at Ctrl-D and at the end of input, and then never answers.
  const onPause = () => ended.abort();
  keys.on('pause', onPause);
  const onKey = (_: unknown, key: Key) => {
    // The line editor would turn on echo and stop the process, where perhaps nothing can stop it.
    if (key.ctrl && key.name === 'z') key.name = '';
    // A question that stays open would show the rest of a paste, which may hold the secret.
    if (key.name === 'return' || key.name === 'enter') keys.prependListener('keypress', drop);
  };
  const removeListener = system.onContinue(() => ended.abort(continued));
  try {
    const answer = input(
      { ...question, validate, ...styleOf(question) },
      { input: keys, output: stderr.stream, signal: AbortSignal.any([stop, ended.signal]) },
    );
    keys.prependListener('keypress', onKey);
    await answer;
  } catch (error) {
    stop.throwIfAborted();
    // A shell shows what is typed once the process was stopped, and the question hides it again.
    if (ended.signal.reason === continued) return ask(context, question);
    // Ctrl-C sends no signal while a prompt reads keys.
    const isCtrlC = error instanceof Error && error.name === 'ExitPromptError';
    if (!isCtrlC && !ended.signal.aborted) throw error;
    throw interrupted();
  } finally {
    keys.off('pause', onPause);
    keys.off('keypress', onKey);
    keys.off('keypress', drop);
    removeListener();
  }
  await unheard(system, async () => {});
  return value;
}

/** Keeps what is typed meanwhile from the screen and the shell. @throws Failure `interrupted` */
export async function unheard<Value>(
  { stdin: { stream }, clock }: System,
  work: () => Promise<Value>,
): Promise<Value> {
  const stopped = new AbortController();
  const onData = (keys: unknown) => {
    if (String(keys).includes('\u0003')) stopped.abort();
  };
  const ctrlC = new Promise<never>((_, reject) => {
    stopped.signal.addEventListener('abort', () => reject(interrupted()));
  });
  if (stream instanceof ReadStream) stream.setRawMode(true);
  stream.on('data', onData);
  stream.resume();
  try {
    return await Promise.race([work(), ctrlC]);
  } finally {
    await clock.sleep(pasteMs);
    stream.off('data', onData);
    stream.pause();
    if (stream instanceof ReadStream) stream.setRawMode(false);
  }
}

const continued = 'continued';

const hideCursor = '\u001b[?25l';

const secrecy = {
  transformer: (_: string, { isFinal }: { isFinal: boolean }) =>
    `(not shown)${isFinal ? '' : hideCursor}`,
  theme: { validationFailureMode: 'clear' },
} as const;

function styleOf({ isSecret, example, default: usual }: Question) {
  if (isSecret) return secrecy;
  if (example === undefined || usual) return {};
  return { transformer: (value: string) => value || `(such as ${example})` };
}

function drop(_: unknown, key: Key): void {
  if (key.ctrl && key.name === 'c') return;
  key.ctrl = true;
  key.name = '';
}

function interrupted(): Failure {
  return new Failure('interrupted', 'interrupted');
}
