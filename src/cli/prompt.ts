import type { Key } from 'node:readline';
import { ReadStream } from 'node:tty';
import input from '@inquirer/input';
import type { ParseResult } from '../core/text.ts';
import { CliError } from '../errors.ts';
import { wrapText } from '../output/terminal-text.ts';
import type { System } from '../system/system.ts';
import type { CommandContext } from './context.ts';

interface PromptOptions {
  message: string;
  parse(answer: string): ParseResult<string>;
  verify?(value: string): Promise<string | undefined>;
  default?: string;
  transformer?(answer: string): string;
  isSecret?: boolean;
}

/** Keys that arrive within this time after Enter belong to a multi-line paste; discard them. */
const pasteGraceMs = 100;

/** Prompts on stderr. @throws an `interrupted` error on Ctrl-C, Ctrl-D or end of input */
export async function promptForInput(context: CommandContext, options: PromptOptions) {
  const { system, output, signal: stop } = context;
  const { stdin, stderr, clock } = system;
  const keys = stdin.stream;
  stop.throwIfAborted();
  let value = '';
  let note: string | undefined;
  const validate = async (answer: string) => {
    const result = options.parse(answer.trim());
    if (result.ok) ({ value, note } = result);
    const problem = result.ok
      ? await options.verify?.(value)
      : `it ${result.reason}${result.hint ? `: ${result.hint}` : ''}`;
    if (problem === undefined) return true;
    await clock.sleep(pasteGraceMs, stop);
    keys.off('keypress', swallowKey);
    // Wrap the text here, since inquirer wraps mid-word; its `> ` prefix takes two columns.
    return (await wrapText(problem, stderr.columns - 2)).join('\n');
  };
  const inputClosed = new AbortController();
  // Ctrl-D makes readline pause stdin. Abort then: inquirer's promise would never settle.
  const onPause = () => inputClosed.abort();
  keys.on('pause', onPause);
  const onKey = (_: unknown, key: Key) => {
    // Ignore Ctrl-Z: readline would enable echo and raise SIGTSTP, which fails in a session leader.
    if (key.ctrl && key.name === 'z') key.name = '';
    // After Enter, discard the rest of a multi-line paste, which a repeated prompt would echo.
    if (key.name === 'return' || key.name === 'enter') keys.prependListener('keypress', swallowKey);
  };
  const removeListener = system.onContinue(() => inputClosed.abort(sigcont));
  try {
    const answer = input(
      { ...options, validate, ...(options.isSecret && secretStyle) },
      { input: keys, output: stderr.stream, signal: AbortSignal.any([stop, inputClosed.signal]) },
    );
    keys.prependListener('keypress', onKey);
    await answer;
  } catch (error) {
    stop.throwIfAborted();
    // Prompt again after SIGCONT: the shell re-enabled echo while dotaf was stopped.
    if (inputClosed.signal.reason === sigcont) return promptForInput(context, options);
    // In raw mode, Ctrl-C does not raise SIGINT; inquirer throws an ExitPromptError instead.
    const isCtrlC = error instanceof Error && error.name === 'ExitPromptError';
    if (!isCtrlC && !inputClosed.signal.aborted) throw error;
    throw interruptedError();
  } finally {
    keys.off('pause', onPause);
    keys.off('keypress', onKey);
    keys.off('keypress', swallowKey);
    removeListener();
  }
  await withEchoOff(system, async () => {});
  if (note !== undefined) await output.note(note);
  return value;
}

/** Discards keystrokes while `work` runs. @throws an `interrupted` error on Ctrl-C */
export async function withEchoOff<Value>(
  { stdin: { stream }, clock }: System,
  work: () => Promise<Value>,
) {
  let onData = (_: unknown) => {};
  const ctrlC = new Promise<never>((_, reject) => {
    onData = (keys) => {
      if (String(keys).includes('\u0003')) reject(interruptedError());
    };
  });
  if (stream instanceof ReadStream) stream.setRawMode(true);
  stream.on('data', onData);
  stream.resume();
  try {
    return await Promise.race([work(), ctrlC]);
  } finally {
    await clock.sleep(pasteGraceMs);
    stream.off('data', onData);
    stream.pause();
    if (stream instanceof ReadStream) stream.setRawMode(false);
  }
}

const sigcont = 'continued';

const hideCursor = '\u001b[?25l';

const secretStyle = {
  transformer: (_: string, { isFinal }: { isFinal: boolean }) =>
    `(not shown)${isFinal ? '' : hideCursor}`,
  theme: { validationFailureMode: 'clear' },
} as const;

function swallowKey(_: unknown, key: Key) {
  if (key.ctrl && key.name === 'c') return;
  key.ctrl = true;
  key.name = '';
}

function interruptedError() {
  return new CliError('interrupted', 'interrupted');
}
