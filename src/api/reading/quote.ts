import { isObject, type JsonObject } from '../../core/json.ts';
import type { Decimal } from '../../core/money.ts';
import { parseTld } from '../../core/names.ts';
import { type Action, actions, parseAction } from '../../core/service-words.ts';
import { excerpt } from '../../core/text.ts';
import { bare, type StatedKeys } from './facts.ts';
import { amount, currency, currencyBesideAmount, isScale } from './money.ts';
import { count, text } from './values.ts';
import { type Entry, type Path, walk, without } from './walk.ts';
import { Speller, wordSet } from './words.ts';

export interface AskedQuote {
  /** Without its leading dot. */
  tld: string;
  action: Action;
  years: number;
}

export interface QuoteReading {
  amount: Decimal | null;
  currency: string | null;
  /** The paths that decided. */
  from: ReadonlyMap<string, readonly Path[]>;
  extra: JsonObject | undefined;
}

/** What an answer says that a price is for. */
interface Statement {
  about: 'tld' | 'action' | 'years' | 'thing';
  isAsked: boolean;
  /** As it came. */
  key: string;
  said: string;
  path: Path;
}

/** An amount, with what the keys on its way and the values beside them say that it is for. */
interface Candidate {
  entry: Entry;
  /** Null for what cannot be read. */
  price: Decimal | null;
  /** The surer the name, the lower. */
  rank: number;
  named: Statement[];
  beside: Statement[];
  isInList: boolean;
}

const actionWords: Record<Action, ReadonlySet<string>> = {
  registration: wordSet('registration register registrations registers new create add'),
  renewal: wordSet('renewal renew renewals renews'),
  transfer: wordSet('transfer transfers'),
  restore: wordSet('restore restores restoration redemption'),
};

const own = wordSet(
  'reseller effective net your final quoted discounted wholesale partner dealer purchase buy buying',
);

const prices = wordSet('price prices pricing amount amounts quote quotes rate rates money');

const totals = wordSet('total totals');

const costs = wordSet('cost costs');

const fees = wordSet('fee fees charge');

const fillers = wordSet(
  'order grand due decimal in cents cent minor units micros domain domains estimate value the for of',
  'product tld',
);

/** Keys that hold prices and say nothing about them. */
const containers = wordSet(
  'data result results response reply source item items list lists rows records entries hits product products',
  'offer offers tld tlds extension extensions suffix action actions operations period periods terms attributes',
  'node nodes edges details chk cd body payload embedded price_list pricelist values',
);

const yearly = wordSet('yearly annual annually');

/** Beside a number they make a period: `2_years`, `year 2`; beside a price, that of a year. */
const perYear = wordSet('yearly annual annually year years yr yrs y unit per');

const perOther = wordSet('monthly month months weekly week weeks daily day days hourly hour');

/** The words that a key of a price may be made of. */
const known = new Set(
  [
    ...Object.values(actionWords),
    own,
    prices,
    totals,
    costs,
    fees,
    fillers,
    perYear,
    perOther,
  ].flatMap((words) => [...words]),
);

const speller = new Speller([...known, ...containers, ...wordSet('currency ccy code iso selling')]);

/** @returns undefined if there is no price, or none for what was asked */
export function readQuote(
  data: object,
  asked: AskedQuote,
  stated: StatedKeys = new Map(),
): QuoteReading | undefined {
  const source = Array.isArray(data) ? { data } : { ...data };
  const all = walk(data).flatMap((entry) => candidateOf(entry, asked, stated) ?? []);
  const fitting = all.filter((one) => contradiction(one) === undefined);
  const isList = all.some(isForAnother);
  if (all.length === 0 || (fitting.length === 0 && isList)) return undefined;
  const certain = fitting.filter(
    (one) => asked.years === 1 || isStated(one, 'years') || !(isList || one.isInList),
  );
  const [best, ...others] = certain.toSorted(
    (one, other) => specificity(other) - specificity(one) || one.rank - other.rank,
  );
  if (best === undefined) return { amount: null, currency: null, from: new Map(), extra: source };
  const equals = others.filter(
    (one) => specificity(one) === specificity(best) && one.rank === best.rank,
  );
  if (equals.some((one) => one.price !== best.price)) return undefined;
  const { price } = best;
  const money = currencyAround(best.entry, asked, stated);
  const used = [
    ...(price === null ? [] : [best, ...equals].map(({ entry }) => entry.path)),
    ...best.beside.filter(({ isAsked }) => isAsked).map(({ path }) => path),
    ...(money?.path ? [money.path] : []),
  ];
  const prefix = Array.isArray(data) ? ['data'] : [];
  return {
    amount: price,
    currency: money?.code ?? null,
    from: new Map([
      ['amount', [best.entry.path]],
      ['currency', money?.path ? [money.path] : []],
    ]),
    extra: without(
      source,
      used.map((path) => [...prefix, ...path]),
    ),
  };
}

/** Says what a single quote is for, if that is not what was asked. */
export function otherQuote(data: object, asked: AskedQuote): string | undefined {
  const inner = walk(data, ({ value }) => isObject(value)).map(({ value }) => value);
  return otherStatement([data, ...inner], asked, ['tld', 'action', 'years']);
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

function candidateOf(entry: Entry, asked: AskedQuote, stated: StatedKeys): Candidate | undefined {
  const { path, holders } = entry;
  const value = bare(entry.value);
  const holder = holders.at(-1);
  if (
    (typeof value === 'object' && value !== null) ||
    typeof value === 'boolean' ||
    !isObject(holder)
  )
    return undefined;
  const keys = path.filter((_, at) => !isListAt(holders[at], asked));
  if (keys.length === 0) return undefined;
  const named: Statement[] = [];
  const words: string[] = [];
  for (const [at, key] of keys.entries()) {
    const isLast = at === keys.length - 1;
    const told = toldBy(key, asked, isLast);
    if (told === undefined) return undefined;
    named.push(...told.statements.map((one) => ({ ...one, path })));
    words.push(...told.words);
  }
  const beside = holders.flatMap((one, at) =>
    isObject(one) ? statementsIn(one, path.slice(0, at), asked) : [],
  );
  const isGiven = isTail(path, stated.get('amount'));
  const rank = isGiven ? -1 : rankOf(words, { named, beside }, asked);
  const last = speller.wordsOf(path.at(-1) ?? '');
  const price = amount(value, words, holder) ?? null;
  const isOther = rank === undefined || isScale(last) || isNoPrice(value, last, holder);
  // What is called a value or a fee and is no amount may be anything.
  if (!isGiven && (isOther || (price === null && rank > surest))) return undefined;
  return {
    ...{ entry, rank: rank ?? -1, named, beside },
    price,
    isInList: holders.some((one) => isListAt(one, asked) && Object.keys(one).length > 1),
  };
}

/** What a key says of the price that it holds; undefined if it names something else. */
function toldBy(
  key: string,
  asked: AskedQuote,
  isLast: boolean,
): { words: readonly string[]; statements: Omit<Statement, 'path'>[] } | undefined {
  const state = (about: Statement['about'], isAsked: boolean) => ({
    about,
    isAsked,
    key,
    said: key,
  });
  const tld = key.toLowerCase().replace(/^(dot(?=\w)|\.)/, '');
  if (tld === asked.tld) return { words: [], statements: [state('tld', true)] };
  if (/^\.|\w\.\w/.test(key)) return { words: [], statements: [state('tld', false)] };
  const all = speller.wordsOf(key);
  if (!isLast && all.every((word) => containers.has(word))) return { words: [], statements: [] };
  const statements: Omit<Statement, 'path'>[] = [];
  const numbers = all.filter((word) => /^\d{1,2}$/.test(word));
  const isPeriod = numbers.length === 1;
  if (isPeriod) statements.push(state('years', Number(numbers[0]) === asked.years));
  for (const word of all) {
    const action = actions.find((one) => actionWords[one].has(word));
    if (action !== undefined) statements.push(state('action', action === asked.action));
    else if (perOther.has(word)) statements.push(state('years', false));
    else if (!isPeriod && perYear.has(word)) statements.push(state('years', isPerYear(asked)));
    else if (!known.has(word) && !(isPeriod && word === numbers[0])) return undefined;
  }
  return { words: all, statements };
}

/** The price of a year is that of the period, too, if that is one. */
function isPerYear({ years, action }: AskedQuote): boolean {
  return years === 1 && (action === 'registration' || action === 'renewal');
}

/** The action that was asked for makes a name surer, and so does the word that it is our own price. */
function rankOf(
  words: readonly string[],
  { named, beside }: Pick<Candidate, 'named' | 'beside'>,
  { action }: AskedQuote,
): number | undefined {
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  const isAction = has(actionWords[action]);
  const sure = (isAction ? 2 : 0) + (has(own) ? 1 : 0);
  if (has(totals)) return 3 - sure;
  if (has(fees)) return isAction || beside.some(({ about }) => about === 'action') ? 12 : undefined;
  if (has(yearly) || (has(perYear) && has(prices))) return 13;
  if (has(costs)) return 6;
  if (sure > 0) return has(prices) ? 8 - sure : 8;
  if (words.includes('amount') || words.includes('pricing')) return 9;
  if (has(prices)) return 10;
  const isKeyed = named.some(({ about, key }) => about !== 'years' || /\d/.test(key));
  return words.includes('value') || isKeyed ? 11 : undefined;
}

/** The last rank that is a price for certain. */
const surest = 10;

const pageNames = /^(page|pages|per_?page|limit|offset|count|items|results|quotes|prices|rows)$/i;

/** Tells a count, the number of a period, and a word from a price. */
function isNoPrice(value: unknown, words: readonly string[], holder: JsonObject): boolean {
  const said = text(value) ?? '';
  const isWhole = count(value) !== undefined;
  const isPeriod =
    isWhole &&
    Object.values(holder).some((unit) =>
      /^(y|m|w|d|year|month|week|day)s?$/i.test(text(unit) ?? ''),
    );
  const isCount =
    isWhole && words.includes('total') && Object.keys(holder).some((key) => pageNames.test(key));
  const isQuestion = words.every((word) => /^(years?|period|term|tld|action)$/.test(word));
  const isWord =
    typeof value === 'string' &&
    !/\d/.test(said) &&
    !words.some((word) => [prices, costs, totals].some((set) => set.has(word)));
  return isPeriod || isCount || isQuestion || isWord;
}

/** What the fields of an object say that its prices are for. */
function statementsIn(object: JsonObject, path: Path, asked: AskedQuote): Statement[] {
  return Object.entries(object).flatMap(([key, sent]) => {
    const said = text(isObject(sent) ? sent.value : bare(sent));
    if (said === undefined) return [];
    const words = speller
      .wordsOf(key)
      .filter((word) => !/^(of|in|name|number|num|value|the)$/.test(word));
    const name = words.join(' ') || key.toLowerCase();
    const state = (about: Statement['about'], isAsked: boolean) => [
      { about, isAsked, key, said, path: [...path, key] },
    ];
    if (/^(tld|extension|suffix|zone)$/.test(name)) {
      const tld = parseTld(said);
      return tld === undefined ? [] : state('tld', tld === asked.tld);
    }
    if (
      /^(action|operation|type|command|process|label|title|product|service|description|name)$/.test(
        name,
      )
    ) {
      const found = actionsIn(said);
      if (found.length > 0) return state('action', found.includes(asked.action));
      return path.length === 0 || isOfDomains(said, asked) ? [] : state('thing', false);
    }
    if (
      /^(years?|period|term|duration|months?|period years?|years? period|interval|unit|billing|billing cycle|cycle|frequency|recurrence|per|period unit)$/.test(
        name,
      )
    ) {
      const years = yearsIn(said, name, isObject(sent) ? sent : object);
      return years === undefined ? [] : state('years', years === asked.years);
    }
    return [];
  });
}

function actionsIn(said: string): Action[] {
  const exact = parseAction(said);
  if (exact !== undefined) return [exact];
  const words = speller.wordsOf(said.toLowerCase());
  return actions.filter((action) =>
    words.some((word) => word !== 'new' && word !== 'add' && actionWords[action].has(word)),
  );
}

function isOfDomains(said: string, { tld }: AskedQuote): boolean {
  const words = speller.wordsOf(said.toLowerCase());
  return (
    said.toLowerCase().endsWith(`.${tld}`) ||
    words.some((word) => word === tld || known.has(word) || /^(standard|regular)$/.test(word))
  );
}

/** Zero stands for another period than any that can be asked. */
function yearsIn(said: string, name: string, holder: JsonObject): number | undefined {
  const lower = said.toLowerCase();
  const isUnit =
    /^(interval|unit|billing|billing cycle|cycle|frequency|recurrence|per|period unit)$/.test(name);
  const units = Object.entries(holder).flatMap(([key, unit]) =>
    /unit|interval/i.test(key) ? (text(unit) ?? '').toLowerCase() : [],
  );
  const isMonths = /month/.test(name) || units.some((unit) => /^\s*months?\s*$/.test(unit));
  const isOther = units.some((unit) => /^\s*(week|day|hour)s?\s*$/.test(unit));
  if (/^\d{1,3}$/.test(lower)) {
    if (isUnit) return undefined;
    const number = Number(lower);
    if (isOther) return 0;
    if (isMonths) return number % 12 === 0 ? number / 12 : 0;
    // No name can be registered for more than ten years: more may be months.
    return /^year/.test(name) || (number >= 1 && number <= 10) ? number : undefined;
  }
  const [, digits = '1', unit = ''] = /^(?:p|per )?(\d{1,3})?[\s_-]*([a-z]+)$/.exec(lower) ?? [];
  if (/^(month|months|monthly|m|mo)$/.test(unit))
    return Number(digits) % 12 === 0
      ? Number(digits) / 12
      : isUnit && hasCount(holder)
        ? undefined
        : 0;
  if (/^(week|weeks|weekly|day|days|daily|hour|hourly)$/.test(unit))
    return isUnit && hasCount(holder) ? undefined : 0;
  if (/^(y|yr|yrs|year|years|yearly|annual|annually)$/.test(unit))
    return isUnit && digits === '1' ? undefined : Number(digits);
  return undefined;
}

/** The unit of a number is told with it. */
function hasCount(holder: JsonObject): boolean {
  return Object.entries(holder).some(
    ([key, value]) =>
      /^(period|term|duration|value|amount|years?)$/i.test(key) && count(value) !== undefined,
  );
}

/** A key that names what was asked outweighs what is said beside it. */
function contradiction({ named, beside }: Candidate): Statement | undefined {
  const other = named.find(({ isAsked }) => !isAsked);
  if (other) return other;
  for (const about of ['thing', 'tld', 'action', 'years'] as const) {
    if (named.some((one) => one.about === about)) continue;
    const nearest = beside.findLast((one) => one.about === about);
    if (nearest?.isAsked === false) return nearest;
  }
  return undefined;
}

/** The price of a year or a month beside that of a period makes no list of prices. */
function isForAnother(candidate: Candidate): boolean {
  const other = contradiction(candidate);
  const isRate =
    other?.about === 'years' && candidate.named.includes(other) && !/\d/.test(other.key);
  return other !== undefined && !isRate;
}

function isStated({ named, beside }: Candidate, about: Statement['about']): boolean {
  return [...named, ...beside].some((one) => one.about === about);
}

/** The own key of a price says in its words what it is for, which is a part of its rank. */
function specificity({ named, beside, entry }: Candidate): number {
  const isPriced = speller
    .wordsOf(entry.path.at(-1) ?? '')
    .some((word) => [prices, costs, totals, fees, own].some((set) => set.has(word)));
  const keys = named.filter(({ key }) => !(isPriced && key === entry.path.at(-1)));
  const inner = beside.filter(({ path }) => path.length > 1);
  return new Set([...keys, ...inner].map(({ about }) => about)).size;
}

/** PHP may send a list as a map by number, which is none by years. */
function isListAt(holder: unknown, asked: AskedQuote): boolean {
  if (Array.isArray(holder)) return true;
  if (!isObject(holder)) return false;
  const entries = Object.entries(holder);
  return (
    entries.length > 0 &&
    entries.every(([key]) => /^\d+$/.test(key)) &&
    entries.some(
      ([key, item]) => key === '0' || (isObject(item) && statementsIn(item, [], asked).length > 0),
    )
  );
}

function isTail(path: Path, stated: string | undefined): boolean {
  if (stated === undefined) return false;
  const keys = path.at(-1) === stated ? [stated] : stated.split('.');
  return keys.join('.') === path.slice(-keys.length).join('.');
}

/** The currency of the price itself goes before one beside it, and that before one further out. */
function currencyAround(
  { path, value, holders }: Entry,
  { action }: AskedQuote,
  stated: StatedKeys,
): { code: string | null; path?: Path } | undefined {
  const beside = currencyBesideAmount(bare(value));
  if (beside !== undefined) return { code: beside };
  const key = stated.get('currency');
  for (const [at, holder] of [...holders.entries()].reverse()) {
    if (!isObject(holder)) continue;
    const found = Object.entries(holder).flatMap(([name, sent]) => {
      const words = speller.wordsOf(name);
      const isNamed = words.some((word) => word === 'currency' || word === 'ccy');
      const fits = (word: string) =>
        /^(currency|ccy|code|iso|selling)$/.test(word) ||
        [own, prices, fillers, actionWords[action]].some((set) => set.has(word));
      if (name !== key && !(isNamed && words.every(fits))) return [];
      const code = currency(
        isObject(sent) ? (sent.code ?? sent.currencyCode ?? sent.iso ?? sent.id) : bare(sent),
      );
      return [{ code: code ?? null, path: [...path.slice(0, at), name] }];
    });
    const [first] = found;
    if (first) return found.every(({ code }) => code === first.code) ? first : { code: null };
  }
  return undefined;
}
