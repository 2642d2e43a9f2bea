import { type Argument, type CommandUnknownOpts, Help } from '@commander-js/extra-typings';
import { findCommand } from '../cli/command-line.ts';
import { pathOf, subcommandNames, UnknownWord } from '../cli/parser.ts';
import type { Described, Description } from './describe.ts';
import { itemLines, topics } from './topics.ts';

export const maxColumns = 80;

/** @param words none for the first page @throws UnknownWord for words that name nothing */
export function helpPage(
  described: Description,
  words: readonly string[],
  { columns = maxColumns, heading = (text: string) => text } = {},
): string {
  const { program, overview } = described;
  const [name = ''] = words;
  const topic = topics.get(name);
  const help = helpIn(columns, heading);
  if (topic !== undefined) {
    const text = topic.text(program).trim();
    if (topic.isFile) return `${text}\n`;
    const paragraphs = text.replace(/(?<=[^\n:])\n(?=\S)/g, ' ');
    return laidOut(`dotaf help ${name}: ${topic.summary}\n\n${paragraphs}\n`, help);
  }
  const found = findDescribed(described, words);
  const command = found?.command ?? program;
  const partsOf = (one: CommandUnknownOpts) => help.formatHelp(one, help).trim().split('\n\n');
  const [usage = '', ...lists] = partsOf(command);
  const parts = [
    // The usage of a command without options and arguments ends in a blank.
    usage.trimEnd(),
    laidOut(`${command.summary()}. ${command.description()}`.trim(), help),
    ...(found === undefined ? [firstSteps] : examplesOf(found)).map((text) => laidOut(text, help)),
    ...lists,
    ...(found === undefined ? partsOf(overview).slice(1) : []),
    laidOut(found === undefined ? endOfFirstPage : endOf(found), help),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** @returns undefined for the program itself. @throws UnknownWord for words that are no command */
export function findDescribed({ program, all }: Description, words: readonly string[]) {
  const { command, rest } = findCommand(program, words);
  const [unknown] = rest;
  if (unknown !== undefined) {
    const path = pathOf(command);
    const known = path.length > 0 ? [] : [...topics.keys()];
    // A topic is no answer where JSON is asked for.
    const names = topics.has(unknown) ? [] : [...subcommandNames(command), ...known];
    throw new UnknownWord(path, unknown, names);
  }
  return all.find((one) => one.command === command);
}

function helpIn(columns: number, heading: (text: string) => string): Help {
  return Object.assign(new Help(), {
    helpWidth: columns,
    minWidthToWrap: 1,
    styleTitle: heading,
    // The page has the description before the examples.
    commandDescription: () => '',
    subcommandTerm: (command: CommandUnknownOpts) => command.name(),
    argumentDescription: ({ description }: Argument) => description,
    // Options of every command have a page of their own.
    visibleOptions: ({ commands, options }: CommandUnknownOpts) =>
      commands.length > 0 ? [] : options,
  });
}

const firstSteps = `dotaf alone shows the week: balance, what expires, what has changed.
First steps: dotaf check kabul.af --sandbox (needs no account), dotaf auth login`;

const endOfFirstPage = `Topics (dotaf help <topic>):
${itemLines([...topics].map(([name, { summary }]) => [name, summary]))}`;

function endOf({ json: { fields } }: Described): string {
  const names = fields.map(({ name }) => name).join(', ');
  const seeAlso = 'See also: dotaf help options, dotaf help exit-codes';
  return names === '' ? seeAlso : `Fields: ${names}\n${seeAlso}`;
}

function examplesOf({ json: { examples } }: Described): string[] {
  const lines = examples.map(({ command, purpose }) => `\n  # ${purpose}\n  ${command}`);
  return lines.length > 0 ? [`Examples:${lines.join('')}`] : [];
}

/** Wraps paragraphs, and what a term means; an indented line without a term is to be typed. */
function laidOut(text: string, help: Help): string {
  const layOut = (line: string) => {
    const [, term, meaning] = /^ {2}(\S.*?) {2,}(\S.*)$/.exec(line) ?? [];
    if (term !== undefined && meaning !== undefined) {
      return help.formatItem(term, line.length - meaning.length - 4, meaning, help);
    }
    if (line.startsWith(' ')) return line;
    const wrapped = help.boxWrap(line, help.helpWidth ?? maxColumns);
    return wrapped.replace(/^[\w ,-]+:(?= |$)/, (heading) => help.styleTitle(heading));
  };
  return text.split('\n').map(layOut).join('\n');
}
