import { type Argument, type CommandUnknownOpts, Help } from '@commander-js/extra-typings';
import type { Tree } from '../cli/command-line.ts';
import type { Context } from '../cli/context.ts';
import { safeJson } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { rawPrinter } from '../output/raw-json.ts';
import { type Described, type DescribedProgram, describeProgram, findCommand } from './describe.ts';
import { itemRows, topics } from './topics.ts';

export interface PageStyle {
  /** Paragraphs are wrapped to this width; lines to type stay whole. */
  columns: number;
  heading(text: string): string;
}

const maxColumns = 80;

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
  const described = describeProgram(tree);
  if (json || jq !== undefined) {
    if (topics.has(words[0] ?? '')) {
      throw new Failure('usage', 'a topic is a text', { hint: `dotaf help ${words[0]}` });
    }
    const { helpJson } = await import('./machine.ts');
    const print = await rawPrinter({ json, jq, isTerminal: output.isTerminal });
    return print(`${safeJson(await helpJson(described, words))}\n`);
  }
  const paint = await output.painter();
  return helpPage(described, words, {
    columns: output.isTerminal ? Math.min(maxColumns, surroundings.stdout.columns) : maxColumns,
    heading: (text) => paint('strong', text),
  });
}

/** @param words those of a command or a topic; none for the first page */
export function helpPage(
  described: DescribedProgram,
  words: readonly string[],
  style: PageStyle = { columns: maxColumns, heading: String },
): string {
  const { program } = described;
  const [name = ''] = words;
  const topic = topics.get(name);
  if (name === '') return commandPage(program, 'It only reads.', endOfFirstPage, style);
  if (topic === undefined) {
    const found = findCommand(described, words);
    return commandPage(found.command, found.description, endOf(found), style);
  }
  const text = topic.text(program).trim();
  if (topic.isFile) return `${text}\n`;
  const paragraphs = text.replace(/(?<=[^\n:])\n(?=\S)/g, ' ');
  return laidOut(`dotaf help ${name}: ${topic.summary}\n\n${paragraphs}\n`, helpIn(style));
}

/** commander's own layout. @param more what the page says beyond the definition of the command */
function commandPage(command: CommandUnknownOpts, more: string, end: string, style: PageStyle) {
  const help = helpIn(style);
  help.commandDescription = () => `${command.description()}. ${more}`.trim();
  // Of a command without options and arguments it ends in a blank.
  const definition = help.formatHelp(command, help).replace(' \n', '\n');
  return `${definition}\n${laidOut(end, help)}\n`;
}

function helpIn({ columns, heading }: PageStyle): Help {
  return Object.assign(new Help(), {
    helpWidth: columns,
    minWidthToWrap: 1,
    styleTitle: heading,
    subcommandTerm: (command: CommandUnknownOpts) => command.name(),
    argumentDescription: ({ description }: Argument) => description,
    // Those of every command have a page.
    visibleOptions: ({ parent, options }: CommandUnknownOpts) => (parent === null ? [] : options),
  });
}

const endOfFirstPage = `Topics: dotaf help ${[...topics.keys()].join(', ')}
Global options: dotaf help options
First steps: dotaf check kabul.af --sandbox (needs no account), dotaf auth login`;

function endOf({ examples, exitCodes, fields, related }: Described): string {
  const section = (heading: string, rows: string[]) =>
    rows.length > 0 ? [heading, ...rows, ''] : [];
  return [
    ...section(
      'Examples:',
      examples.map(([line, purpose]) => `  # ${purpose}\n  ${line}`),
    ),
    ...section('Exit codes:', itemRows(Object.entries(exitCodes))),
    ...(fields.length > 0 ? [`Fields: ${fields.join(', ')}`] : []),
    'Global options: dotaf help options',
    `See also: ${related.map((page) => `dotaf ${page}`).join(', ')}`,
  ].join('\n');
}

/** Wraps paragraphs, and what stands beside a term; an indented line without one is to be typed. */
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
