import { domainFacts } from '../api/reading/domain.ts';
import type { Fact, FactTable } from '../api/reading/facts.ts';
import { namesIn } from '../api/reading/keys.ts';
import { listNames } from '../api/reading/list.ts';
import { quoteFactsOf } from '../api/reading/quote.ts';
import { tierFacts } from '../api/reading/tier.ts';
import { itemRows } from './items.ts';

type Term = readonly [term: string, meaning: string];

const before = `
The API document does not show what the service calls the facts of domains, tiers and prices. dotaf
looks for the keys below, the first line first. Case, _ and - make no difference: expiry_date is also
expiryDate. A path such as dates.expiry is a key within an object.

If the service uses another key, say which. A path within an object has dots:
  dotaf config set field-names expiry=paid_till
  # also where the list of domains is
  dotaf config set field-names domains=payload.list
  # what was read, and a line for what was not found
  dotaf doctor
`;

/** The page is made from the tables that answers are read with. */
export function fieldNamesPage(): string {
  const price = quoteFactsOf('renewal');
  const sections = [
    'List of domains:',
    ...itemRows([['domains', inOneLine(listNames)]]),
    '\nDomains:',
    ...factRows(domainFacts),
    '\nTier:',
    ...factRows(tierFacts),
    '\nPrices, here of a renewal:',
    ...factRows(price),
  ];
  return `${before}\n${sections.join('\n')}\n`;
}

function factRows(table: FactTable): string[] {
  return itemRows(Object.entries(table).flatMap(([name, fact]) => termsOf(name, fact)));
}

/** A line for each rank, the surest first. */
function termsOf(name: string, { ranks }: Fact<unknown>): Term[] {
  return ranks.map((names, index) => [index === 0 ? name : 'or', inOneLine(names)]);
}

function inOneLine(names: string): string {
  return namesIn(names).join(' ');
}
