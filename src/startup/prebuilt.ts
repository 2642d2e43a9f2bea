import { describeTree } from '../completion/tree.ts';
import { helpText } from '../help/answer.ts';
import { describeProgram } from '../help/describe.ts';
import { knownValues } from '../help/known-values.ts';
import { manPage } from '../help/man-page.ts';
import { topicNames } from '../help/topics.ts';
import { tree } from '../program.ts';
import { version } from '../version.ts';

/** What the build writes down: answers by their words, the tree for completion, the manual. */
export async function prebuilt() {
  const { program, all } = describeProgram(tree);
  const answers: Record<string, string> = { version: `${version}\n` };
  for (const topic of ['', ...all.map(({ path }) => path), ...topicNames]) {
    const words = topic.split(' ').filter(Boolean);
    answers[['help', ...words].join(' ')] = await helpText(tree, words);
  }
  const words = describeTree(program, knownValues(tree));
  return { answers, tree: words, manual: await manPage(tree) };
}
