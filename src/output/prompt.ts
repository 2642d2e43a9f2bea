import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Failure } from '../errors.ts';
import type { Surroundings, TextSink } from '../platform/surroundings.ts';

interface Host {
  surroundings: Pick<Surroundings, 'stdin' | 'stderr'>;
  signal: AbortSignal;
}

/**
 * Asks a person on stderr, so that stdout holds the answer only.
 *
 * @param isSecret nothing of the answer is shown, not even how long it is
 * @throws Failure `interrupted` at Ctrl-C, or when the input ends without an answer
 */
export async function ask(
  { surroundings: { stdin, stderr }, signal: stop }: Host,
  message: string,
  { isSecret = false } = {},
): Promise<string> {
  const { default: input } = await import('@inquirer/input');
  stop.throwIfAborted();
  const ended = new AbortController();
  const output = promptOutput(stderr);
  // The line editor lets go of stdin at Ctrl-D and at the end of input, and then never answers.
  const onPause = () => ended.abort();
  stdin.stream.on('pause', onPause);
  try {
    const answer = await input(
      { message, ...(isSecret && { transformer: unseen }) },
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
    stdin.stream.off('pause', onPause);
    // Nothing else must be written between the last states of the question.
    await finished(output);
  }
}

const hideCursor = '\u001b[?25l';

function unseen(_: string, { isFinal }: { isFinal: boolean }): string {
  return `(not shown)${isFinal ? '' : hideCursor}`;
}

/** A prompt ends the stream that it writes to, and stderr must stay open. */
function promptOutput(stderr: TextSink): Writable {
  const output = new Writable({
    decodeStrings: false,
    write(text, _, done) {
      const written = () => done();
      // When stderr is gone the input ends, too, which calls the question off.
      stderr.write(text).then(written, written);
    },
  });
  return Object.assign(output, { isTTY: true, columns: stderr.columns });
}
