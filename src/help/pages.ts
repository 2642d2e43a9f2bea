import { type Argument, type CommandUnknownOpts, Help } from '@commander-js/extra-typings';
import { findCommand } from '../cli/command-line.ts';
import { getCommandPath, UnknownArgumentError } from '../cli/parser.ts';
import type { CliSchema, CommandDescription } from './describe.ts';
import { formatDefinitionList, helpTopics } from './topics.ts';

export const maxHelpWidth = 80;

export function renderHelpPage(
  description: CliSchema,
  words: readonly string[],
  { columns = maxHelpWidth, heading = (text: string) => text } = {},
) {
  const { program } = description;
  const [name = '', detail] = words;
  const topic = helpTopics.get(name);
  const help = createHelpFormatter(columns, heading);
  if (topic !== undefined) {
    const text = topic.text(program, detail).trim();
    if (topic.isFile) return `${text}\n`;
    const paragraphs = text.replace(/(?<=[^\n:])\n(?=\S)/g, ' ');
    return wrapHelpText(`dotaf help ${name}: ${topic.summary}\n\n${paragraphs}\n`, help);
  }
  const { command, rest } = findCommand(program, words);
  const found =
    words.length === 1 && rest.length === 1 ? renderSearch(description, name) : undefined;
  if (found !== undefined) return wrapHelpText(found, help);
  const match = findCommandDescription(description, words);
  const [usage = '', ...lists] = help.formatHelp(command, help).trim().split('\n\n');
  const introduction = `${command.summary()}. ${command.description()}`.trim();
  const [examples, footer] =
    match === undefined ? [firstSteps, mainFooter] : [formatExamples(match), formatFooter(match)];
  const wrap = (text: string) => wrapHelpText(text, help);
  // Trim the usage: commander leaves a space after a command without arguments.
  const parts = [usage.trimEnd(), wrap(introduction), wrap(examples), ...lists, wrap(footer)];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** @throws an UnknownArgumentError if the words do not match a command */
export function findCommandDescription({ program, all }: CliSchema, words: readonly string[]) {
  const {
    command,
    rest: [unknown],
  } = findCommand(program, words);
  if (unknown !== undefined) throw new UnknownArgumentError(command, unknown);
  const path = getCommandPath(command).join(' ');
  return all.find((entry) => entry.path === path);
}

/** Options shared by several commands; documented only in `dotaf help options`. */
const sharedOptionNames: readonly unknown[] = [
  '--domains-file',
  '--sheet',
  '--details',
  '--fresh',
  '--mark',
];

function createHelpFormatter(columns: number, heading: (text: string) => string): Help {
  return Object.assign(new Help(), {
    helpWidth: columns,
    minWidthToWrap: 1,
    styleTitle: heading,
    commandDescription: () => '',
    subcommandTerm: (command: CommandUnknownOpts) => command.name(),
    argumentDescription: ({ description }: Argument) => description,
    visibleOptions: ({ commands, options }: CommandUnknownOpts) =>
      commands.length > 0 ? [] : options.filter(({ long }) => !sharedOptionNames.includes(long)),
  });
}

const firstSteps = `First steps:
${formatDefinitionList([
  ['dotaf --sandbox', 'the week of an invented account'],
  ['dotaf check kabul.af --sandbox', 'is a name free, and what does it cost?'],
  ['dotaf auth login', 'log in; then dotaf alone shows your own week'],
])}`;

const mainFooter = `Topics (dotaf help <topic>): ${[...helpTopics.keys()].join(', ')}. dotaf help <word> finds any other word.`;

function formatFooter({ fields, options }: CommandDescription) {
  const names = fields.map(({ name }) => name).join(', ');
  const shared = options.map(({ name }) => name).filter((name) => sharedOptionNames.includes(name));
  const inOptions = shared.length > 0 ? ` (${shared.join(', ')})` : '';
  const seeAlso = `See also: dotaf help options${inOptions}, dotaf help exit-codes`;
  return names === '' ? seeAlso : `Fields: ${names}\n${seeAlso}`;
}

function formatExamples({ examples }: CommandDescription) {
  const lines = examples.map(({ command, purpose }) => `\n  # ${purpose}\n  ${command}`);
  return lines.length > 0 ? `Examples:${lines.join('')}` : '';
}

/** Wraps paragraphs and definitions, but not indented commands and crontab lines. */
function wrapHelpText(text: string, help: Help) {
  const wrapLine = (line: string) => {
    const [, term, meaning] = /^ {2}(\S[^*]*?) {2,}(\S.*)$/.exec(line) ?? [];
    if (term !== undefined && meaning !== undefined) {
      return help.formatItem(term, line.length - meaning.length - 4, meaning, help);
    }
    if (line.startsWith(' ')) return line;
    const wrappedLine = help.boxWrap(line, help.helpWidth ?? maxHelpWidth);
    return wrappedLine.replace(/^[\w ,-]+:(?= |$)/, (heading) => help.styleTitle(heading));
  };
  return text.split('\n').map(wrapLine).join('\n');
}

export function renderSearch({ program, all, json }: CliSchema, word: string) {
  const contains = (...texts: string[]) =>
    texts.some((text) => text.toLowerCase().includes(word.toLowerCase()));
  const commands = all.filter((entry) => {
    const { path, aliases, summary, description } = entry;
    const argumentTexts = entry.arguments.map((argument) => argument.description);
    const exampleTexts = entry.examples.flatMap(({ command, purpose }) => [command, purpose]);
    return contains(path, ...aliases, summary, description, ...argumentTexts, ...exampleTexts);
  });
  const overview = { path: '', options: [...json.options, ...json.home_options] };
  const owners = new Map<string, string[]>();
  for (const { path, options } of [overview, ...all]) {
    for (const { name, description } of options) {
      const key = `${name}\n${description}`;
      if (contains(key)) owners.set(key, [...(owners.get(key) ?? []), path || 'dotaf']);
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
  const sections = lists
    .filter(([, items]) => items.length > 0)
    .map(([title, items]) => `${title}:\n${formatDefinitionList(items)}`);
  if (sections.length === 0) return undefined;
  return `dotaf help ${word}: where the help has this word\n\n${sections.join('\n\n')}\n`;
}
