import type { Tree } from '../cli/command-line.ts';
import { closest } from '../core/closest.ts';
import { Failure } from '../errors.ts';
import { commandPage } from './command-page.ts';
import { type DescribedProgram, describeProgram } from './describe.ts';
import type { Page } from './page.ts';
import { topPage } from './top-page.ts';
import { isTopic, topicNames, topicPage } from './topics.ts';

/** @throws Failure `usage` for words that name no command and no topic */
export async function helpPage(tree: Tree, words: readonly string[]): Promise<Page> {
  const described = describeProgram(tree);
  const [first] = words;
  if (first === undefined) return topPage(described);
  if (isTopic(first)) return topicPage(first, described);
  return commandPage(findCommand(described, words), described.program);
}

/** What stands behind a command that has no commands of its own is no matter. */
export function findCommand(
  { all, program }: DescribedProgram,
  [first = '', second]: readonly string[],
) {
  const outer = all.find(({ path }) => path === first);
  if (outer === undefined) {
    const names = program.commands.map((command) => command.name());
    throw unknownTopic('command or topic', first, [...names, ...topicNames], 'dotaf help');
  }
  const names = outer.command.commands.map((command) => command.name());
  if (second === undefined || names.length === 0) return outer;
  const inner = all.find(({ path }) => path === `${first} ${second}`);
  if (inner === undefined) throw unknownTopic('command', second, names, `dotaf help ${first}`);
  return inner;
}

function unknownTopic(kind: string, word: string, known: readonly string[], page: string): Failure {
  const guess = closest(word, known);
  // A word that is long or contains spaces is hardly a typo, and may be a secret.
  const quoted = word.length <= 24 && !/\s/.test(word) ? `'${word}'` : 'on this line';
  return new Failure('usage', `unknown ${kind} ${quoted}`, {
    hint: `${guess === undefined ? '' : `did you mean ${guess}? `}${page} shows what there is`,
  });
}
