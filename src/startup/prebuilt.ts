import { type Described, describe } from '../help/describe.ts';
import { manPage } from '../help/man-page.ts';
import { helpPage } from '../help/pages.ts';
import { topics } from '../help/topics.ts';
import { tree } from '../program.ts';
import { version } from '../version.ts';

/** Written down by the build: answers by their words, the tree for completion, the manual. */
export function prebuilt() {
  const described = describe(tree);
  const everywhere = described.json.options.map(({ name }) => name);
  for (const { path, json } of described.all) refuseMistakes(path, json, everywhere);
  const answers: Record<string, string> = { '--version': `${version}\n` };
  for (const page of ['', ...described.all.map(({ path }) => path), ...topics.keys()]) {
    const words = page.split(' ').filter(Boolean);
    answers[['help', ...words].join(' ')] = helpPage(described, words);
  }
  return { answers, tree: described.json, manual: manPage(described) };
}

/** Options of every command that a log-in repeats. */
const repeated = ['--base-url', '--profile'];

/** @throws Error, which ends the build */
export function refuseMistakes(
  path: string,
  { summary, options }: Described['json'],
  everywhere: readonly string[],
): void {
  if (summary === '') throw new Error(`the command '${path}' has no summary`);
  const taken = options.find(({ name }) => everywhere.includes(name) && !repeated.includes(name));
  if (taken === undefined) return;
  throw new Error(`${taken.name} of '${path}' is also an option of every command`);
}
