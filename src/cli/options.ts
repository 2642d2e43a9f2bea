import { Argument, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { parseTimeSpan } from '../core/dates.ts';
import { usageError } from '../errors.ts';
import { type PreferenceName, preferences } from '../settings/preferences.ts';

type CompletionSource = 'files' | 'profiles' | 'fields' | 'topics' | 'months' | readonly string[];

export class CompletableOption<Flags extends string> extends Option<Flags> {
  readonly completes;
  readonly isList;

  constructor(flags: Flags, description: string, completes?: CompletionSource, isList = false) {
    super(flags, description);
    this.completes = completes;
    this.isList = isList;
  }
}

export class CompletableArgument<Usage extends string> extends Argument<Usage> {
  readonly completes;

  constructor(usage: Usage, description: string, completes: CompletionSource) {
    super(usage, description);
    this.completes = completes;
  }
}

export function stringOption<Flags extends string, Value>(
  flags: Flags,
  description: string,
  parse: (text: string) => Value | undefined,
  hint: string,
  completes?: CompletionSource,
) {
  const option = new CompletableOption(flags, description, completes);
  return option.argParser<Value>(createArgParser(flags, parse, hint));
}

export function listOption<Flags extends string, Item>(
  flags: Flags,
  description: string,
  parse: (text: string) => Item[] | undefined,
  hint: string,
  completes?: CompletionSource,
) {
  const option = new CompletableOption(flags, description, completes, true);
  const parseItems = createArgParser(flags, parse, hint);
  return option.argParser<Item[]>((text, previous) => {
    // On the first call, `previous` is commander's default value: replace it, do not append.
    const existing = previous === undefined || previous === option.defaultValue ? [] : previous;
    return [...new Set([...existing, ...parseItems(text)])];
  });
}

export function commaSeparatedOption<Flags extends string>(
  flags: Flags,
  description: string,
  completes?: CompletionSource,
) {
  const option = new CompletableOption(flags, description, completes, true);
  return option.argParser<string>((text, previous?: string) =>
    previous === undefined ? text : `${previous},${text}`,
  );
}

export function choiceOption<Flags extends string, const Choice extends string>(
  flags: Flags,
  description: string,
  choices: readonly Choice[],
) {
  const option = new CompletableOption(flags, description).choices(choices);
  return option.argParser<Choice>(choiceParser(flags, choices));
}

export function numberOption<Flags extends string>(
  flags: Flags,
  description: string,
  min: number,
  max = Number.POSITIVE_INFINITY,
) {
  const parse = (text: string) => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
  const range = Number.isFinite(max) ? `${min} to ${max}` : `${min} or more`;
  return stringOption(flags, description, parse, `a whole number, ${range}`);
}

export function timeSpanOption<Flags extends string>(flags: Flags, description: string) {
  const hint = 'a time span such as 30d, 12w, 3m, 1y, 2026-12-31, 2026-12 or next-month';
  return stringOption(flags, description, parseTimeSpan, hint, 'months');
}

export function choiceArgument<Usage extends string, const Choice extends string>(
  usage: Usage,
  description: string,
  choices: readonly Choice[],
) {
  const argument = new Argument(usage, description).choices(choices);
  return argument.argParser<Choice>(choiceParser(usage, choices));
}

export function addPreferenceOptions<Cmd extends CommandUnknownOpts>(
  command: Cmd,
  ...names: PreferenceName[]
) {
  for (const name of names) {
    const { summary, flags = '', choices, default: defaultValue } = preferences[name];
    const description = defaultValue === '' ? summary : `${summary} (default: ${defaultValue})`;
    command.addOption(preferenceOption(flags, description, choices));
  }
  return command;
}

function preferenceOption(flags: string, description: string, choices?: readonly string[]) {
  if (flags.endsWith('<list>')) return commaSeparatedOption(flags, description);
  if (flags.endsWith('<path>')) return new CompletableOption(flags, description, 'files');
  return new CompletableOption(flags, description, choices);
}

export function parseCommaSeparated<Item>(
  text: string,
  parse: (part: string) => Item | undefined,
): Item[] | undefined {
  const items = text.split(',').map(parse);
  return items.every((item) => item !== undefined) ? items : undefined;
}

function createArgParser<Value>(
  flags: string,
  parse: (text: string) => Value | undefined,
  hint: string,
): (text: string) => Value {
  const [name] = flags.split(' ');
  return (text) => {
    const value = parse(text);
    if (value !== undefined) return value;
    throw usageError(`${name} cannot be '${text}'`, hint);
  };
}

function choiceParser<Choice extends string>(flags: string, choices: readonly Choice[]) {
  const parse = (text: string) => choices.find((choice) => choice === text);
  return createArgParser(flags, parse, `choose ${choices.join(', ')}`);
}
