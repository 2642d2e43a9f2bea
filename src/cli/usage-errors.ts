import { Command, type CommandUnknownOpts, type Option } from '@commander-js/extra-typings';
import { Failure } from '../errors.ts';

/** A word that stands where a command should; the correction is loaded for it alone. */
export class UnknownCommand extends Error {
  readonly group: CommandUnknownOpts;
  readonly words: readonly string[];

  /** @param words the unknown one, and what stands behind it without options */
  constructor(group: CommandUnknownOpts, words: readonly string[]) {
    super('unknown command');
    this.group = group;
    this.words = words;
  }
}

/** An option that a command does not have, as it was typed: `--limit=5`. */
export class UnknownOption extends Error {
  readonly command: CommandUnknownOpts;
  readonly flag: string;

  constructor(command: CommandUnknownOpts, flag: string) {
    super('unknown option');
    this.command = command;
    this.flag = flag;
  }
}

/**
 * A command whose parse errors are failures with a next step. commander calls these methods itself;
 * its own report what is wrong only as English text.
 */
export class StrictCommand extends Command {
  override createCommand(name?: string): StrictCommand {
    return new StrictCommand(name);
  }

  unknownOption(flag: string): never {
    throw new UnknownOption(this, flag);
  }

  unknownCommand(): never {
    throw new UnknownCommand(this, this.args);
  }

  missingArgument(name: string): never {
    throw usageError(this, `<${name}> is missing`);
  }

  optionMissingArgument({ long, flags }: Option): never {
    throw usageError(this, `${long} needs a value: ${flags}`);
  }

  /** The words themselves may be a secret, so they are not repeated. */
  _excessArguments(): never {
    const { length } = this.registeredArguments;
    const allowed = ['no arguments', 'one argument at most', 'two arguments at most'][length];
    const hasSearch = this.options.some(({ long }) => long === '--search');
    const guess = hasSearch ? '--search <text> finds names; ' : '';
    throw usageError(this, `${pathOf(this)} takes ${allowed}`, guess);
  }
}

export function usageError(command: CommandUnknownOpts, message: string, guess = ''): Failure {
  return new Failure('usage', message, {
    hint: `${guess}${pathOf(command)} --help shows what there is`,
  });
}

/** A word that is long or contains spaces is hardly a typo, and may be a secret. */
export function quoted(word: string): string {
  return word.length <= 24 && !/\s/.test(word) ? `'${word}'` : 'on this line';
}

/** The command and its parents, the innermost first. */
export function lineageOf(command: CommandUnknownOpts): CommandUnknownOpts[] {
  return [command, ...(command.parent ? lineageOf(command.parent) : [])];
}

export function rootOf(command: CommandUnknownOpts): CommandUnknownOpts {
  return command.parent ? rootOf(command.parent) : command;
}

/** The words that lead to a command: `domains`, `ls`. */
export function wordsOf(command: CommandUnknownOpts): string[] {
  return lineageOf(command)
    .slice(0, -1)
    .map((one) => one.name())
    .reverse();
}

function pathOf(command: CommandUnknownOpts): string {
  return [rootOf(command).name(), ...wordsOf(command)].join(' ');
}
