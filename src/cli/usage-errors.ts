import { Command, type CommandUnknownOpts, type Option } from '@commander-js/extra-typings';
import { closest } from '../core/closest.ts';
import { Failure } from '../errors.ts';

/**
 * A command whose parse errors are failures with a next step. commander calls these methods itself;
 * its own report what is wrong only as English text.
 */
export class StrictCommand extends Command {
  override createCommand(name?: string): StrictCommand {
    return new StrictCommand(name);
  }

  unknownOption(flag: string): never {
    throw unknownOption(this, flag);
  }

  unknownCommand(): never {
    const [word = ''] = this.args;
    throw unknownCommand(this, word);
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

/** A value may be a secret, so only the name is repeated: `--kay=…`, `-kvalue`. */
export function unknownOption(command: CommandUnknownOpts, flag: string): Failure {
  const name = flag.startsWith('--') ? flag.replace(/=[\s\S]*$/, '') : flag.slice(0, 2);
  if (/^--(api-)?(secret|password|token)$/.test(name) || /^--secret-stdin=/.test(flag)) {
    return new Failure('usage', 'the secret is never an argument, where others could read it', {
      hint: 'dotaf auth login --secret-stdin < secret.txt',
    });
  }
  const options = lineageOf(command).flatMap((one) => one.options);
  const known = options.flatMap(({ long }) => long ?? []);
  return usageError(command, `unknown option ${quoted(name)}`, closest(name, known));
}

export function unknownCommand(group: CommandUnknownOpts, word: string): Failure {
  const names = group.commands.map((command) => command.name());
  return usageError(group, `unknown command ${quoted(word)}`, closest(word, names));
}

/** The command and its parents, the innermost first. */
function lineageOf(command: CommandUnknownOpts): CommandUnknownOpts[] {
  return [command, ...(command.parent ? lineageOf(command.parent) : [])];
}

/** `dotaf domains ls` */
function pathOf(command: CommandUnknownOpts): string {
  return lineageOf(command)
    .map((one) => one.name())
    .reverse()
    .join(' ');
}

function usageError(command: CommandUnknownOpts, message: string, guess?: string): Failure {
  const question = guess === undefined ? '' : `did you mean ${guess}? `;
  return new Failure('usage', message, {
    hint: `${question}${pathOf(command)} --help shows what there is`,
  });
}

/** A word that is long or contains spaces is hardly a typo, and may be a secret. */
function quoted(word: string): string {
  return word.length <= 24 && !/\s/.test(word) ? `'${word}'` : 'on this line';
}
