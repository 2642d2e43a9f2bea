import type { JsonObject } from '../../core/json.ts';
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
      'additional|more|extra domains|domain',
      'domains|domain needed',
      'domains to|until|till|before|for next|advance|advancement|upgrade|promotion',
      ...[`${left}, to go`, 'needed'].map((names) => ({ names, isWeak: true }) as const),
    ],
    read: (value) => count(value) ?? null,
    fillers:
      'for to until before till the next tier level advance advancement advancing upgrade reach reaching progress still number of count needed domain domains towards promotion goal value',
    groups: `${groups} progress advancement upgrade tier next`,
  } satisfies Fact<number>,
};

/** `domains_needed` counts the domains that are missing, and not all that the next tier requires. */
export function readTier(data: JsonObject, stated?: StatedKeys): Reading<typeof tierFacts> {
  return new FactReader(
    tierFacts,
    stated,
    'tier tiers level next current progress account reseller',
  ).read(data);
}

/** What is called a tier goes before a level; alone, each word may mean something else. */
function tierRanks(tiers: string[], levels: string[], when: string, other: RegExp): Rank<string>[] {
  const isOfPair = ({ holder }: Place) => Object.keys(holder).some((key) => other.test(key));
  const alone = (value: unknown, place: Place) => (isOfPair(place) ? plainName(value) : undefined);
  return [
    ...namedBy(tiers),
    { names: `${when} name`, read: plainName },
    ...namedBy(levels).map((rank) => ({ ...rank, isWeak: true }) as const),
    { names: when, read: alone },
  ];
}

/** The name of a tier goes before its code, and that before its number. */
function namedBy(stems: readonly string[]): Rank<string>[] {
  const ending = (end: string) => stems.map((stem) => `${stem}${end}`).join(', ');
  const ends = [' name|label|title|display', ' code|slug|key|value', '', ' level'];
  return [{ names: ending(''), read: plainName }, ...ends.map((end) => ({ names: ending(end) }))];
}

function word(value: unknown): string | null {
  return (Array.isArray(value) ? undefined : text(value)) ?? null;
}
