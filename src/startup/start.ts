import { writeSync } from 'node:fs';
import { failureOf, outcomes } from '../errors.ts';
import { leave, processSurroundings } from '../platform/process.ts';
import { useCodeCache } from './code-cache.ts';

interface Build {
  read(name: string): Buffer;
  /** Where they lie; undefined inside an executable. */
  folder?: string;
}

export async function start(argv: readonly string[], build: Build): Promise<void> {
  try {
    leave(await run(argv, build));
  } catch (error) {
    // The usual report may fail for the same reason, such as too many open files.
    const failure = failureOf(error);
    const lines = argv.includes('--json')
      ? [JSON.stringify({ error: failure.record() })]
      : [`error: ${failure.text}`, ...failure.hints.map((hint) => `hint: ${hint}`)];
    writeSync(2, `${lines.join('\n')}\n`);
    leave(failure.exitCode);
  }
}

async function run(argv: readonly string[], { read, folder }: Build): Promise<number> {
  const surroundings = processSurroundings(read);
  if (process.version.startsWith('v20.')) {
    // Node 20 would compile undici's parser a second time, in 36 MB, and wait for that at the end.
    process.getBuiltinModule('node:v8').setFlagsFromString('--liftoff-only');
  }
  const saveCode = folder === undefined ? undefined : useCodeCache(folder, surroundings);
  const { main } = await import('../main.ts');
  const exitCode = await main(argv, surroundings);
  if (exitCode === outcomes.answered) saveCode?.();
  return exitCode;
}
