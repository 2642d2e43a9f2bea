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
      {
        names:
          'domains|domain needed, domains to|until|till|before|for next|advance|advancement|upgrade|promotion',
        read: needed,
      },
      { names: 'needed', read: needed, isWeak: true },
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
  const [[group, ...keys] = []] = reading.from.get('domains_needed') ?? [];
  const isOfEach = Object.entries(data).some(
    ([other, tier]) => other !== group && isObject(tier) && Object.hasOwn(tier, keys.at(-1) ?? ''),
  );
  if (!isOfEach) return reading;
  return { ...reading, found: { ...reading.found, domains_needed: null }, extra: data };
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
  /^((active|current|total|own)_?)?domains?(_?(used|owned|active|current|count))?$|^(current|used)$/i;

const haveCount = /^(domains?_?)?have$|^(progress_?)?percent$/i;

/** Undefined for a count of something else. */
function missing(value: unknown, { holder, sent }: Place): number | null | undefined {
  const number = count(value);
  if (number === undefined) return isObject(sent) ? undefined : null;
  const isOfOther = Object.entries(holder).some(
    ([key, unit]) => otherUnits.test(key) && !/^domains?$/i.test(text(unit) ?? ''),
  );
  return isOfOther ? undefined : number;
}

/** Undefined also for what may be all that the tier requires. */
function needed(value: unknown, place: Place): number | null | undefined {
  const number = missing(value, place);
  const own = place.path.at(-1) ?? '';
  const isNamed = /domain/i.test(own) && !/for/i.test(own);
  const isThreshold = Object.entries(place.holder).some(
    ([key, have]) =>
      haveCount.test(key) ||
      (!isNamed && key !== own && ownCount.test(key) && Number(number) > (count(have) ?? Infinity)),
  );
  return isThreshold ? undefined : number;
}
