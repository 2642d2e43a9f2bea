import { Argument, Option } from 'commander';
import { type Action, actions, parseAction } from '../core/actions.ts';
import { parseSpan, type Span } from '../core/dates.ts';
import { type Decimal, isDecimal } from '../core/money.ts';
import { parseYears } from '../core/years.ts';
import { Failure } from '../errors.ts';
import { type Fault, faultKinds, parseFault } from '../sandbox/faults.ts';

/*
 * How the values of options are read: each gives a parser for commander that knows the option it
 * is for, so that a bad value is refused by name and with the way on.
 */

/** @throws Failure `usage` when an option is given without the one that it only makes sense with */
export function needs(option: string, isGiven: boolean, other: string, hasOther: boolean): void {
  if (!isGiven || hasOther) return;
  throw new Failure('usage', `${option} needs ${other}`, {
    hint: `add ${other}, or leave ${option} out`,
  });
}

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
export function choiceOption(
  flags: string,
  description: string,
  choices: readonly string[],
  fallback?: string,
): Option {
  const option = new Option(flags, description).choices(choices);
  const name = option.long ?? flags;
  const find = (text: string) => choices.find((candidate) => candidate === text.toLowerCase());
  option.argParser(parsed(name, find, `choose ${choices.join(', ')}`));
  return fallback === undefined ? option : option.default(fallback);
}

/** An option whose value is a list, with its default as a person would type it. */
export function listOption<Value>(
  flags: string,
  description: string,
  parse: (text: string, before: Value[]) => Value[],
  fallback: { value: Value[]; shown: string },
): Option {
  return new Option(flags, description).argParser(parse).default(fallback.value, fallback.shown);
}

/** @throws Failure `usage` when a text of one form alone is asked for in another */
export function refuseFormats(
  own: { names?: true; ics?: true; columns?: string },
  formats: { json?: boolean; jq?: string; csv?: boolean; fields?: string },
): void {
  const asked = own.names
    ? '--names'
    : own.ics
      ? '--ics'
      : own.columns !== undefined && '--columns';
  const format = Object.entries(formats).find(
    ([name, value]) => ['json', 'jq', 'csv', 'fields'].includes(name) && value !== undefined,
  );
  if (!asked || !format) return;
  throw new Failure('usage', `${asked} and --${format[0]} exclude each other`, {
    hint: '--fields chooses what JSON, CSV and tables show',
  });
}

/** An option that makes no sense beside some others, by their names in camel case. */
export function excluding(flags: string, description: string, others: string[]): Option {
  return new Option(flags, description).conflicts(others);
}

/** A positional argument; `choices` are for completion, the command itself refuses what it does not know. */
export function argument(
  notation: string,
  description: string,
  choices?: readonly string[],
): Argument {
  const positional = new Argument(notation, description);
  if (choices) positional.argChoices = [...choices];
  return positional;
}

export function wholeNumber(
  option: string,
  least: number,
  most = 999_999,
): (text: string) => number {
  const isFine = (text: string) =>
    /^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return parsed(
    option,
    (text) => (isFine(text) ? Number(text) : undefined),
    `a whole number, ${least} to ${most}`,
  );
}

export function decimal(option: string, least: 'any' | 'positive'): (text: string) => Decimal {
  return parsed(
    option,
    (text) => {
      const isFine =
        isDecimal(text) && (least === 'any' || (!text.startsWith('-') && /[1-9]/.test(text)));
      return isFine ? text : undefined;
    },
    `a decimal number${least === 'positive' ? ' over 0' : ''}, such as 50 or 12.50`,
  );
}

export function yearRange(option: string): (text: string) => number[] {
  return parsed(option, parseYears, 'whole years: 1, a range 1-5, or a list 1,2,5');
}

export function span(option: string): (text: string) => Span {
  return parsed(option, parseSpan, 'days, weeks or months: 90d, 12w, 3m');
}

export function actionList(option: string): (text: string) => Action[] {
  return parsed(
    option,
    (text) => {
      const list = text.split(',').map(parseAction);
      return list.every((action) => action !== undefined) ? [...new Set(list)] : undefined;
    },
    `one or more of ${actions.join(', ')}, with commas between`,
  );
}

export function faultList(option: string): (text: string, before: Fault[]) => Fault[] {
  const parse = parsed(
    option,
    parseFault,
    `a kind and a percentage, such as 500:20; kinds are ${faultKinds.join(', ')}`,
  );
  return (text, before) => [...before, ...text.split(',').map(parse)];
}
