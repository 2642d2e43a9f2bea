import { setMaxListeners } from 'node:events';
import { CommanderError } from 'commander';
import { Context, type GlobalOptions } from './cli/context.ts';
import { aboutWhatThereIs, optionsAtFirstSight, usageFailure } from './cli/usage-errors.ts';
import { Failure, outcomes, type StopSignal } from './errors.ts';
import { ReaderGone } from './output/answer-writer.ts';
import type { Surroundings } from './platform/surroundings.ts';
import { buildProgram, helpWidth, type Listener } from './program.ts';
import { version } from './version.ts';

/**
 * Runs one command line.
 *
 * @param argv what was typed after the name of the program
 * @returns the exit code; everything that was written has been taken by then
 */
export async function main(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const stop = new AbortController();
  // Every request that waits listens to it.
  setMaxListeners(0, stop.signal);
  const forget = surroundings.onStopSignal((signal) => stop.abort(interruption(signal)));
  const contextFor = (options: GlobalOptions) => new Context(surroundings, options, stop.signal);
  // Until the options are parsed, what they look like decides how a failure is told.
  const run = { context: contextFor(optionsAtFirstSight(argv)) };
  const begin = (options: GlobalOptions) => {
    run.context = contextFor(options);
    return run.context;
  };
  try {
    return await Promise.race([
      execute(argv, begin, run, surroundings),
      givenUp(stop.signal, surroundings),
    ]);
  } catch (error) {
    return await fail(error, run.context);
  } finally {
    forget();
    await run.context.close();
  }
}

/** How long what is under way may take to settle after a signal. */
const settleMs = 1500;

async function execute(
  argv: readonly string[],
  begin: (options: GlobalOptions) => Context,
  run: { context: Context },
  { stdout }: Surroundings,
): Promise<number> {
  const help: string[] = [];
  let exitCode: number = outcomes.answered;
  let hasRun = false;
  const listener: Listener = {
    async execute(entry, parsed) {
      hasRun = true;
      const context = begin(parsed.optsWithGlobals<GlobalOptions>());
      context.settings.checkOptions();
      context.program = () => buildProgram(listener);
      exitCode = await entry.execute(context, parsed);
      await context.answered();
    },
    write: (text) => help.push(text),
    width: Math.min(helpWidth, stdout.columns),
  };
  try {
    await (await buildProgram(listener, argv)).parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
  }
  if (!hasRun) await parseWhole(listener, argv, help);
  await run.context.output.answer(help.join(''));
  return exitCode;
}

/** Help and errors name commands that were not typed. */
async function parseWhole(listener: Listener, argv: readonly string[], help: string[]) {
  help.length = 0;
  const program = await buildProgram(listener);
  try {
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(aboutWhatThereIs(argv, program), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // A group without a command has shown its help: that is an answer, and no error.
    if (error.exitCode !== 0 && error.code !== 'commander.help')
      throw usageFailure(error, argv, program);
  }
}

/** The one place where a failure becomes an exit code. */
async function fail(error: unknown, { output }: Context): Promise<number> {
  output.progress.hide();
  if (error instanceof ReaderGone) return outcomes.answered;
  if (error instanceof Failure) {
    await output.failure(error);
    return error.exitCode;
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const bug = new Failure('bug', `this is a bug in dotaf ${version}: ${message}`, {
    hint: 'please report it, with these lines and the command that you ran',
  });
  const { readableStack } = await import('./platform/readable-stack.ts');
  await output.failure(bug, stack && readableStack(stack));
  return bug.exitCode;
}

function interruption(signal: StopSignal): Failure {
  return new Failure('interrupted', signal === 'SIGINT' ? 'interrupted' : 'terminated', { signal });
}

/** Ends a run that does not settle after a signal. */
async function givenUp(signal: AbortSignal, { clock }: Surroundings): Promise<never> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await clock.sleep(settleMs);
  throw signal.reason;
}
