import { Argument, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { parseSpan, type Span } from '../core/dates.ts';
import { type Decimal, isDecimal } from '../core/money.ts';
import { parseYears } from '../core/periods.ts';
import { type Action, actions, parseAction } from '../core/service-words.ts';
import { Failure } from '../errors.ts';
import {
  knownPreference,
  type OptionSection,
  preferenceNames,
  preferenceOptions,
} from '../settings/preferences.ts';

/*
 * Parsers of option values for commander. Each knows the option that it is for, so that a bad value
 * is refused by name and with the next step.
 */

export function parsed<Value>(
  option: string,
  parse: (text: string) => Value | undefined,
  hint: string,
): (text: string) => Value {
  return (text) => {
    const value = parse(text);
    if (value !== undefined) return value;
    throw new Failure('usage', `${option} cannot be '${text}'`, { hint });
  };
}

/** An option that takes one of a few words; help and completion list them. */
export function choiceOption<Flags extends string, const Choice extends string>(
  flags: Flags,
  description: string,
  choices: readonly Choice[],
) {
  const option = new Option(flags, description);
  const find = (text: string) => choices.find((choice) => choice === text.toLowerCase());
  return option
    .choices(choices)
    .argParser<Choice>(parsed(option.long ?? flags, find, `choose ${choices.join(', ')}`));
}

/**
 * An option whose value is a list with commas between; given several times, it adds up.
 *
 * @param fallback its default, as a person would type it
 */
export function listOption<Flags extends string, Item>(
  flags: Flags,
  description: string,
  parse: (text: string) => Item[],
  fallback: { value: Item[]; shown: string },
) {
  const add = (text: string, before: Item[]) => [
    ...new Set(before === fallback.value ? parse(text) : [...before, ...parse(text)]),
  ];
  return new Option(flags, description)
    .argParser<Item[]>(add)
    .default(fallback.value, fallback.shown);
}

/** Declares the options that set preferences for one run; the settings read them by name. */
export function addPreferences<Typed extends CommandUnknownOpts>(
  command: Typed,
  section: OptionSection,
): Typed {
  for (const [flags, description] of preferenceOptions(section)) command.option(flags, description);
  return command;
}

/** An argument that is one of a few words; help and completion list them. */
export function choiceArgument<Notation extends string, Choice extends string>(
  notation: Notation,
  description: string,
  choices: readonly Choice[],
  parse: (text: string) => Choice,
) {
  const argument = new Argument(notation, description);
  argument.argChoices = [...choices];
  return argument.argParser<Choice>(parse);
}

/** The name of a preference; help and completion list them. */
export function preferenceArgument() {
  return choiceArgument('<key>', 'the preference', preferenceNames, knownPreference);
}

export function wholeNumber(option: string, min: number, max = 999_999): (text: string) => number {
  const parse = (text: string) => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
  return parsed(option, parse, `a whole number, ${min} to ${max}`);
}

export function decimal(option: string): (text: string) => Decimal {
  const parse = (text: string) => (isDecimal(text) ? text : undefined);
  return parsed(option, parse, 'a decimal number, such as 50 or 12.50');
}

export function yearRange(option: string): (text: string) => number[] {
  return parsed(option, parseYears, 'whole years: 1, a range 1-5, or a list 1,2,5');
}

export function span(option: string): (text: string) => Span {
  return parsed(option, parseSpan, 'days, weeks or months: 90 or 90d, 12w, 3m');
}

/** `30d,7d`; given several times, it adds up. */
export function spanList(option: string): (text: string, before?: Span[]) => Span[] {
  const hint = 'days, weeks or months, with commas between: 30d,7d';
  const read = parsed(option, (text) => everyPart(text, parseSpan), hint);
  return (text, before = []) => [...before, ...read(text)];
}

export function actionList(option: string): (text: string) => Action[] {
  const hint = `one or more of ${actions.join(', ')}, with commas between`;
  return parsed(option, (text) => everyPart(text, parseAction), hint);
}

/** Every part of a list with commas, or undefined when one cannot be read. */
export function everyPart<Item>(text: string, parse: (part: string) => Item | undefined) {
  const items = text.split(',').map(parse);
  return items.every((item) => item !== undefined) ? items : undefined;
}
