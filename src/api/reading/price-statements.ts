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
const perYear = wordSet('yearly annual annually year years yr yrs y unit per');

const perOther = wordSet('monthly month months weekly week weeks daily day days hourly hour');

const containers = wordSet(
  'data result results response reply rate rates source item items list lists rows records entries hits product products',
  'offer offers tld tlds extension extensions suffix action actions operations period periods terms attributes',
  'node nodes edges details chk cd body payload embedded pricelist values',
);

const known = new Set(
  [...Object.values(actionWords), ...Object.values(priceWords), perYear, perOther].flatMap(
    (words) => [...words],
  ),
);

/** The last word of a key says what the field is about. */
const fields = {
  tld: wordSet('tld tlds extension ext suffix zone domain'),
  action: wordSet('action operation op type kind command process event for'),
  text: wordSet('label title description name product service'),
  period: wordSet('year years period term duration length month months'),
  unit: wordSet('interval unit billing cycle frequency recurrence per basis'),
  quantity: wordSet('quantity qty'),
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
  ...wordSet('currency ccy code iso selling', 'op ext qty type kind'),
  ...[...Object.values(fields), besides, echoes, ofDomains].flatMap((words) => [...words]),
]);

/** What a key says of the price that it holds; undefined if it names something else. */
export function toldBy(
  key: string,
  asked: AskedQuote,
  isLast: boolean,
): { words: readonly string[]; statements: Omit<Statement, 'path'>[] } | undefined {
  const state = (about: Statement['about'], isAsked: boolean) => {
    return { about, isAsked, key, said: key };
  };
  const tld = key.toLowerCase().replace(/^(dot(?=\w)|\.)/, '');
  if (tld === asked.tld) return { words: [], statements: [state('tld', true)] };
  const words = speller.wordsOf(key);
  if (!isLast && words.every((word) => containers.has(word))) return { words: [], statements: [] };
  const numbers = words.filter((word) => /^\d{1,2}$/.test(word));
  const isPeriod = numbers.length === 1;
  const statements = isPeriod ? [state('years', Number(numbers[0]) === asked.years)] : [];
  for (const word of words) {
    const action = actions.find((one) => actionWords[one].has(word));
    if (action !== undefined) statements.push(state('action', action === asked.action));
    else if (perOther.has(word)) statements.push(state('years', false));
    else if (!isPeriod && perYear.has(word)) statements.push(state('years', isPerYear(asked)));
    else if (!known.has(word) && !(isPeriod && numbers.includes(word))) return undefined;
  }
  return { words, statements };
}

/** Reads from the fields of an object what its prices are for. @param path of the object */
export function statementsIn(object: JsonObject, path: Path, asked: AskedQuote): Statement[] {
  return Object.entries(object).flatMap(([key, sent]) => {
    if (/^[_@$]/.test(key)) return [];
    const words = speller.wordsOf(key);
    const value = bare(sent);
    if (isObject(value) && words.every((word) => echoes.has(word)))
      return statementsIn(value, [...path, key], asked);
    const said = text(isObject(value) ? (value.code ?? value.value ?? value.name) : value);
    const field = { words, value, said, holder: object, isOuter: path.length === 0 };
    const [about, isAsked] = statementOf(field, asked) ?? [];
    return about === undefined || isAsked === undefined
      ? []
      : [{ about, isAsked, key, said: said ?? jsonText(sent), path: [...path, key] }];
  });
}

export function otherStatement(
  objects: readonly unknown[],
  asked: AskedQuote,
  about: readonly Statement['about'][],
): string | undefined {
  const other = objects
    .filter(isObject)
    .flatMap((object) => statementsIn(object, [], asked))
    .find((one) => !one.isAsked && about.includes(one.about));
  return other && `'${other.key}' is another than the one asked: '${excerpt(other.said, 40)}'`;
}

interface Field {
  words: readonly string[];
  value: unknown;
  said: string | undefined;
  holder: JsonObject;
  isOuter: boolean;
}

function statementOf(
  { words, value, said, holder, isOuter }: Field,
  asked: AskedQuote,
): [about: Statement['about'], isAsked: boolean] | undefined {
  const telling = words.filter((one) => !besides.has(one));
  const [word = '', ...others] = (telling.length > 0 ? telling : words.slice(-1)).reverse();
  const { tld, action, period, unit, quantity } = fields;
  if (!others.every((one) => period.has(one) || unit.has(one) || tld.has(one))) return undefined;
  if (tld.has(word)) {
    const name = said && parseTld(said);
    return name ? ['tld', name === asked.tld] : undefined;
  }
  const isText = action.has(word) || fields.text.has(word) || words.join() === 'name';
  const [, other] = (isText && /(?:^|\s)(\.[a-z]{2,}(?:\.[a-z]{2,})?)\b/i.exec(said ?? '')) || [];
  if (other !== undefined && parseTld(other) !== asked.tld) return ['tld', false];
  // What calls itself by an action is for that.
  const named = isText || /^(code|key|id|slug)$/.test(word) ? actionsIn(said ?? '') : [];
  // Of a price for several actions nobody knows which part is for one.
  if (named.length > 0) return ['action', named.every((one) => one === asked.action)];
  if (isText) {
    const isNone = isOuter || /^(action|op|operation|command|process)$/.test(word);
    return isNone || said === undefined || isOfDomains(said, asked) ? undefined : ['thing', false];
  }
  if (quantity.has(word))
    return asked.years > 1 && count(value) !== 1 ? ['years', false] : undefined;
  const isPriced = words.some((one) => priceWords.price.has(one) || priceWords.cost.has(one));
  const isPrice = /\d[.,]\d/.test(said ?? '') || (isPriced && /^\d/.test(said ?? ''));
  const isUnit = unit.has(word);
  if (isPrice || value === null || value === '' || !(isUnit || period.has(word))) return undefined;
  const years = yearsIn(value, words, isUnit, holder);
  // A rate is that of one year.
  const isRate = isUnit && years === 1;
  if (years === undefined || (isRate && asked.years === 1)) return undefined;
  return ['years', years === asked.years && !isRate];
}

/** The price of a year is that of the period, too, if that is one. */
function isPerYear({ years, action }: AskedQuote): boolean {
  return years === 1 && (action === 'registration' || action === 'renewal');
}

function actionsIn(said: string): Action[] {
  const exact = parseAction(said);
  if (exact !== undefined) return [exact];
  const words = speller.wordsOf(said.toLowerCase());
  return actions.filter((action) => words.some((word) => actionWords[action].has(word)));
}

function isOfDomains(said: string, { tld }: AskedQuote): boolean {
  const lower = said.toLowerCase();
  const isOurs = (word: string) =>
    ofDomains.has(word) || tld.split('.').includes(word) || /^\d+$/.test(word);
  return lower.endsWith(`.${tld}`) || speller.wordsOf(lower).every(isOurs);
}

const monthsOf: [pattern: RegExp, months: number][] = [
  [/^(y|yrs?|years?|yearly|annual|annually|annum)$/, 12],
  [/^(m|mo|months?|monthly)$/, 1],
  [/^(biennial|biennially)$/, 24],
  [/^(w|d|h|weeks?|days?|hours?|weekly|daily|hourly|quarter|quarterly|semi|half|once)$/, 0],
];

/** Words beside the number and the unit of a period, the keys of its parts included. */
const ofPeriods = wordSet('s p per term period every length duration unit value amount interval');

/**
 * As in `2`, `1 year`, `12 months`, `monthly`, `P1Y`, `{length: 2, unit: 'year'}`. Zero stands for a
 * period that cannot be told; undefined for what says nothing of a period.
 */
function yearsIn(
  value: unknown,
  name: readonly string[],
  isUnit: boolean,
  holder: JsonObject,
): number | undefined {
  const parts = (isObject(value) ? Object.entries(value) : [['', value]]).filter(
    ([key, part]) => key === '' || count(part) !== undefined || monthsIn(text(part) ?? ''),
  );
  const words = parts
    .flat()
    .flatMap((part) => (text(part) ?? '').toLowerCase().split(/(?<=\d)(?=[a-z])|[^a-z\d]+/))
    .filter((word) => word !== '' && !ofPeriods.has(word));
  const isNumber = (word: string) => /^p?\d{1,3}$/.test(word);
  const numbers = words.filter(isNumber);
  const units = words.filter((word) => !isNumber(word)).map(monthsIn);
  const unit = units.find((one) => one !== undefined);
  // The unit of a number is told with it.
  if (isUnit && (unit === undefined || hasCount(holder))) return undefined;
  if (words.length === 0 || numbers.length > 1 || units.length > 1) return 0;
  const [, beside] = Object.entries(holder).find(([key]) => /unit|interval/i.test(key)) ?? [];
  const named = name.find((word) => /^(year|month)s?$/.test(word));
  const months = units.length > 0 ? unit : monthsIn(named ?? text(beside)?.toLowerCase() ?? 'year');
  return (Number(numbers[0]?.replace('p', '') ?? 1) * (months ?? 0)) / 12;
}

function monthsIn(unit: string): number | undefined {
  return monthsOf.find(([pattern]) => pattern.test(unit))?.[1];
}

function hasCount(holder: JsonObject): boolean {
  return Object.entries(holder).some(
    ([key, value]) =>
      /^(period|term|duration|length|value|amount|interval_?count)$/i.test(key) &&
      count(value) !== undefined,
  );
}
