import { toCliError } from '../errors.ts';
import { main } from '../main.ts';
import { createNodeSystem, exitProcess, writeToStderr } from '../system/node-system.ts';

export async function runAndExit(argv: readonly string[], assets: string) {
  try {
    exitProcess(await main(argv, createNodeSystem(assets)));
  } catch (error) {
    // If main() cannot report its error, for example because of EMFILE, write directly to stderr.
    const cliError = toCliError(error);
    const lines = argv.includes('--json')
      ? [JSON.stringify({ error: cliError.toRecord() })]
      : [`error: ${cliError.fullMessage}`, ...cliError.hints.map((hint) => `hint: ${hint}`)];
    writeToStderr(`${lines.join('\n')}\n`);
    exitProcess(cliError.exitCode);
  }
}
