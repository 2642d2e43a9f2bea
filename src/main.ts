import { setMaxListeners } from 'node:events';
import type { Start } from './cli/command.ts';
import { createProgram, runCommandLine } from './cli/command-line.ts';
import { Context } from './cli/context.ts';
import type { GlobalOptions } from './cli/global-options.ts';
import { Failure, failureOf, outcomes, type StopSignal } from './errors.ts';
import { ReaderGone } from './output/answer-writer.ts';
import { inLocale } from './platform/locale.ts';
import type { Surroundings } from './platform/surroundings.ts';
import { tree } from './program.ts';

/** Requests under way may take this long to end after a signal. */
const maxStopMs = 1500;

/**
 * Runs one command line.
 *
 * @param argv what was typed after the name of the program
 * @returns the exit code, once all output is written
 */
export async function main(argv: readonly string[], given: Surroundings): Promise<number> {
  const surroundings = inLocale(given);
  const stop = new AbortController();
  // Every request that waits listens to it.
  setMaxListeners(0, stop.signal);
  const removeListener = surroundings.onStopSignal((signal) => stop.abort(interruption(signal)));
  let context: Context | undefined;
  const contextFor = (options: GlobalOptions) => new Context(surroundings, options, stop.signal);
  let exitCode: number = outcomes.answered;
  const program = createProgram();
  const run = async () => {
    const start: Start = async (command, execute) => {
      context = contextFor({ ...command.opts(), ...program.opts() });
      context.settings.checkOptions();
      exitCode = await execute(context);
      await context.answered();
    };
    const home = surroundings.stdout.isTTY ? showHome : undefined;
    const text = await runCommandLine(program, argv, tree, start, home);
    if (text !== undefined) await contextFor(program.opts()).output.answer(text);
    return exitCode;
  };
  try {
    return await Promise.race([run(), failureAfterStop(stop.signal, surroundings)]);
  } catch (error) {
    // The options that were parsed until then decide how the failure looks.
    const failed = context ?? contextFor(program.opts());
    exitCode = await fail(error, failed);
    await failed.warnOfConfig();
    return exitCode;
  } finally {
    removeListener();
    await context?.close();
  }
}

/** `dotaf` alone, for a person. */
async function showHome(context: Context): Promise<number> {
  const { home } = await import('./portfolio/home.ts');
  return home(context);
}

/** The one place where a failure becomes an exit code. */
async function fail(error: unknown, { output }: Context): Promise<number> {
  output.progress.hide();
  if (error instanceof ReaderGone) return outcomes.answered;
  const failure = failureOf(error);
  await output.failure(failure);
  return failure.exitCode;
}

function interruption(signal: StopSignal): Failure {
  return new Failure('interrupted', signal === 'SIGINT' ? 'interrupted' : 'terminated', { signal });
}

/** Ends a run that does not end by itself after a signal. */
async function failureAfterStop(signal: AbortSignal, { clock }: Surroundings): Promise<never> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await clock.sleep(maxStopMs);
  throw signal.reason;
}
