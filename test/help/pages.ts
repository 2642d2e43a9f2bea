import { describeProgram } from '../../src/help/describe.ts';
import { helpPage } from '../../src/help/find-page.ts';
import type { Line } from '../../src/help/page.ts';
import { topicNames } from '../../src/help/topics.ts';
import { tree } from '../../src/program.ts';

/** What is declared of every command, and of every group of commands. */
export const described = describeProgram(tree);

/** All that can be asked for after `dotaf help`. */
export const pages = ['', ...described.all.map(({ path }) => path), ...topicNames];

/** The lines of a page that are there to be typed, and never wrapped. */
export async function linesToType(page: string): Promise<readonly Line[]> {
  const { sections } = await helpPage(tree, page.split(' ').filter(Boolean));
  return sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (typeof block === 'object' && 'lines' in block ? block.lines : [])),
  );
}
