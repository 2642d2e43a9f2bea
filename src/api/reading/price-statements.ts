import { isObject, type JsonObject, jsonText } from '../../core/json.ts';
import { parseTld } from '../../core/names.ts';
import { type Action, actions, parseAction } from '../../core/service-words.ts';
import { excerpt } from '../../core/text.ts';
import { bare, count, text } from './values.ts';
import type { Path } from './walk.ts';
import { Speller, wordSet } from './words.ts';

export interface AskedQuote {
  /** Without its leading dot. */
  tld: string;
  action: Action;
  years: number;
}

/** One fact about a price: the tld, action, period or product that it is for. */
export interface Statement {
  about: 'tld' | 'action' | 'years' | 'thing';
  isAsked: boolean;
  /** As it came. */
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

/** Words of the keys of prices, by what they say. */
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

/** Keys that hold prices and say nothing about them. */
const containers = wordSet(
  'data result results response reply rate rates source item items list lists rows records entries hits product products',
  'offer offers tld tlds extension extensions suffix action actions operations period periods terms attributes',
  'node nodes edges details chk cd body payload embedded pricelist values',
);

/** The words that a key of a price may be made of. */
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

/** What may stand before that word, and behind it. */
const besides = wordSet(
  'of in number num value name registration renewal transfer restore register renew billing price',
  'quote order transaction charge product contract',
);

/** Objects that say once more what was asked. */
const echoes = wordSet('request query asked input product quote order params');

/** What a text about a domain, and about nothing else, is made of. */
const ofDomains = wordSet(
  'domain domains name names tld price prices pricing quote standard regular reseller for of year years a',
);

export const speller = new Speller([
  ...known,
  ...containers,
  ...wordSet('currency ccy code iso selling new add', 'op ext qty type kind'),
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
  if (/^\.|\w\.\w/.test(key)) return { words: [], statements: [state('tld', false)] };
  const words = speller.wordsOf(key).map((word, _, all) => (isNew(all) ? 'registration' : word));
  if (!isLast && words.every((word) => containers.has(word))) return { words: [], statements: [] };
  const [number, ...others] = words.filter((word) => /^\d{1,2}$/.test(word));
  const isPeriod = number !== undefined && others.length === 0;
  const statements = isPeriod ? [state('years', Number(number) === asked.years)] : [];
  for (const word of words) {
    const action = actions.find((one) => actionWords[one].has(word));
    if (action !== undefined) statements.push(state('action', action === asked.action));
    else if (perOther.has(word)) statements.push(state('years', false));
    else if (!isPeriod && perYear.has(word)) statements.push(state('years', isPerYear(asked)));
    else if (!known.has(word) && !(isPeriod && word === number)) return undefined;
  }
  return { words, statements };
}

/** What the fields of an object say that its prices are for. @param path of the object */
export function statementsIn(object: JsonObject, path: Path, asked: AskedQuote): Statement[] {
  return Object.entries(object).flatMap(([key, sent]) => {
    // Frameworks mark their own keys.
    if (/^[_@$]/.test(key)) return [];
    const words = speller.wordsOf(key);
    const value = bare(sent);
    if (isObject(value) && words.every((word) => echoes.has(word)))
      return statementsIn(value, [...path, key], asked);
    const telling = words.filter((one) => !besides.has(one));
    const [word = '', ...others] = (telling.length > 0 ? telling : words.slice(-1)).reverse();
    if (
      !others.every((one) => [fields.period, fields.unit, fields.tld].some((set) => set.has(one)))
    )
      return [];
    const state = (about: Statement['about'], isAsked: boolean) => [
      { about, isAsked, key, said: said ?? jsonText(sent), path: [...path, key] },
    ];
    const said = text(isObject(value) ? (value.code ?? value.value ?? value.name) : value);
    if (fields.tld.has(word)) {
      const tld = said && parseTld(said);
      return tld ? state('tld', tld === asked.tld) : [];
    }
    const isAction = fields.action.has(word);
    if (isAction || fields.text.has(word) || words.join() === 'name') {
      const [, tld] = /(?:^|\s)(\.[a-z]{2,}(?:\.[a-z]{2,})?)\b/i.exec(said ?? '') ?? [];
      if (tld !== undefined && parseTld(tld) !== asked.tld) return state('tld', false);
      const found = said === undefined ? [] : actionsIn(said);
      // Of a price for several actions nobody knows which part is for one.
      if (found.length > 0)
        return state(
          'action',
          found.every((one) => one === asked.action),
        );
      const isNone = path.length === 0 || /^(action|op|operation|command|process)$/.test(word);
      return isNone || said === undefined || isOfDomains(said, asked) ? [] : state('thing', false);
    }
    // What calls itself by an action is for that.
    const own = /^(code|key|id|slug)$/.test(word) ? actionsIn(said ?? '') : [];
    if (own.length > 0)
      return state(
        'action',
        own.every((one) => one === asked.action),
      );
    const isQuantity = fields.quantity.has(word) && count(value) !== 1;
    if (isQuantity) return asked.years > 1 ? state('years', false) : [];
    const isPriced = words.some((one) => priceWords.price.has(one) || priceWords.cost.has(one));
    const isUnit = fields.unit.has(word);
    const isAmount = /\d[.,]\d/.test(said ?? '');
    const isPrice = isAmount || (isPriced && /^\d/.test(said ?? ''));
    if (isPrice || value === null || value === '') return [];
    if (!isUnit && !fields.period.has(word)) return [];
    const years = yearsIn(value, words.join(' '), isUnit, object);
    // A rate is that of one year.
    const isRate = isUnit && years === 1;
    if (years === undefined || (isRate && asked.years === 1)) return [];
    return state('years', years === asked.years && !isRate);
  });
}

/** Names the first field of some objects that says that they are about something else. */
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

/** `new` and `addnewdomain`, but not `new_price`. */
function isNew(words: readonly string[]): boolean {
  return (
    words.every((word) => word === 'new' || word === 'add' || word === 'domain') &&
    words[0] !== 'domain'
  );
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

/**
 * As in `2`, `1 year`, `12 months`, `monthly`, `P1Y`, `{length: 2, unit: 'year'}`. Zero stands for a
 * period that is no years, or that cannot be told; undefined for what says nothing of a period.
 */
function yearsIn(
  value: unknown,
  name: string,
  isUnit: boolean,
  holder: JsonObject,
): number | undefined {
  if (isObject(value)) return yearsInObject(value);
  const words = (text(value) ?? '?')
    .toLowerCase()
    .replace(/^p(?=\d)/, '')
    .split(/(?<=\d)(?=[a-z])|[^a-z\d]+/)
    .filter((word) => !/^(|s|per|term|period|every)$/.test(word));
  const numbers = words.filter((word) => /^\d{1,3}$/.test(word)).map(Number);
  const units = words.filter((word) => !/^\d/.test(word)).map(monthsIn);
  const [number = 1] = numbers;
  const [ownUnit] = units;
  const isClear = numbers.length < 2 && units.length < 2 && words.length > 0;
  if (isUnit) {
    // The unit of a number is told with it.
    const isTime = units.some((unit) => unit !== undefined);
    return !isTime || hasCount(holder) ? undefined : isClear ? ((ownUnit ?? 0) * number) / 12 : 0;
  }
  if (!isClear || (units.length > 0 && ownUnit === undefined)) return 0;
  const besideUnit = Object.entries(holder).flatMap(([key, unit]) =>
    /unit|interval|type/i.test(key)
      ? (monthsIn((text(unit) ?? '').trim().toLowerCase()) ?? [])
      : [],
  )[0];
  if (numbers.length === 0) return hasCount(holder) ? undefined : (ownUnit ?? 0) / 12;
  const named = /year/.test(name) ? 12 : /month/.test(name) ? 1 : undefined;
  const months = ownUnit ?? besideUnit ?? named;
  // No name can be registered for more than ten years: more may be months.
  if (months === undefined) return number >= 1 && number <= 10 ? number : 0;
  return Number.isInteger((number * months) / 12) ? (number * months) / 12 : 0;
}

function yearsInObject(value: JsonObject): number | undefined {
  const { years, year, months, month } = value;
  const [inYears, inMonths] = [count(years ?? year), count(months ?? month)];
  if (inYears !== undefined) return inYears;
  if (inMonths !== undefined) return Number.isInteger(inMonths / 12) ? inMonths / 12 : 0;
  const number = Object.values(value).find((one) => count(one) !== undefined);
  return number === undefined ? undefined : yearsIn(number, '', false, value);
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
