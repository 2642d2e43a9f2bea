import { type Argument, type CommandUnknownOpts, Help } from '@commander-js/extra-typings';
import type { Tree } from '../cli/command-line.ts';
import type { Context } from '../cli/context.ts';
import { rawPrinter } from '../cli/raw-request.ts';
import { safeJson } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { type Described, type DescribedProgram, describeProgram, findCommand } from './describe.ts';
import { itemRows, topics } from './topics.ts';

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
    return print(`${safeJson(helpJson(described, words))}\n`);
  }
  const paint = await output.painter();
  const columns = output.isTerminal ? surroundings.stdout.columns : maxColumns;
  const heading = (text: string) => paint('strong', text);
  return helpPage(described, words, { columns: Math.min(maxColumns, columns), heading });
}

/**
 * @param words those of a command or a topic; none for the first page
 * @param columns paragraphs are wrapped to this width; lines to type stay whole
 */
export function helpPage(
  described: DescribedProgram,
  words: readonly string[],
  { columns = maxColumns, heading = (text: string) => text } = {},
): string {
  const { program } = described;
  const [name = ''] = words;
  const topic = topics.get(name);
  const help = helpIn(columns, heading);
  if (topic !== undefined) {
    const text = topic.text(program).trim();
    if (topic.isFile) return `${text}\n`;
    const paragraphs = text.replace(/(?<=[^\n:])\n(?=\S)/g, ' ');
    return laidOut(`dotaf help ${name}: ${topic.summary}\n\n${paragraphs}\n`, help);
  }
  const found = findCommand(described, words);
  const { command, description } = found ?? { command: program, description: 'It only reads.' };
  help.commandDescription = () => `${command.description()}. ${description}`.trim();
  // Of a command without options and arguments it ends in a blank.
  const definition = help.formatHelp(command, help).replace(' \n', '\n');
  return `${definition}\n${laidOut(found === undefined ? endOfFirstPage : endOf(found), help)}\n`;
}

/** commander's own layout. */
function helpIn(columns: number, heading: (text: string) => string): Help {
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

const otherTopics = [...topics.keys()].filter((name) => name !== 'options').join(', ');

const endOfFirstPage = `Topics: dotaf help options (global), ${otherTopics}
First steps: dotaf check kabul.af --sandbox (needs no account), dotaf auth login`;

function endOf({ examples, exitCodes, fields }: Described): string {
  const section = (heading: string, rows: string[]) =>
    rows.length > 0 ? [heading, ...rows, ''] : [];
  const lines = examples.map(([line, purpose]) => `  # ${purpose}\n  ${line}`);
  return [
    ...section('Examples:', lines),
    ...section('Exit codes:', itemRows(Object.entries(exitCodes))),
    ...(fields.length > 0 ? [`Fields: ${fields.join(', ')}`] : []),
    'Global options: dotaf help options',
  ].join('\n');
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
