import { writeSync } from 'node:fs';
import { exitCodes, toFailure } from '../errors.ts';
import { main } from '../main.ts';
import { createNodeSystem, exitProcess } from '../system/node-system.ts';
import type { System } from '../system/system.ts';

/** @param saveCodeCache writes V8's compiled code to disk; called only if the command succeeds */
export async function runAndExit(
  argv: readonly string[],
  readAsset: System['readAsset'],
  saveCodeCache: () => void,
): Promise<void> {
  try {
    const exitCode = await main(argv, createNodeSystem(readAsset));
    if (exitCode === exitCodes.success) saveCodeCache();
    exitProcess(exitCode);
  } catch (error) {
    // Error reporting itself failed, for example because of EMFILE: write directly to stderr.
    const failure = toFailure(error);
    const lines = argv.includes('--json')
      ? [JSON.stringify({ error: failure.toRecord() })]
      : [`error: ${failure.fullMessage}`, ...failure.hints.map((hint) => `hint: ${hint}`)];
    writeSync(2, `${lines.join('\n')}\n`);
    exitProcess(failure.exitCode);
  }
}
