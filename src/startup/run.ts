import { writeSync } from 'node:fs';
import { failureOf, outcomes } from '../errors.ts';
import { main } from '../main.ts';
import { exitProcess, nodeSystem } from '../platform/process.ts';
import type { System } from '../platform/surroundings.ts';

/** @param saveCode keeps what V8 has compiled; called only after a good answer */
export async function run(
  argv: readonly string[],
  readAsset: System['readAsset'],
  saveCode: () => void,
): Promise<void> {
  try {
    const exitCode = await main(argv, nodeSystem(readAsset));
    if (exitCode === outcomes.answered) saveCode();
    exitProcess(exitCode);
  } catch (error) {
    // The usual report may fail for the same reason, such as too many open files.
    const failure = failureOf(error);
    const lines = argv.includes('--json')
      ? [JSON.stringify({ error: failure.record() })]
      : [`error: ${failure.text}`, ...failure.hints.map((hint) => `hint: ${hint}`)];
    writeSync(2, `${lines.join('\n')}\n`);
    exitProcess(failure.exitCode);
  }
}
