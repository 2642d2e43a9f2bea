import { describeProgram } from '../../src/help/describe.ts';
import { renderHelpPage } from '../../src/help/pages.ts';
import { helpTopics } from '../../src/help/topics.ts';
import { buildProgram } from '../../src/program.ts';

export const programHelp = describeProgram(buildProgram());

/** Every valid argument of `dotaf help`. */
export const pageNames = ['', ...programHelp.all.map(({ path }) => path), ...helpTopics.keys()];

/** Lists example commands and their purposes. */
export function listExampleLines(page: string): string[] {
  if (!helpTopics.has(page)) {
    const entry = programHelp.all.find(({ path }) => path === page);
    const examples = entry?.examples ?? [];
    return examples.flatMap(({ command, purpose }) => [command, `# ${purpose}`]);
  }
  const text = renderHelpPage(programHelp, [page]);
  return [...text.matchAll(/^ {2,}(\S.*)$/gm)].map(([, line = '']) => line);
}
