import { isObject, type JsonObject } from '../../core/json.ts';
import {
  type Fact,
  FactReader,
  type Place,
  type Rank,
  type Reading,
  type StatedKeys,
} from './facts.ts';
import { count, plainName, text } from './values.ts';

const now = 'current|active|present|my|your';

const next = 'next|upcoming|following';

const level = 'level|plan|rank|grade|band|slab';

const left = 'remaining|left|missing|short|shortfall';

const groups =
  'account reseller viewer tariff tiers pricing price list pricelist program loyalty discount level';

const fillers = 'pricing reseller price account partner discount';

/** API document, section 2, "Pricing tier": names and types are not shown. */
export const tierFacts = {
  current_tier: {
    ranks: tierRanks(['tier', `${now} tier`], [level, `${now} ${level}`], now, /next/i),
    read: word,
    ...{ fillers, groups },
  } satisfies Fact<string>,
  next_tier: {
    ranks: tierRanks([`${next} tier`], [`${next} ${level}`], next, /current/i),
    read: word,
    ...{ fillers, groups },
  } satisfies Fact<string>,
  domains_needed: {
    ranks: [
      `domains|domain ${left}, domains to go`,
      { names: `${left}, to go`, isWeak: true },
      'additional|more|extra domains|domain',
      'domains|domain needed',
      'domains to|until|till|before|for next|advance|advancement|upgrade|promotion',
      { names: 'needed', isWeak: true },
    ],
    read: missing,
    fillers:
      'for to until before till the next tier level advance advancement advancing upgrade reach reaching progress still number of count needed domain domains towards promotion goal value',
    groups: `${groups} progress advancement upgrade tier next`,
  } satisfies Fact<number>,
};

/** `domains_needed` counts the domains that are missing, and not all that the next tier requires. */
export function readTier(data: JsonObject, stated?: StatedKeys): Reading<typeof tierFacts> {
  const groupsOfTiers = 'tier tiers level next current progress account reseller';
  const reading = new FactReader(tierFacts, stated, groupsOfTiers).read(data);
  const [path = []] = reading.from.get('domains_needed') ?? [];
  const isOfEach = Object.entries(data).some(
    ([key, tier]) =>
      path.length > 1 &&
      key !== path[0] &&
      isObject(tier) &&
      Object.hasOwn(tier, path.at(-1) ?? ''),
  );
  const found = { ...reading.found, ...(isOfEach && { domains_needed: null }) };
  return { ...reading, found, extra: isOfEach ? data : reading.extra };
}

/** What is called a tier goes before a level; alone, each word may mean something else. */
function tierRanks(tiers: string[], levels: string[], when: string, other: RegExp): Rank<string>[] {
  const isOfPair = ({ holder }: Place) => Object.keys(holder).some((key) => other.test(key));
  const alone = (value: unknown, place: Place) => (isOfPair(place) ? plainWord(value) : undefined);
  return [
    ...namedBy(tiers),
    { names: `${when} name`, read: plainWord },
    ...namedBy(levels).map((rank) => ({ ...rank, isWeak: true }) as const),
    { names: when, read: alone },
  ];
}

function namedBy(stems: readonly string[]): Rank<string>[] {
  const ending = (end: string) => stems.map((stem) => `${stem}${end}`).join(', ');
  const ends = [' name|label|title|display', ' code|slug|key|value', '', ' level'];
  return [{ names: ending(''), read: plainWord }, ...ends.map((end) => ({ names: ending(end) }))];
}

const noName = /^(none|n\/?a|null|unknown|false|-)$|reached/i;

/** Null for what says that there is no tier, undefined for what is no name. */
function word(value: unknown): string | null | undefined {
  if (value === null) return null;
  const said = Array.isArray(value) ? undefined : text(value);
  if (said === undefined || /^(your|current|next|up next)\b/i.test(said)) return undefined;
  return noName.test(said) || said.split(' ').length > 4 ? null : said;
}

function plainWord(value: unknown): string | null | undefined {
  return value !== null && plainName(value) === undefined ? undefined : word(value);
}

const otherUnits = /^(unit|metric|currency|limit|quota)$|domains?_?(limit|quota|used)/i;

const ownCount =
  /^((your|active|current|total|own)_?)?(domains?|domain_?count)(_?(used|owned|active|current|count))?$|^(current|used)$/i;

const haveCount = /^(domains?_?)?have$|^(progress_?)?percent$/i;

/** Undefined for a count of something else, or for one that may be all that the tier requires. */
function missing(value: unknown, { holder, path, sent }: Place): number | null | undefined {
  const number = count(value);
  if (number === undefined) return isObject(sent) ? undefined : null;
  const entries = Object.entries(holder);
  const isOfOther = entries.some(
    ([key, unit]) => otherUnits.test(key) && !/^domains?$/i.test(text(unit) ?? ''),
  );
  const own = path.at(-1) ?? '';
  const isNamed = /domain/i.test(own) && !/for/i.test(own);
  const isThreshold = entries.some(
    ([key, have]) =>
      haveCount.test(key) ||
      (!isNamed && key !== own && ownCount.test(key) && number > (count(have) ?? number)),
  );
  return isOfOther || (isThreshold && !isLeft(path)) ? undefined : number;
}

function isLeft(path: readonly string[]): boolean {
  return /remain|left|missing|short|additional|more|extra|to_?go/i.test(path.at(-1) ?? '');
}
