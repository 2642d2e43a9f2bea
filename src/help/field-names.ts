import { domainFacts } from '../api/reading/domain.ts';
import type { Fact, FactTable, Rank } from '../api/reading/facts.ts';
import { namesIn } from '../api/reading/keys.ts';
import { listNames } from '../api/reading/list.ts';
import { quoteFactsOf } from '../api/reading/quote.ts';
import { tierFacts } from '../api/reading/tier.ts';
import { itemRows } from './items.ts';

type Term = readonly [term: string, meaning: string];

const before = `
The API document does not show what the service calls the facts of domains, tiers and prices. dotaf
looks for the keys below, the first line first; "within" are objects around them, and "its" the keys
of an object in place of a value. Case, _ and - make no difference: expiry_date is also expiryDate.

If the service uses another key, say which. A path within an object has dots:
  dotaf config set field-names expiry=paid_till
  # also where the list of domains is
  dotaf config set field-names domains=payload.list
  # what was read, and a line for what was not found
  dotaf doctor
`;

/** The page is made from the tables that answers are read with. */
export function fieldNamesPage(): string {
  const price = quoteFactsOf({ action: 'renewal', years: 1 });
  const sections = [
    'List of domains:',
    ...itemRows([inOneLine(['domains', listNames])]),
    '\nDomains:',
    ...factRows(domainFacts),
    '\nTier:',
    ...factRows(tierFacts),
    '\nPrices, here of a renewal for one year:',
    ...factRows(price),
  ];
  return `${before}\n${sections.join('\n')}\n`;
}

function factRows(table: FactTable): string[] {
  return itemRows(Object.entries(table).flatMap(([name, fact]) => termsOf(name, fact)));
}

/** A line for each rank, then where else the keys may lie, and what an object is read by. */
function termsOf(name: string, { ranks, groups = [], parts }: Fact<unknown>): Term[] {
  const within = groups.map((group) => group.names).join(' ');
  const ofRanks = ranks.map((rank: string | Rank<unknown>, index): Term => {
    return [index === 0 ? name : 'or', typeof rank === 'string' ? rank : rank.names];
  });
  const others: Term[] = [
    ['within', within],
    ['its', parts ?? ''],
  ];
  return [...ofRanks, ...others.filter(([, names]) => names !== '')].map(inOneLine);
}

function inOneLine([term, names]: Term): Term {
  return [term, namesIn(names).join(' ')];
}
