import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { stripVTControlCharacters } from 'node:util';
import { Failure } from '../errors.ts';
import type { Surroundings, TextSink } from '../platform/surroundings.ts';

interface Host {
  surroundings: Pick<Surroundings, 'stdin' | 'stderr' | 'jobControl'>;
  signal: AbortSignal;
}

export interface Question {
  message: string;
  /** Says why an answer will not do. */
  faultOf: (text: string) => string | undefined;
  /** The answer of an empty line. */
  default?: string;
  /** Nothing of the answer is shown, not even how long it is. */
  isSecret?: boolean;
}

/**
 * Asks a person on stderr, so that stdout holds the answer only.
 *
 * @throws Failure `interrupted` at Ctrl-C, or when the input ends without an answer
 */
export async function ask(
  { surroundings: { stdin, stderr, jobControl }, signal: stop }: Host,
  { faultOf, isSecret = false, ...question }: Question,
): Promise<string> {
  const { default: input } = await import('@inquirer/input');
  stop.throwIfAborted();
  const ended = new AbortController();
  const output = new PromptOutput(stderr);
  let wasSuspended = false;
  // The line editor lets go of stdin at Ctrl-D and at the end of input, and then never answers.
  // It does so after Ctrl-Z as well, and expects its user to go on.
  const onPause = () => {
    if (wasSuspended) stdin.stream.resume();
    else ended.abort();
    wasSuspended = false;
  };
  stdin.stream.on('pause', onPause);
  const forgetJob = jobControl.onSuspend(
    () => {
      wasSuspended = true;
    },
    () => jobControl.isForeground() && output.repeat(),
  );
  try {
    const answer = await input(
      { ...question, validate: (text) => faultOf(text) ?? true, ...(isSecret && unseen) },
      { input: stdin.stream, output, signal: AbortSignal.any([stop, ended.signal]) },
    );
    return answer.trim();
  } catch (error) {
    stop.throwIfAborted();
    // Ctrl-C sends no signal while a prompt reads keys.
    const isCtrlC = error instanceof Error && error.name === 'ExitPromptError';
    if (!isCtrlC && !ended.signal.aborted) throw error;
    throw new Failure('interrupted', 'interrupted', { signal: 'SIGINT' });
  } finally {
    forgetJob();
    stdin.stream.off('pause', onPause);
    // What comes next must not be written between the last states of the question.
    await finished(output);
  }
}

const hideCursor = '\u001b[?25l';

const unseen = {
  transformer: (_: string, { isFinal }: { isFinal: boolean }) =>
    `(not shown)${isFinal ? '' : hideCursor}`,
  // What cannot be seen cannot be corrected either, so it is entered anew.
  theme: { validationFailureMode: 'clear' },
} as const;

/** A prompt ends the stream that it writes to, and stderr must stay open. */
class PromptOutput extends Writable {
  readonly isTTY = true;
  readonly #stderr: TextSink;
  #question = '';

  constructor(stderr: TextSink) {
    super({ decodeStrings: false });
    this.#stderr = stderr;
  }

  get columns(): number {
    return this.#stderr.columns;
  }

  /** The shell has written below the question, which is drawn as a whole each time. */
  repeat(): void {
    this.write(this.#question);
  }

  override _write(text: string, _: BufferEncoding, done: () => void): void {
    if (stripVTControlCharacters(text).trim() !== '') this.#question = text;
    const written = () => done();
    // When stderr is gone the input ends, too, which calls the question off.
    this.#stderr.write(text).then(written, written);
  }
}
