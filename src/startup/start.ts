import { outcomes } from '../errors.ts';
import { leave, processSurroundings } from '../platform/process.ts';
import { type Launch, quickStart } from './quick-start.ts';

/**
 * Runs one command line in this process, and ends it.
 *
 * @param launch what is known of the files of the build; inside an executable there are none
 */
export async function start(argv: readonly string[], launch?: Launch): Promise<void> {
  const surroundings = processSurroundings();
  const settle = launch ? await quickStart(surroundings, launch) : () => {};
  const { main } = await import('../main.ts');
  const exitCode = await main(argv, surroundings);
  // What fails changes nothing, not even here.
  if (exitCode === outcomes.answered) settle();
  leave(exitCode);
}

/** For the build; see `ready.ts`. */
export async function readyAnswers(): Promise<Record<string, string>> {
  return (await import('./prebuilt-answers.ts')).readyAnswers();
}
