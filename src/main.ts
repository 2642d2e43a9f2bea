import { once, setMaxListeners } from 'node:events';
import { readLine } from './cli/command-line.ts';
import { Context } from './cli/context.ts';
import { type GlobalOptions, UnknownWord } from './cli/parser.ts';
import { Failure, failureOf, outcomes } from './errors.ts';
import { BrokenPipeError } from './output/output.ts';
import type { System } from './platform/surroundings.ts';
import { buildProgram } from './program.ts';

/** Time after a signal for requests under way and their answers, then for the message about it. */
const stopMs = { run: 1200, message: 400 };

/** @returns the exit code, once all output is written, or at most two seconds after a signal */
export async function main(argv: readonly string[], system: System): Promise<number> {
  const stop = new AbortController();
  // Every request that waits listens to the signal.
  setMaxListeners(0, stop.signal);
  system.onStopSignal((signal) => {
    const says = signal === 'SIGINT' ? 'interrupted' : 'terminated';
    stop.abort(new Failure('interrupted', says, { signal }));
  });
  const program = buildProgram();
  const contextFor = (options: GlobalOptions) => new Context(system, options, stop.signal);
  let context: Context | undefined;
  const run = async () => {
    const isTerminal = system.stdout.isTTY;
    const needsHelp = (own: GlobalOptions) => isTerminal && isNew(contextFor(own));
    const { execute, options } = readLine(program, argv, needsHelp);
    context = contextFor(options);
    const exitCode = await execute(context);
    await context.answered();
    return exitCode;
  };
  const overdue = afterStop(stop.signal, system, () => context?.output.abandonOutput());
  const runToItsEnd = async () => {
    try {
      return await Promise.race([run(), overdue.failure]);
    } catch (error) {
      // The options that were parsed until then decide how the failure looks.
      return await fail(error, context ?? contextFor(program.opts()));
    } finally {
      context?.close();
    }
  };
  return Promise.race([runToItsEnd(), overdue.end]);
}

/** A user without an account sees the help in place of the page of an account. */
function isNew({ settings, options }: Context): boolean {
  const { json, jq, csv, fields, sandbox, profile } = options;
  const asked = [json, jq, csv, fields, sandbox, profile];
  if (settings.hasEnvironmentCredentials || asked.some((option) => option !== undefined))
    return false;
  return settings.config.profiles.length === 0;
}

/** The one place where a failure becomes an exit code. */
async function fail(error: unknown, { output }: Context): Promise<number> {
  output.progress.hide();
  if (error instanceof BrokenPipeError) return outcomes.answered;
  const isWord = error instanceof UnknownWord;
  const failure = isWord
    ? (await import('./cli/correction.ts')).correction(error)
    : failureOf(error);
  await output.error(failure);
  return failure.exitCode;
}

/** Ends a run that does not end by itself after a signal, also if nobody reads what it writes. */
function afterStop(signal: AbortSignal, { clock }: System, giveUpAnswer: () => void) {
  const stopped = once(signal, 'abort');
  const failure = stopped.then(async (): Promise<never> => {
    await clock.sleep(stopMs.run);
    throw signal.reason;
  });
  const end = failure.catch(async (reason: unknown) => {
    giveUpAnswer();
    await new Promise<void>((resolve) => clock.timer(stopMs.message, resolve));
    return failureOf(reason).exitCode;
  });
  return { failure, end };
}
