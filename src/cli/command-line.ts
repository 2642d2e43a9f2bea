import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { Failure } from '../errors.ts';
import { version } from '../version.ts';
import type { CommandEntry, Start } from './command.ts';
import type { Context } from './context.ts';
import { addGlobalOptions, type GlobalOptions } from './global-options.ts';
import { StrictCommand, UnknownWord, wordsOf } from './usage-errors.ts';

export interface Group {
  summary: string;
  commands: Tree;
}

/** Commands, by the words that are typed for them. */
export type Tree = Readonly<Record<string, CommandEntry | Group>>;

/**
 * The command line of dotaf for commander, with its global options and no command yet. It neither
 * prints nor exits by itself.
 */
export function createProgram() {
  const bare = new StrictCommand('dotaf')
    .description('The command-line tool for resellers of .af domains')
    .exitOverride()
    .helpOption(false)
    .helpCommand(false);
  return addGlobalOptions(bare);
}

/**
 * Adds the command that the words name, or every command where they name none: each takes time to
 * declare, and a run needs only its own.
 */
export function addCommands(
  parent: CommandUnknownOpts,
  [word = '', ...others]: readonly string[],
  tree: Tree,
  start: Start,
): void {
  const isMeant = ([name, entry]: [string, CommandEntry | Group]) =>
    name === word || ('alias' in entry && entry.alias === word);
  const all = Object.entries(tree);
  const meant = all.filter(isMeant);
  for (const [name, entry] of meant.length > 0 ? meant : all) {
    const command = parent
      .command(name)
      .description(entry.summary)
      .helpOption(false)
      .helpCommand(false);
    if ('alias' in entry && entry.alias !== undefined) command.alias(entry.alias);
    if ('attach' in entry) entry.attach(command, start);
    else addCommands(command, others, entry.commands, start);
  }
}

/**
 * Runs the command that was typed.
 *
 * @param home what `dotaf` alone does in place of its help, if these options ask for it
 * @returns the text that was asked for in its place: the version, or a JSON Schema
 * @throws Failure `usage`
 */
export async function runCommandLine(
  ...line: Parameters<typeof runKnownWords>
): Promise<string | undefined> {
  try {
    return await runKnownWords(...line);
  } catch (error) {
    if (!(error instanceof UnknownWord)) throw error;
    const { correction } = await import('./correction.ts');
    throw correction(error);
  }
}

async function runKnownWords(
  program: ReturnType<typeof createProgram>,
  argv: readonly string[],
  tree: Tree,
  start: Start,
  home?: (options: GlobalOptions) => ((context: Context) => Promise<number>) | undefined,
): Promise<string | undefined> {
  // This reads the global options wherever they are typed; a command reads what is left.
  const { operands, unknown } = program.parseOptions([...argv]);
  const { help, version: isVersionAsked, jsonSchema } = program.opts();
  if (isVersionAsked) return `${version}\n`;
  addCommands(program, operands, tree, start);
  const { command, words } = findCommand(program, operands);
  const isGroup = command.commands.length > 0;
  const [word] = words;
  const [option] = unknown;
  if (isGroup && word !== undefined) throw new UnknownWord(command, word);
  const path = wordsOf(command);
  if (help) return explain(program, path, tree, start);
  if (jsonSchema) return schemaOf(tree, path);
  const showHome = command === program && option === undefined ? home?.(program.opts()) : undefined;
  if (showHome !== undefined) {
    await start(program, showHome);
    return undefined;
  }
  if (isGroup && option === undefined) return explain(program, path, tree, start);
  if (isGroup && option !== undefined) {
    // Before its command nobody knows whether an unknown option has a value.
    const isCommand = (one: string) => command.commands.some((inner) => inner.name() === one);
    const others = unknown.slice(Math.max(0, unknown.findIndex(isCommand)));
    throw new UnknownWord(findCommand(command, others).command, option, true);
  }
  // After `--` every word is an operand, also one that begins with a hyphen.
  const rest = unknown.length === 0 ? ['--', ...words] : [...words, ...unknown];
  await command.parseAsync(rest, { from: 'user' });
  return undefined;
}

/** `--help` is another word for the command `help`, whatever else stands on the line. */
async function explain(
  program: ReturnType<typeof createProgram>,
  path: readonly string[],
  tree: Tree,
  start: Start,
): Promise<undefined> {
  const isDeclared = program.commands.some((command) => command.name() === 'help');
  if (!isDeclared) addCommands(program, ['help'], tree, start);
  const help = program.commands.find((command) => command.name() === 'help');
  for (const option of program.options) {
    const name = option.attributeName();
    if (!['color', 'profile'].includes(name)) program.setOptionValue(name, undefined);
  }
  await help?.parseAsync(['--', ...path], { from: 'user' });
}

async function schemaOf(tree: Tree, path: readonly string[]): Promise<string> {
  const { commandSchema, failureSchema } = await import('./json-schema.ts');
  if (path.length === 0) return failureSchema();
  const entry = entryAt(tree, path);
  if (entry?.kind !== undefined) return commandSchema(entry, path.join(' '));
  throw new Failure('usage', `'${path.join(' ')}' prints no JSON`, {
    hint: 'name a command that does: dotaf domains ls --json-schema',
  });
}

/** The command that the words name; undefined for a group. */
export function entryAt(
  tree: Tree,
  [word = '', ...others]: readonly string[],
): CommandEntry | undefined {
  const entry = tree[word];
  if (entry === undefined || 'attach' in entry) return entry;
  return others.length === 0 ? undefined : entryAt(entry.commands, others);
}

/** Follows the words down the tree. */
function findCommand(
  command: CommandUnknownOpts,
  words: string[],
): { command: CommandUnknownOpts; words: string[] } {
  const [first = '', ...others] = words;
  const inner = command.commands.find((candidate) =>
    [candidate.name(), ...candidate.aliases()].includes(first),
  );
  return inner ? findCommand(inner, others) : { command, words };
}
