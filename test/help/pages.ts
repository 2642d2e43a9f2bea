import { describeProgram } from '../../src/help/describe.ts';
import { renderHelpPage } from '../../src/help/pages.ts';
import { helpTopics } from '../../src/help/topics.ts';
import { buildProgram } from '../../src/program.ts';

/** What is declared of every command, and of every group of commands. */
export const programHelp = describeProgram(buildProgram());

/** All that can be asked for after `dotaf help`. */
export const pageNames = ['', ...programHelp.all.map(({ path }) => path), ...helpTopics.keys()];

/** The lines of a page that are there to be typed, and what each is for. None of them is wrapped. */
export function listExampleLines(page: string): string[] {
  if (!['scripting', 'skill'].includes(page)) {
    const found = programHelp.all.find(({ path }) => path === page);
    const examples = found?.json.examples ?? [];
    return examples.flatMap(({ command, purpose }) => [command, `# ${purpose}`]);
  }
  const text = renderHelpPage(programHelp, [page]);
  return [...text.matchAll(/^ {2,}(\S.*)$/gm)].map(([, line = '']) => line);
}
