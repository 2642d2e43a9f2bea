import { once, setMaxListeners } from 'node:events';
import { parseCommandLine } from './cli/command-line.ts';
import { CommandContext } from './cli/context.ts';
import { type GlobalOptions, UnknownArgumentError } from './cli/parser.ts';
import { renderHelp } from './commands/help.ts';
import { CliError, exitCodes, toCliError } from './errors.ts';
import { BrokenPipeError } from './output/output.ts';
import { buildProgram } from './program.ts';
import type { System } from './system/system.ts';

/** Grace periods after SIGINT or SIGTERM: for pending requests, then for printing the error. */
const shutdownMs = { drain: 1200, report: 400 };

/** @returns the exit code once output is flushed, or within two seconds of SIGINT or SIGTERM */
export async function main(argv: readonly string[], system: System): Promise<number> {
  // Node 20 warns of a leak after ten abort listeners, and each pending request adds one.
  setMaxListeners(0);
  const controller = new AbortController();
  system.onStopSignal((signal) => {
    const message = signal === 'SIGINT' ? 'interrupted' : 'terminated';
    controller.abort(new CliError('interrupted', message, { signal }));
  });
  const program = buildProgram();
  const createContext = (options: GlobalOptions) =>
    new CommandContext(system, options, controller.signal);
  let context: CommandContext | undefined;
  const run = async () => {
    const { execute, options } = parseCommandLine(program, argv, {
      isDefault: (globals) => system.stdout.isTTY && isNewUser(createContext(globals)),
      render: (helpContext, path) => renderHelp(program, helpContext, path),
    });
    context = createContext(options);
    const exitCode = await execute(context);
    await context.finishOutput(exitCode);
    return exitCode;
  };
  const deadline = createShutdownDeadline(controller.signal, system, () =>
    context?.output.abandonOutput(),
  );
  const runAndReport = async () => {
    try {
      return await Promise.race([run(), deadline.interruption]);
    } catch (error) {
      // If parsing failed, respect the options that were parsed so far, such as --json.
      return await reportError(error, context ?? createContext(program.opts()), argv);
    } finally {
      context?.close();
    }
  };
  return Promise.race([runAndReport(), deadline.end]);
}

function isNewUser({ settings, options }: CommandContext) {
  const { json, jq, sandbox, profile } = options;
  return (
    !settings.hasEnvironmentCredentials &&
    (json ?? jq ?? sandbox ?? profile) === undefined &&
    settings.config.profiles.length === 0
  );
}

/** Prints the error. Exits quietly if the reader of stdout, such as `head`, has exited. */
async function reportError(error: unknown, { output }: CommandContext, argv: readonly string[]) {
  output.progress.hide();
  if (error instanceof BrokenPipeError) return exitCodes.success;
  const cliError =
    error instanceof UnknownArgumentError
      ? (await import('./cli/suggestions.ts')).createUnknownArgumentError(error, argv)
      : toCliError(error);
  await output.error(cliError);
  return cliError.exitCode;
}

/** Ends the run after SIGINT or SIGTERM, even if requests hang or nothing is reading stdout. */
function createShutdownDeadline(signal: AbortSignal, { clock }: System, abandonOutput: () => void) {
  const stop = once(signal, 'abort');
  const interruption = stop.then(async (): Promise<never> => {
    await clock.sleep(shutdownMs.drain);
    throw signal.reason;
  });
  const end = interruption.catch(async (reason: unknown) => {
    abandonOutput();
    await new Promise<void>((resolve) => clock.timer(shutdownMs.report, resolve));
    return toCliError(reason).exitCode;
  });
  return { interruption, end };
}
