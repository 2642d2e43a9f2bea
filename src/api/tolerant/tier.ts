import type { JsonObject } from '../../core/json.ts';
import { type Field, type Rank, ranked } from './fields.ts';
import { FactReader, type Reading, type StatedKeys } from './reader.ts';
import { count, plainName, text } from './values.ts';

const now = 'current|active|present|my|your';

const next = 'next|upcoming|following';

const level = 'level|plan|rank|grade|band|slab';

const left = 'remaining|left|missing|short|shortfall';

const groups = 'account reseller tiers pricing price list pricelist program loyalty discount level';

const fillers = 'pricing reseller price account partner discount';

/** API document, section 2, "Pricing tier": names and types are not shown. */
const tierFields = {
  current_tier: {
    ranks: tierRanks(['tier', `${now} tier`], [level, `${now} ${level}`], now),
    ...{ fillers, through: groups },
  } satisfies Field<string>,
  next_tier: {
    ranks: tierRanks([`${next} tier`], [`${next} ${level}`], next),
    ...{ fillers, through: groups },
  } satisfies Field<string>,
  domains_needed: {
    ranks: ranked(
      [
        `domains|domain ${left}, domains to go`,
        'additional|more|extra domains|domain',
        'domains|domain needed',
        'domains to|until|till|before|for next|advance|advancement|upgrade|promotion',
        `${left}, to go`,
        'needed',
      ],
      { read: count },
    ),
    fillers:
      'for to until before till the next tier level advance advancement advancing upgrade reach reaching progress still number of count needed domain domains towards promotion goal value',
    through: `${groups} progress advancement upgrade tier next`,
  } satisfies Field<number>,
};

/** `domains_needed` counts the domains that are missing, and not all that the next tier requires. */
export function readTier(data: JsonObject, stated?: StatedKeys): Reading<typeof tierFields> {
  return new FactReader(tierFields, stated).read(data);
}

/** What is called a tier goes before a level; alone, each word may mean something else. */
function tierRanks(tiers: string[], levels: string[], when: string): Rank<string>[] {
  const alone = { read: plainName, isWeak: true } as const;
  return [
    ...namedBy(tiers),
    ...ranked([`${when} name`], alone),
    ...namedBy(levels),
    ...ranked([when], alone),
  ];
}

/** The name of a tier goes before its code, and that before its number. */
function namedBy(stems: readonly string[]): Rank<string>[] {
  const ending = (end: string) => stems.map((stem) => `${stem}${end}`).join(', ');
  const ends = [' name|label|title|display', ' code|slug|key|value', '', ' level|number|rank|id'];
  return [
    { names: ending(''), read: plainName, isWeak: true },
    ...ranked(ends.map(ending), { read: word }),
  ];
}

function word(value: unknown): string | undefined {
  return Array.isArray(value) ? undefined : text(value);
}
