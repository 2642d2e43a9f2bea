import type { CliSchema } from './describe.ts';
import { formatDefinitionList, helpTopics } from './topics.ts';

/**
 * Lists the commands, options and topics whose help contains a word. An option of several commands
 * is listed once. Returns undefined if there are none.
 */
export function renderSearch({ program, all, json }: CliSchema, word: string) {
  const contains = (...texts: string[]) =>
    texts.some((text) => text.toLowerCase().includes(word.toLowerCase()));
  const commands = all.filter((entry) => {
    const { path, aliases, summary, description } = entry;
    const argumentTexts = entry.arguments.map((argument) => argument.description);
    const exampleTexts = entry.examples.flatMap(({ command, purpose }) => [command, purpose]);
    return contains(path, ...aliases, summary, description, ...argumentTexts, ...exampleTexts);
  });
  const owners = new Map<string, string[]>();
  const entries = [{ path: '', options: [...json.options, ...json.home_options] }, ...all];
  for (const { path, options } of entries) {
    for (const { name, description } of options.filter((option) =>
      contains(option.name, option.description),
    )) {
      const key = `${name}\n${description}`;
      owners.set(key, [...(owners.get(key) ?? []), path || 'dotaf']);
    }
  }
  const options = [...owners].map(([key, paths]) => {
    const [name = '', description = ''] = key.split('\n');
    return [name, `${description} (${paths.join(', ')})`] as const;
  });
  const topics = [...helpTopics].filter(([name, { summary, text }]) =>
    contains(name, summary, text(program)),
  );
  const lists = Object.entries({
    Commands: commands.map(({ path, summary }) => [`dotaf ${path}`, summary] as const),
    Options: options,
    Topics: topics.map(([name, { summary }]) => [`dotaf help ${name}`, summary] as const),
  });
  const found = lists.filter(([, items]) => items.length > 0);
  if (found.length === 0) return undefined;
  const sections = found.map(([title, items]) => `${title}:\n${formatDefinitionList(items)}`);
  return `dotaf help ${word}: where the help has this word\n\n${sections.join('\n\n')}\n`;
}
