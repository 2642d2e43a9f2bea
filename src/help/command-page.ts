import { type CommandUnknownOpts, Help, type Option } from '@commander-js/extra-typings';
import { exits } from '../errors.ts';
import type { CommandHelp } from './command-help.ts';
import { type Described, isGroup } from './describe.ts';
import type { Item, Page, Section } from './page.ts';

const layout = new Help();

export function commandPage(described: Described, program: CommandUnknownOpts): Page {
  const { command, path, help } = described;
  const summary = command.description();
  const sections: Section[] = [
    { blocks: [`${summary}. ${help.description}`] },
    { ...section('Commands', commandItems(command)), isOutOfManual: true },
    section('Arguments', argumentItems(command)),
    section('Options', command.options.map(optionItem)),
    { title: 'Examples', blocks: [{ lines: help.examples }] },
    ...(isGroup(described) ? [] : answerSections(described, program)),
    {
      title: 'See also',
      isOutOfManual: true,
      isInline: true,
      blocks: [help.related.map((words) => `dotaf ${words}`).join(', ')],
    },
  ];
  return {
    name: `dotaf ${path}`,
    summary,
    usage: usageOf(command),
    sections: sections.filter(({ blocks }) => blocks.length > 0),
  };
}

export function optionItem(option: Option): Item {
  return [layout.optionTerm(option), layout.optionDescription(option)];
}

/** The codes that mean something of their own to a command. */
export function exitCodeItems({ exitCodes = {} }: CommandHelp) {
  return exits.flatMap(([code, , meaning]) =>
    code in exitCodes ? [[String(code), exitCodes[code] ?? meaning] as const] : [],
  );
}

/** Behind the name of a command, in the order in which it is usually typed. */
function usageOf(command: CommandUnknownOpts): string {
  const isGroup = command.commands.length > 0;
  const words = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [...(isGroup ? ['<command>'] : words), '[options]'].join(' ');
}

function commandItems(command: CommandUnknownOpts) {
  return command.commands.map((inner) => [inner.name(), inner.description()] as const);
}

function argumentItems(command: CommandUnknownOpts) {
  return command.registeredArguments.map(
    (argument) => [argument.name(), argument.description] as const,
  );
}

function answerSections({ help, fields }: Described, program: CommandUnknownOpts): Section[] {
  return [
    section('Exit codes (dotaf help exit-codes)', exitCodeItems(help)),
    {
      title: 'Fields of --json and --fields',
      blocks: fields.length > 0 ? [fields.join(', ')] : [],
    },
    {
      title: 'Global options (dotaf help options)',
      isOutOfManual: true,
      blocks: [program.options.flatMap(({ long }) => long ?? []).join(' ')],
    },
  ];
}

function section(title: string, items: readonly Item[]): Section {
  return { title, blocks: items.length > 0 ? [{ items }] : [] };
}
