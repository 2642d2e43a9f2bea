import { describe } from '../help/describe.ts';
import { helpPage } from '../help/pages.ts';
import { topics } from '../help/topics.ts';
import { buildProgram } from '../program.ts';
import { version } from '../version.ts';

/** Written down by the build: answers by their words, and the tree for completion. */
export function prebuilt() {
  const described = describe(buildProgram());
  const answers: Record<string, string> = { '--version': `${version}\n` };
  for (const page of ['', ...described.all.map(({ path }) => path), ...topics.keys()]) {
    const words = page.split(' ').filter(Boolean);
    answers[['help', ...words].join(' ')] = helpPage(described, words);
  }
  return { answers, tree: described.json };
}
