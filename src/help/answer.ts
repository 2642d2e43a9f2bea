import type { Tree } from '../cli/command-line.ts';
import type { Context } from '../cli/context.ts';
import { safeJson } from '../core/text.ts';
import { rawPrinter } from '../output/raw-json.ts';
import { helpPage } from './find-page.ts';
import { layOut, type PageStyle } from './layout.ts';

/** Help for a terminal is no wider than this, however wide that is. */
const maxColumns = 100;

/** The width of help in a pipe, which has none of its own. */
const pipeColumns = 80;

/**
 * Answers `dotaf help` and `--help`.
 *
 * @throws Failure `usage` for words that name no command and no topic
 */
export async function answerHelp(
  { output, options, surroundings, jq }: Context,
  tree: Tree,
  words: readonly string[],
): Promise<string> {
  const { json = false } = options;
  if (json || jq !== undefined) {
    const print = await rawPrinter({ json, jq, isTerminal: output.isTerminal });
    return print(await helpJson(tree, words));
  }
  const paint = await output.painter();
  const { columns } = surroundings.stdout;
  return helpText(tree, words, {
    columns: output.isTerminal ? Math.min(maxColumns, columns) : pipeColumns,
    heading: (text) => paint('strong', text),
  });
}

/** @param style without one, that of a pipe */
export async function helpText(
  tree: Tree,
  words: readonly string[],
  style: PageStyle = { columns: pipeColumns, heading: String },
): Promise<string> {
  return layOut(await helpPage(tree, words), style);
}

/** One line; without words, all that there is. */
export async function helpJson(tree: Tree, words: readonly string[]): Promise<string> {
  const { describeAll, describeCommand } = await import('./machine.ts');
  const described = words.length === 0 ? describeAll(tree) : describeCommand(tree, words);
  return `${safeJson(await described)}\n`;
}
