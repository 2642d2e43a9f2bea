import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { guessOf } from '../core/closest.ts';
import { parseTimeSpan, type TimeSpan } from '../core/dates.ts';
import { parseYears } from '../core/periods.ts';
import { type Action, actions, parseAction } from '../core/service-words.ts';
import { Failure } from '../errors.ts';
import { type OptionSection, preferenceOptions } from '../settings/preferences.ts';

export function parsed<Value>(
  option: string,
  parse: (text: string) => Value | undefined,
  hint: string | ((text: string) => string),
): (text: string) => Value {
  return (text) => {
    const value = parse(text);
    if (value !== undefined) return value;
    throw new Failure('usage', `${option} cannot be '${text}'`, {
      hint: typeof hint === 'string' ? hint : hint(text),
    });
  };
}

/** @param synonyms other words for the choices, in lower case */
export function choiceOption<Flags extends string, const Choice extends string>(
  flags: Flags,
  description: string,
  choices: readonly Choice[],
) {
  const option = new Option(flags, description);
  const find = (text: string) => choices.find((choice) => choice === text.trim().toLowerCase());
  const hint = choiceHint(choices);
  return option.choices(choices).argParser<Choice>(parsed(option.long ?? flags, find, hint));
}

export function choiceHint(choices: readonly string[]): (text: string) => string {
  return (text) => `${guessOf(text.trim(), choices)}choose ${choices.join(', ')}`;
}

/** An option that adds up when it is given several times. */
export class ListOption<Flags extends string> extends Option<Flags> {}

export function listOption<Flags extends string, Item>(
  flags: Flags,
  description: string,
  parse: (text: string) => Item[],
) {
  const option = new ListOption(flags, description);
  // commander hands the default over as what was given before.
  const add = (text: string, before?: Item[]) => [
    ...new Set([...(before === option.defaultValue ? [] : (before ?? [])), ...parse(text)]),
  ];
  return option.argParser<Item[]>(add);
}

/** Keeps a list of words as it was typed, with commas between, until somebody knows the words. */
export function wordsOption<Flags extends string>(flags: Flags, description: string) {
  const add = (text: string, before?: string) =>
    before === undefined ? text : `${before},${text}`;
  return new ListOption(flags, description).argParser<string>(add);
}

/** An option that takes one value is refused with two, of which one would be lost unseen. */
export function refuseSecondValues(command: CommandUnknownOpts): void {
  for (const option of command.options) {
    if (!option.required || option instanceof ListOption) continue;
    let first: string | undefined;
    command.on(`option:${option.name()}`, (text: string) => {
      first ??= text;
      if (text === first) return;
      // The values are not repeated, since they may be a key.
      throw new Failure('usage', `${option.long} takes one value, and two were given`, {
        hint: `give ${option.flags} once`,
      });
    });
  }
}

/** Declares the options that set preferences for one run; the settings read them by name. */
export function addPreferences<Typed extends CommandUnknownOpts>(
  command: Typed,
  section: OptionSection,
): Typed {
  for (const { flags, description, isList } of preferenceOptions(section)) {
    command.addOption(isList ? wordsOption(flags, description) : new Option(flags, description));
  }
  return command;
}

export function wholeNumber(option: string, min: number, max = 999_999): (text: string) => number {
  const parse = (text: string) => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
  return parsed(option, parse, `a whole number, ${min} to ${max}`);
}

export function yearRange(option: string): (text: string) => number[] {
  return parsed(option, parseYears, 'whole years, 1 or more: 1, a range 1-5, or a list 1,2,5');
}

export function timeSpan(option: string): (text: string) => TimeSpan {
  const hint = 'a time span such as 30d, 12w, 3m, 1y, 2026-12-31 or 2026-12';
  return parsed(option, parseTimeSpan, hint);
}

export function actionList(option: string): (text: string) => Action[] {
  const hint = (text: string) => {
    const unknown = text.split(',').find((part) => parseAction(part) === undefined) ?? '';
    return `${guessOf(unknown, actions)}one or more of ${actions.join(', ')}, with commas between`;
  };
  return parsed(option, (text) => everyPart(text, parseAction), hint);
}

export function everyPart<Item>(text: string, parse: (part: string) => Item | undefined) {
  const items = text.split(',').map(parse);
  return items.every((item) => item !== undefined) ? items : undefined;
}
