import { domainFacts } from '../api/reading/domain.ts';
import type { Fact, FactTable, Rank } from '../api/reading/facts.ts';
import { namesIn } from '../api/reading/keys.ts';
import { listNames } from '../api/reading/list.ts';
import { quoteFactsOf } from '../api/reading/quote.ts';
import { tierFacts } from '../api/reading/tier.ts';

const before = `
The API document does not show what the service calls the facts of domains, tiers and prices. dotaf
looks for the keys below, the first line first. Case, _ and - make no difference: expiry_date is
also expiryDate.

If the service uses another key, say which. A path within an object has dots:
  dotaf config set field-names expiry=paid_till,domains=payload.list
  # shows what was read, and proposes a line for what was not found
  dotaf doctor
`;

const width = 76;

/** The page is made from the tables that answers are read with. */
export function fieldNamesPage(): string {
  const price = quoteFactsOf({ action: 'renewal', years: 1 });
  const sections = [
    'The list of domains:\n',
    ...linesOf('domains', [listNames]),
    '\nDomains:\n',
    ...factsOf(domainFacts),
    '\nTier:\n',
    ...factsOf(tierFacts),
    '\nPrices, here of a renewal for one year:\n',
    ...factsOf(price),
  ];
  return `${before}\n${sections.join('')}`;
}

function factsOf(table: FactTable): string[] {
  return Object.entries(table).flatMap(([name, fact]) => linesOf(name, namesOf(fact)));
}

function namesOf({ ranks, groups = [], parts }: Fact<unknown>): string[] {
  const within = groups.map((group) => group.names).join(' ');
  return [
    ...ranks.map((rank: string | Rank<unknown>) => (typeof rank === 'string' ? rank : rank.names)),
    ...(within === '' ? [] : [`within: ${within}`]),
    ...(parts === undefined ? [] : [`of an object, its: ${parts}`]),
  ];
}

/** A paragraph for each rank. */
function linesOf(fact: string, ranks: readonly string[]): string[] {
  const paragraphs = ranks.flatMap((rank) => wrapped(namesIn(rank), width - 4));
  return [`  ${fact}\n`, ...paragraphs.map((line) => `    ${line}\n`)];
}

function wrapped(words: readonly string[], most: number): string[] {
  const lines = [''];
  for (const word of words) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length + 1 > most) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
