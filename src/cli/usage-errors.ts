import { Command, type CommandUnknownOpts, type Option } from '@commander-js/extra-typings';
import { Failure } from '../errors.ts';

/** A word that no command or option is called by; the correction is loaded for it alone. */
export class UnknownWord extends Error {
  /** The command that it was typed after. */
  readonly command: CommandUnknownOpts;
  readonly word: string;
  readonly isOption: boolean;

  constructor(command: CommandUnknownOpts, word: string, isOption = false) {
    super('unknown word');
    this.command = command;
    this.word = word;
    this.isOption = isOption;
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
    throw new UnknownWord(this, flag, true);
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
    throw usageError(this, `${pathOf(this)} takes ${allowed}`);
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

/** The words that lead to a command: `domains`, `ls`. */
export function wordsOf(command: CommandUnknownOpts): string[] {
  const [, ...path] = lineageOf(command).reverse();
  return path.map((one) => one.name());
}

export function pathOf(command: CommandUnknownOpts): string {
  return ['dotaf', ...wordsOf(command)].join(' ');
}
