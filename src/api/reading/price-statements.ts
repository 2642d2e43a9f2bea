import { isObject, type JsonObject, jsonText } from '../../core/json.ts';
import { parseTld } from '../../core/names.ts';
import { type Action, actions, parseAction } from '../../core/service-words.ts';
import { excerpt } from '../../core/text.ts';
import { bare, count, text } from './values.ts';
import type { Path } from './walk.ts';
import { Speller, wordSet } from './words.ts';

export interface AskedQuote {
  tld: string;
  action: Action;
  years: number;
}

/** One fact about a price: the tld, action, period or product that it is for. */
export interface Statement {
  about: 'tld' | 'action' | 'years' | 'thing';
  isAsked: boolean;
  key: string;
  said: string;
  path: Path;
}

export const actionWords: Record<Action, ReadonlySet<string>> = {
  registration: wordSet(
    'registration register registrations registers create purchase purchasing buy buying',
  ),
  renewal: wordSet('renewal renew renewals renews'),
  transfer: wordSet('transfer transfers'),
  restore: wordSet('restore restores restoration redemption'),
};

export const priceWords = {
  own: wordSet('reseller effective net your final quoted discounted wholesale partner dealer'),
  price: wordSet('price prices pricing amount amounts quote quotes money'),
  total: wordSet('total totals'),
  cost: wordSet('cost costs'),
  fee: wordSet('fee fees charge'),
  yearly: wordSet('yearly annual annually'),
  filler: wordSet(
    'order grand decimal in cents cent minor units micros domain domains estimate value the for',
    'of product tld',
  ),
};

/** Beside a number they make a period: `2_years`, `year 2`; beside a price, that of a year. */
export const perYear = wordSet('yearly annual annually year years yr yrs y unit per');

const containers = wordSet(
  'data result results response reply rate rates source item items list lists rows records entries hits product products',
  'offer offers tld tlds extension extensions suffix action actions operations periods terms attributes',
  'node nodes edges details chk cd body payload embedded pricelist values',
);

const known = new Set(
  [...Object.values(actionWords), ...Object.values(priceWords), perYear].flatMap((words) => [
    ...words,
  ]),
);

/** The last word of a key says what the field is about. */
const fields = {
  tld: wordSet('tld tlds extension ext suffix zone domain'),
  action: wordSet('action operation op command process event for'),
  name: wordSet('label title description name product service type kind'),
  code: wordSet('code key id slug'),
  period: wordSet('year years period term duration length month months'),
  unit: wordSet('interval unit billing cycle frequency recurrence per basis'),
};

const besides = wordSet(
  'of in number num value name registration renewal transfer restore register renew billing price',
  'quote order transaction charge product contract',
);

const echoes = wordSet('request query asked input product quote order params');

const ofDomains = wordSet(
  'domain domains name names tld price prices pricing quote standard regular reseller for of year years a',
);

export const speller = new Speller([
  ...known,
  ...containers,
  ...wordSet('currency code iso selling quantity qty'),
  ...[...Object.values(fields), besides, echoes, ofDomains].flatMap((words) => [...words]),
]);

interface Told {
  words: readonly string[];
  statements: Statement[];
}

/** What a key says of the price that it holds; undefined if it names something else. */
export function saidByKey(key: string, asked: AskedQuote, isLast: boolean): Told | undefined {
  const state = (about: Statement['about'], isAsked: boolean): Statement => {
    return { about, isAsked, key, said: key, path: [key] };
  };
  const tld = key.toLowerCase().replace(/^(dot(?=\w)|\.)/, '');
  if (tld === asked.tld) return { words: [], statements: [state('tld', true)] };
  const words = speller.wordsOf(key);
  if (!isLast && words.every((word) => containers.has(word))) return { words: [], statements: [] };
  const [number, ...others] = words.filter((word) => /^\d{1,2}$/.test(word));
  const isPeriod = number !== undefined && others.length === 0;
  const isOfYear = !isPeriod && words.some((word) => perYear.has(word));
  const isKnown = words.every((word) => known.has(word) || (isPeriod && word === number));
  // The price of a year is that of the period, too, if that is one.
  const isRate = isOfYear && !(asked.years === 1 && /^re(gistration|newal)$/.test(asked.action));
  if (!isKnown || isRate) return undefined;
  const named = actions.filter((one) => words.some((word) => actionWords[one].has(word)));
  return {
    words: isPeriod ? words.filter((word) => !perYear.has(word)) : words,
    statements: [
      ...(isPeriod ? [state('years', Number(number) === asked.years)] : []),
      ...named.map((action) => state('action', action === asked.action)),
    ],
  };
}

/** Reads from the fields of an object what its prices are for. @param path of the object */
export function statementsIn(object: JsonObject, path: Path, asked: AskedQuote): Statement[] {
  return Object.entries(object).flatMap(([key, sent]) => {
    if (/^[_@$]/.test(key)) return [];
    const words = speller.wordsOf(key);
    const value = bare(sent);
    if (isObject(value) && words.every((word) => echoes.has(word)))
      return statementsIn(value, [...path, key], asked);
    const said = text(isObject(value) ? (value.code ?? value.value ?? value.name) : value) ?? '';
    const field = { words, value, said, holder: object, isOuter: path.length === 0 };
    const [about, isAsked = false] = statementOf(field, asked) ?? [];
    return about
      ? [{ about, isAsked, key, said: said || jsonText(sent), path: [...path, key] }]
      : [];
  });
}

export function otherStatement(
  object: unknown,
  asked: AskedQuote,
  about: readonly Statement['about'][],
): string | undefined {
  const statements = isObject(object) ? statementsIn(object, [], asked) : [];
  const other = statements.find((one) => !one.isAsked && about.includes(one.about));
  return other && `'${other.key}' is another than the one asked: '${excerpt(other.said, 40)}'`;
}

interface Field {
  words: readonly string[];
  value: unknown;
  said: string;
  holder: JsonObject;
  isOuter: boolean;
}

function statementOf(
  { words, value, said, holder, isOuter }: Field,
  asked: AskedQuote,
): [about: Statement['about'], isAsked: boolean] | undefined {
  const telling = words.filter((one) => !besides.has(one));
  const [word = words.at(-1) ?? '', ...others] = telling.toReversed();
  const { tld, action, name, code, period, unit } = fields;
  if (!others.every((one) => [period, unit, tld].some((set) => set.has(one)))) return undefined;
  if (tld.has(word)) {
    const found = parseTld(said);
    return found ? ['tld', found === asked.tld] : undefined;
  }
  if (name.has(word) || action.has(word) || code.has(word)) {
    const [, other] = /(?:^|\s)(\.[a-z]{2,}(?:\.[a-z]{2,})?)\b/i.exec(said) ?? [];
    if (other !== undefined && parseTld(other) !== asked.tld) return ['tld', false];
    // What calls itself by an action is for that; of several nobody knows which part is for one.
    const named = actionsIn(said);
    if (named.length > 0) return ['action', named.every((one) => one === asked.action)];
    const isThing = name.has(word) && !isOuter && said !== '' && !isOfDomains(said, asked);
    return isThing ? ['thing', false] : undefined;
  }
  if (/^(quantity|qty)$/.test(word))
    return asked.years > 1 && count(value) !== 1 ? ['years', false] : undefined;
  const isPrice = /\d[.,]\d/.test(said) || (/^\d/.test(said) && words.includes('price'));
  if (isPrice || value === null || value === '') return undefined;
  const isUnit = unit.has(word);
  // The unit of a number is told with it.
  const isOfPeriod = isUnit && Object.keys(holder).some((key) => isCountOfPeriod(key, holder));
  const years = isUnit || period.has(word) ? yearsIn(value, words, isUnit, holder) : undefined;
  // A rate is that of one year.
  const isRate = isUnit && years === 1;
  if (years === undefined || isOfPeriod || (isRate && asked.years === 1)) return undefined;
  return ['years', years === asked.years && !isRate];
}

function actionsIn(said: string): Action[] {
  const exact = parseAction(said);
  const words = speller.wordsOf(said.toLowerCase());
  return actions.filter((one) => one === exact || words.some((word) => actionWords[one].has(word)));
}

function isOfDomains(said: string, { tld }: AskedQuote): boolean {
  const isOurs = (word: string) => ofDomains.has(word) || tld.split('.').includes(word);
  return (
    said.toLowerCase().endsWith(`.${tld}`) || speller.wordsOf(said.toLowerCase()).every(isOurs)
  );
}

const monthsOf = new Map(
  Object.entries({
    'y yr yrs year years yearly annual annually annum': 12,
    'm mo month months monthly': 1,
    'biennial biennially': 24,
    'week weeks day days hour hours weekly daily hourly quarter quarterly semi half once': 0,
  }).flatMap(([words, months]) => words.split(' ').map((word): [string, number] => [word, months])),
);

/** Words beside the number and the unit of a period, the keys of its parts included. */
const ofPeriods = wordSet('s p per term period every length duration unit value amount interval');

/**
 * As in `2`, `1 year`, `24 months`, `monthly`, `P1Y`, `{length: 2, unit: 'year'}`. Zero stands for
 * all else under the name of a period, undefined for what is no unit of time.
 */
function yearsIn(
  value: unknown,
  name: readonly string[],
  isUnit: boolean,
  holder: JsonObject,
): number | undefined {
  const parts = Object.entries(isObject(value) ? value : {}).filter(
    ([, part]) => count(part) !== undefined || monthsOf.has(text(part) ?? ''),
  );
  const said = (isObject(value) ? parts : [value]).flat().map(text).join(' ').toLowerCase();
  const words = said.split(/(?<=\d)(?=[a-z])|[^a-z\d]+/);
  const telling = words.filter((word) => word !== '' && !ofPeriods.has(word));
  const numbers = telling.filter((word) => /^p?\d{1,3}$/.test(word));
  const units = telling.filter((word) => !numbers.includes(word));
  if (isUnit && !units.some((word) => monthsOf.has(word))) return undefined;
  const beside = Object.entries(holder).find(([key]) => /unit|interval/i.test(key))?.[1];
  const usual = name.find((word) => /^(year|month)s?$/.test(word)) ?? text(beside) ?? 'year';
  const [unit = usual.toLowerCase(), ...others] = units;
  if (telling.length === 0 || numbers.length > 1 || others.length > 0) return 0;
  return (Number(numbers[0]?.replace('p', '') ?? 1) * (monthsOf.get(unit) ?? 0)) / 12;
}

function isCountOfPeriod(key: string, holder: JsonObject): boolean {
  const isNamed = /^(period|term|duration|length|value|amount|interval_?count)$/i.test(key);
  return isNamed && count(holder[key]) !== undefined;
}
