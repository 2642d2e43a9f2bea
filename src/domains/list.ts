import type { Balance, Domain, DomainList } from '../api/answers.ts';
import { nothingFound } from '../api/nothing-found.ts';
import type { Context } from '../cli/context.ts';
import { addSpan, type Day } from '../core/dates.ts';
import { counted } from '../core/durations.ts';
import { jsonText } from '../core/json.ts';
import { named } from '../core/text.ts';
import { soonDays } from '../output/cell.ts';

export const domainFacts = [
  'status',
  'expiry',
  'registration_date',
  'auto_renew',
  'nameservers',
] as const;

export type Fact = (typeof facts)[number];

export type DatedDomain = Domain & { expiry: Day };

export const facts = ['domain', ...domainFacts] as const;

const factNames: Readonly<Record<Fact, string>> = {
  domain: 'name',
  status: 'status',
  expiry: 'expiry',
  registration_date: 'registration date',
  auto_renew: 'auto-renew',
  nameservers: 'set of nameservers',
};

/** API document, section 8; there is no paging. */
const mostListed = 100;

/** The account's domains, and what is not known of them. */
export class AccountDomains {
  /** Every name once; of several entries the sooner expiry counts. */
  readonly domains: readonly Domain[];
  /** True if the list is not cut, and every domain in it has a name. */
  readonly isWhole: boolean;
  readonly #context: Context;

  /** @param balance if it is asked at the same time, since it counts the active domains */
  static async read(context: Context, balance?: Promise<Balance>): Promise<AccountDomains> {
    const active = balance?.then(
      ({ active_domains }) => active_domains,
      () => 0,
    );
    const service = await context.account.service();
    const [list, least] = await Promise.all([service.domains(), active]);
    const doubts = doubtsOf(list, least);
    for (const doubt of doubts) await context.output.warning(doubt);
    const unnamed = list.domains.some(({ domain }) => domain === null);
    const domains = await eachOnce(context, list.domains);
    const read = new AccountDomains(context, domains, doubts.length === 0 && !unnamed);
    await read.warnOfUnknown('domain', 'the list has');
    return read;
  }

  private constructor(context: Context, domains: readonly Domain[], isWhole: boolean) {
    this.#context = context;
    this.domains = domains;
    this.isWhole = isWhole;
  }

  /**
   * Warns of domains without a fact that is needed of them.
   * @param says how the warning begins @returns true where the fact is known of all
   * @throws Failure `unexpected_response` if there are domains, and none has the fact
   */
  async need(
    fact: Fact,
    who: string,
    says: string,
    domains: readonly Domain[] = this.domains,
  ): Promise<boolean> {
    if (domains.length > 0 && domains.every((domain) => domain[fact] === null)) {
      const found = `none was found in ${counted(domains.length, 'domain')}`;
      throw nothingFound(`${who} needs the ${factNames[fact]}, and ${found}`, domains);
    }
    return this.warnOfUnknown(fact, says, domains);
  }

  async warnOfUnknown(
    fact: Fact,
    says: string,
    domains: readonly Domain[] = this.domains,
  ): Promise<boolean> {
    const unknown = domains.filter((domain) => domain[fact] === null);
    if (unknown.length === 0) return true;
    const share = `${unknown.length} of ${counted(domains.length, 'domain')}`;
    const text = `${says} ${share} without a known ${factNames[fact]}`;
    const names = named(unknown.flatMap(({ domain }) => domain ?? []));
    await this.#context.output.warning(names === '' ? text : `${text}: ${names}`);
    return false;
  }
}

/** The domains whose expiry is known, the soonest first; those that expire today are to come. */
export function byExpiry(domains: readonly Domain[], today: Day) {
  const dated = domains.flatMap((one): DatedDomain[] =>
    one.expiry === null ? [] : [{ ...one, expiry: one.expiry }],
  );
  const inOrder = sorted(dated);
  const lastSoon = addSpan(today, { days: soonDays, months: 0 });
  const coming = inOrder.filter(({ expiry }) => expiry >= today);
  return {
    expired: inOrder.filter(({ expiry }) => expiry < today),
    coming,
    soon: coming.filter(({ expiry }) => expiry <= lastSoon),
  };
}

/** Sorts by a field, reversed by a leading hyphen; unknown values come last, equal ones by name. */
export function sorted<Item extends Domain>(items: readonly Item[], sort = 'expiry'): Item[] {
  const fact = factOf(sort);
  // Numbers in names sort by their value.
  const { compare } = new Intl.Collator('en', { numeric: true });
  const textOf = (item: Item) => jsonText(item[fact]);
  const byName = items.toSorted((one, other) => compare(nameOf(one), nameOf(other)));
  const known = byName.filter((item) => item[fact] !== null);
  const unknown = byName.filter((item) => item[fact] === null);
  const sign = sort.startsWith('-') ? -1 : 1;
  known.sort((one, other) => sign * compare(textOf(one), textOf(other)));
  return [...known, ...unknown];
}

/** Days are counted to the expiry, which is also the usual order. */
export function factOf(sort = 'expiry'): Fact {
  return facts.find((fact) => sort.replace('-', '') === fact) ?? 'expiry';
}

/** @param active how many domains the balance counts */
export function mayBeCut({ domains, total, isMore }: DomainList, active = 0): boolean {
  const { length } = domains;
  // A list may also be empty for a failure, without a sign of it.
  if (isMore || length < active || length < (total ?? 0)) return true;
  // A total of 100 is no proof: it may count the list only.
  return isMore === null && length >= mostListed;
}

function doubtsOf(list: DomainList, active: number | undefined): string[] {
  const doubts: string[] = [];
  if (mayBeCut(list, active)) {
    const listed = counted(list.domains.length, 'domain');
    doubts.push(`the list of ${listed} may be cut, and the service cannot be asked for more`);
  }
  if (list.isOneOfSeveral) {
    doubts.push(
      'the answer holds several lists of domains, and this is one of them: see dotaf doctor',
    );
  }
  return doubts;
}

async function eachOnce({ output }: Context, listed: Domain[]): Promise<Domain[]> {
  const soonest = new Map<string | null, Domain>();
  for (const one of sorted(listed).reverse()) soonest.set(one.domain, one);
  const once = listed.filter((one) => one.domain === null || soonest.get(one.domain) === one);
  const others = listed.filter((one) => !once.includes(one));
  if (others.length > 0) {
    const twice = named(others.flatMap(({ domain }) => domain ?? []));
    await output.warning(`the service lists ${twice} more than once; the sooner expiry counts`);
  }
  return once;
}

function nameOf({ domain }: Domain): string {
  return domain ?? '\uffff';
}
