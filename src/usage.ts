import type { Command, CommanderError } from 'commander';
import type { GlobalOptions } from './context.ts';
import { Failure } from './errors.ts';

/** How failures are to be told, before the command line has been parsed. */
export function optionsAtFirstSight(argv: readonly string[]): GlobalOptions {
  const words = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length);
  const isJson = words.some((word) => word === '--json' || /^--jq(=|$)/.test(word));
  return { input: true, json: isJson, ...(words.includes('--no-color') && { color: false }) };
}

/** A command line that cannot be parsed. Nothing that could be a secret is repeated. */
export function usageFailure(
  { message }: CommanderError,
  argv: readonly string[],
  program: Command,
): Failure {
  const [first = '', suggestion] = message.replace(/^error: /, '').split('\n');
  if (/--(api-)?(secret|password|token)\b/.test(first)) {
    return new Failure('usage', 'the secret is never an argument, where others could read it', {
      hint: 'dotaf auth login --secret-stdin < secret.txt',
    });
  }
  const guess = /\(Did you mean (.+?)\?\)/.exec(suggestion ?? '')?.[1];
  return new Failure(
    'usage',
    withoutValues(first.charAt(0).toLowerCase() + first.slice(1).replace(/\.$/, '')),
    {
      hint: `${guess === undefined ? '' : `did you mean ${guess}? `}${commandLine(argv, program)} --help shows what there is`,
    },
  );
}

/** Values typed onto an unknown option, and words that are no plausible slip of a command. */
function withoutValues(message: string): string {
  return message
    .replace(/'(--[\w-]+)=[^']*'/, "'$1'")
    .replace(/'(-[A-Za-z])[^-'\s][^'\s]*'/, "'$1'")
    .replace(/'[^'\s]{25,}'/, 'on this line');
}

/** The command that was meant, as far as it is known: `dotaf domains ls`. */
function commandLine(argv: readonly string[], program: Command): string {
  const words = [program.name()];
  let command = program;
  for (const word of argv) {
    const inner = command.commands.find((candidate) => candidate.name() === word);
    if (!inner) continue;
    words.push(word);
    command = inner;
  }
  return words.join(' ');
}
