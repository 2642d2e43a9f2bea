import { describeProgram } from '../help/describe.ts';
import { renderHelpPage } from '../help/pages.ts';
import { helpTopics } from '../help/topics.ts';
import { buildProgram } from '../program.ts';
import { version } from '../version.ts';

export function prerenderHelp() {
  const description = describeProgram(buildProgram());
  const answers: Record<string, string> = { '--version': `${version}\n` };
  for (const page of ['', ...description.all.map(({ path }) => path), ...helpTopics.keys()]) {
    const words = page.split(' ').filter(Boolean);
    answers[['help', ...words].join(' ')] = renderHelpPage(description, words);
  }
  return { answers, tree: description.json };
}
