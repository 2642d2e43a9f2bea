import type { Command, CommanderError } from 'commander';
import { Failure } from '../errors.ts';
import type { GlobalOptions } from './context.ts';

/** How failures are to be told, before the command line has been parsed. */
export function optionsAtFirstSight(argv: readonly string[]): GlobalOptions {
  const words = beforeDashes(argv);
  const isJson = words.some((word) => word === '--json' || /^--jq(=|$)/.test(word));
  return { input: true, json: isJson, ...(words.includes('--no-color') && { color: false }) };
}

/** The line without a question for help on a command that there is not: it is told so instead. */
export function aboutWhatThereIs(argv: readonly string[], program: Command): readonly string[] {
  const others = argv.filter((word) => word !== '-h' && word !== '--help');
  if (others.length === argv.length) return argv;
  let command = program;
  for (const word of program.parseOptions([...others]).operands) {
    const inner = command.commands.find((candidate) => candidate.name() === word);
    if (inner === undefined) return command.commands.length > 0 ? others : argv;
    command = inner;
  }
  return argv;
}

/** A command line that cannot be parsed. Nothing that could be a secret is repeated. */
export function usageFailure(
  error: CommanderError,
  argv: readonly string[],
  program: Command,
): Failure {
  // What was typed may itself hold quotes and line ends.
  const typed = /'([\s\S]*)'/.exec(error.message)?.[1] ?? '';
  const isOption = error.code === 'commander.unknownOption';
  if (isOption && /^--(api-)?(secret|password|token)(=|$)|^--secret-stdin=/.test(typed)) {
    return new Failure('usage', 'the secret is never an argument, where others could read it', {
      hint: 'dotaf auth login --secret-stdin < secret.txt',
    });
  }
  const guess = /\(Did you mean (.+?)\?\)$/.exec(error.message)?.[1];
  return new Failure('usage', isOption ? unknownOption(typed) : sentence(error, typed), {
    hint: `${guess === undefined ? '' : `did you mean ${guess}? `}${commandLine(argv, program)} --help shows what there is`,
  });
}

/** The name alone, without the value that was typed onto it: `--kay=…`, `-kvalue`. */
function unknownOption(typed: string): string {
  const name = typed.startsWith('--') ? typed.replace(/=[\s\S]*$/, '') : typed.slice(0, 2);
  return `unknown option ${quoted(name)}`;
}

/** In the words of commander, without a word that is no plausible slip of a command. */
function sentence({ code, message }: CommanderError, typed: string): string {
  if (code === 'commander.unknownCommand') return `unknown command ${quoted(typed)}`;
  const [first = ''] = message.replace(/^error: /, '').split('\n');
  return first.replace(/\.$/, '').replace(/\. Expected /, ': expected ');
}

function quoted(word: string): string {
  return word.length <= 24 && !/\s/.test(word) ? `'${word}'` : 'on this line';
}

/** The command that was meant, as far as it is known: `dotaf domains ls`. */
function commandLine(argv: readonly string[], program: Command): string {
  const names = [program.name()];
  let command = program;
  let isValue = false;
  for (const word of beforeDashes(argv)) {
    const inner = command.commands.find((candidate) => candidate.name() === word);
    if (inner && !isValue) {
      names.push(word);
      command = inner;
    }
    isValue = takesValue(word, command, program);
  }
  return names.join(' ');
}

/** Whether the next word belongs to this one. */
function takesValue(word: string, ...commands: readonly Command[]): boolean {
  const options = commands.flatMap((command) => command.options);
  return options.some((option) => option.required && [option.short, option.long].includes(word));
}

function beforeDashes(argv: readonly string[]): readonly string[] {
  return argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length);
}
