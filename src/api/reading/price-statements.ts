import { isObject, type JsonObject } from '../../core/json.ts';
import { parseTld } from '../../core/names.ts';
import { type Action, actions, parseAction } from '../../core/service-words.ts';
import { excerpt } from '../../core/text.ts';
import { bare } from './facts.ts';
import { count, text } from './values.ts';
import type { Path } from './walk.ts';
import { phraseSet, Speller, wordSet } from './words.ts';

export interface AskedQuote {
  /** Without its leading dot. */
  tld: string;
  action: Action;
  years: number;
}

/** What an answer says that a price is for. */
export interface Statement {
  about: 'tld' | 'action' | 'years' | 'thing';
  isAsked: boolean;
  /** As it came. */
  key: string;
  said: string;
  path: Path;
}

export const actionWords: Record<Action, ReadonlySet<string>> = {
  registration: wordSet('registration register registrations registers create'),
  renewal: wordSet('renewal renew renewals renews'),
  transfer: wordSet('transfer transfers'),
  restore: wordSet('restore restores restoration redemption'),
};

/** Words of the keys of prices, by what they say. */
export const priceWords = {
  own: wordSet(
    'reseller effective net your final quoted discounted wholesale partner dealer purchase buy buying',
  ),
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

export const speller = new Speller([
  ...known,
  ...containers,
  ...wordSet('currency ccy code iso selling new add'),
]);

const fields = {
  tld: phraseSet('tld, extension, suffix, zone'),
  thing: phraseSet(
    'action, operation, type, command, process, label, title, product, service, description, name',
  ),
  period: phraseSet(
    'year, years, period, term, duration, month, months, period years, years period',
  ),
  unit: phraseSet(
    'interval, unit, billing, billing cycle, cycle, frequency, recurrence, per, period unit',
  ),
};

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
    const said = text(isObject(sent) ? sent.value : bare(sent));
    if (said === undefined) return [];
    const words = speller.wordsOf(key);
    const name = words.filter((word) => !/^(of|in|name|number|num|value)$/.test(word)).join(' ');
    const state = (about: Statement['about'], isAsked: boolean) => [
      { about, isAsked, key, said, path: [...path, key] },
    ];
    if (fields.tld.has(name)) {
      const tld = parseTld(said);
      return tld === undefined ? [] : state('tld', tld === asked.tld);
    }
    if (fields.thing.has(name) || words.join() === 'name') {
      const found = actionsIn(said);
      if (found.length > 0) return state('action', found.includes(asked.action));
      return path.length === 0 || isOfDomains(said, asked) ? [] : state('thing', false);
    }
    const isUnit = fields.unit.has(name);
    if (!isUnit && !fields.period.has(name)) return [];
    const years = yearsIn(said, name, isUnit, isObject(sent) ? sent : object);
    return years === undefined ? [] : state('years', years === asked.years);
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
    word === tld || known.has(word) || /^(standard|regular)$/.test(word);
  return lower.endsWith(`.${tld}`) || speller.wordsOf(lower).some(isOurs);
}

/** As in `2`, `1 year`, `12 months`, `monthly`, `P1Y`. Zero stands for a period that is no years. */
function yearsIn(
  said: string,
  name: string,
  isUnit: boolean,
  holder: JsonObject,
): number | undefined {
  const match = /^(?:p|per )?(\d{1,3})?[\s_-]*([a-z]*)$/.exec(said.toLowerCase());
  const [, digits, ownUnit = ''] = match ?? [];
  const units = Object.entries(holder).flatMap(([key, unit]) =>
    /unit|interval/i.test(key) ? (text(unit) ?? '').toLowerCase() : [],
  );
  const months = [ownUnit, name, ...units].map(monthsIn).find((one) => one !== undefined);
  const isWord = ownUnit !== '' && monthsIn(ownUnit) === undefined;
  if (match === null || isWord || (isUnit && digits !== undefined)) return undefined;
  if (digits === undefined) {
    // A unit beside a number is told with it, and that of a year alone says nothing.
    if (months === undefined || hasCount(holder) || (isUnit && months === 12)) return undefined;
    return months === 12 ? 1 : 0;
  }
  const number = Number(digits);
  // No name can be registered for more than ten years: more may be months.
  if (months === undefined) return number >= 1 && number <= 10 ? number : undefined;
  return Number.isInteger((number * months) / 12) ? (number * months) / 12 : 0;
}

function monthsIn(unit: string): number | undefined {
  if (/^(y|yrs?|years?|yearly|annual|annually|.* years?|years? .*)$/.test(unit)) return 12;
  if (/^(m|mo|months?|monthly)$/.test(unit)) return 1;
  return /^(w|d|h|weeks?|days?|hours?|weekly|daily|hourly)$/.test(unit.trim()) ? 0 : undefined;
}

function hasCount(holder: JsonObject): boolean {
  return Object.entries(holder).some(
    ([key, value]) =>
      /^(period|term|duration|value|amount|years?)$/i.test(key) && count(value) !== undefined,
  );
}
