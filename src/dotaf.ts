import { quickStart } from './quick-start.ts';
import { leave, processSurroundings } from './runtime.ts';

/** Runs one command line in this process. */
export async function start(argv: readonly string[]): Promise<void> {
  const surroundings = processSurroundings();
  await quickStart(surroundings);
  const { main } = await import('./main.ts');
  leave(await main(argv, surroundings));
}

/** For the build; see `ready.ts`. */
export async function readyAnswers(): Promise<Record<string, string>> {
  return (await import('./ready.ts')).readyAnswers();
}
