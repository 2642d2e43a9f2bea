import type { Command } from '@commander-js/extra-typings';
import type { Balance, Domain, DomainList } from '../api/answers.ts';
import { nothingFound } from '../api/nothing-found.ts';
import type { Context } from '../cli/context.ts';
import { choiceOption, listOption, spanOption, valueOption } from '../cli/options.ts';
import { addSpan, type Day, dayOf, daysBetween, daysOf, type TimeSpan } from '../core/dates.ts';
import { counted } from '../core/durations.ts';
import { jsonText } from '../core/json.ts';
import { named } from '../core/text.ts';
import type { ListedDomain } from '../kinds.ts';
import { soonDays } from '../output/cell.ts';
import { fieldHint } from '../output/fields.ts';
import { accountId } from '../settings/credentials.ts';
import { keepDomainNames } from '../settings/known-domains.ts';

export const domainFacts = [
  'status',
  'expiry',
  'registration_date',
  'auto_renew',
  'nameservers',
] as const;

export type DatedDomain = Domain & { expiry: Day };

export interface DomainFilter {
  status?: readonly string[];
  /** A span without a first day includes domains that have expired. */
  expiring?: TimeSpan;
  autoRenew?: 'on' | 'off';
}

export interface AccountDomains {
  /** Every name once; of several entries the sooner expiry counts. */
  domains: Domain[];
  /** True if the list is not cut, and every domain in it has a name. */
  isWhole: boolean;
}

type Fact = 'domain' | (typeof domainFacts)[number];

interface Test {
  option: string;
  fact: Fact;
  passes(domain: Domain): boolean;
}

const facts: readonly Fact[] = ['domain', ...domainFacts];

const sortFields = [...facts, 'days'];

const sortWords = [...sortFields, ...sortFields.map((field) => `-${field}`)];

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

export function sortOption() {
  return valueOption(
    '--sort <field>',
    'sort by column; -expiry reverses (default: expiry)',
    (text) => sortWords.find((word) => word === text.trim()),
    (text) => fieldHint(text.trim().replace(/^-/, ''), sortFields, 'the fields are'),
    sortWords,
  );
}

export function addFilters(command: Command) {
  const hint = 'dotaf domains ls shows the status of each domain';
  const parse = (text: string) => (/[^\s,]/.test(text) ? [text] : undefined);
  const description = 'filter by status (comma-separated)';
  return command
    .addOption(listOption('--status <status>', description, parse, hint))
    .addOption(
      spanOption(
        '--expiring <span>',
        'expired or expiring by then: 30d, 12w, 3m, 1y, 2026-12-31, or in the month 2026-12',
      ),
    )
    .addOption(choiceOption('--auto-renew <state>', 'filter by auto-renew', ['on', 'off']));
}

/** @param balance if it is asked at the same time, since it counts the active domains */
export async function domainList(
  context: Context,
  balance?: Promise<Balance>,
): Promise<AccountDomains> {
  const active = balance?.then(
    ({ active_domains }) => active_domains,
    () => 0,
  );
  const service = await context.service();
  const [list, least] = await Promise.all([service.domains(), active]);
  const isCut = mayBeCut(list, least);
  if (isCut) {
    const listed = counted(list.domains.length, 'domain');
    const says = `the list of ${listed} may be cut, and the service cannot be asked for more`;
    await context.output.warning(says);
  }
  if (list.isOneOfSeveral) {
    await context.output.warning(
      'the answer holds several lists of domains, and this is one of them: see dotaf doctor',
    );
  }
  const hasNames = await warnOfUnknown(context, 'the list has', 'domain', list.domains);
  const domains = await eachOnce(context, list.domains);
  return { domains, isWhole: hasNames && !isCut && !list.isOneOfSeveral };
}

export async function listedDomains(
  context: Context,
  { sort, ...filter }: DomainFilter & { sort?: string },
): Promise<ListedDomain[]> {
  const { domains, isWhole } = await domainList(context);
  // A list that may be cut would take names from completion.
  if (isWhole) await keepNames(context, domains);
  const chosen = await filtered(context, domains, filter, 'domains ls');
  const fact = factOf(sort);
  if (sort !== undefined) requireFact(domains, fact, 'domains ls: --sort');
  const says = sort === undefined ? 'the order puts last' : '--sort puts last';
  await warnOfUnknown(context, says, fact, chosen);
  const inOrder = sorted(chosen, sort);
  if (!context.options.fields?.includes('days')) return inOrder;
  const today = dayOf(context.surroundings.clock.now());
  return inOrder.map((domain) => ({
    ...domain,
    days: domain.expiry === null ? null : daysBetween(today, domain.expiry),
  }));
}

/** Warns of domains that a filter cannot tell about. @throws Failure if it cannot about any */
export async function filtered(
  context: Context,
  domains: Domain[],
  filter: DomainFilter,
  command: string,
): Promise<Domain[]> {
  const today = dayOf(context.surroundings.clock.now());
  let chosen = domains;
  for (const { option, fact, passes } of testsOf(filter, today)) {
    requireFact(domains, fact, `${command}: ${option}`);
    await warnOfUnknown(context, `${option} leaves out`, fact, domains);
    chosen = chosen.filter(passes);
  }
  const inUse = statusesIn(domains.map(({ status }) => status).join(','));
  const words = [...inUse.values()].sort().join(', ');
  for (const [word, typed] of statusesIn(filter.status?.join(','))) {
    if (inUse.size === 0 || inUse.has(word)) {
      continue;
    }
    await context.output.warning(`no domain has the status '${typed}'; in use: ${words}`);
  }
  return chosen;
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

export function expirySummary(domains: readonly Domain[], today: Day): string {
  const { expired, soon } = byExpiry(domains, today);
  const lapsing = soon.filter(({ auto_renew }) => auto_renew === false);
  const within = `${soon.length} within ${soonDays} days`;
  return `${expired.length} expired, ${within}, ${lapsing.length} of them without auto-renew`;
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

/** Statuses by one spelling for all of `clientHold`, `client_hold` and `CLIENT HOLD`. */
export function statusesIn(text: string | null | undefined): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const part of (text ?? '').split(',')) {
    const word = part.toLowerCase().replace(/[\s_-]/g, '');
    if (word !== '') words.set(word, part.trim());
  }
  return words;
}

/** @throws Failure `unexpected_response` if there are domains, and none has the fact */
export function requireFact(domains: readonly Domain[], fact: Fact, who: string): void {
  if (domains.length === 0 || domains.some((domain) => domain[fact] !== null)) return;
  const found = `none was found in ${counted(domains.length, 'domain')}`;
  throw nothingFound(`${who} needs the ${factNames[fact]}, and ${found}`, domains);
}

/** @param says how the warning begins @returns true where the fact is known of all */
export async function warnOfUnknown(
  { output }: Context,
  says: string,
  fact: Fact,
  domains: readonly Domain[],
): Promise<boolean> {
  const unknown = domains.filter((domain) => domain[fact] === null);
  if (unknown.length === 0) return true;
  const share = `${unknown.length} of ${counted(domains.length, 'domain')}`;
  const text = `${says} ${share} without a known ${factNames[fact]}`;
  const names = named(unknown.flatMap(({ domain }) => domain ?? []));
  await output.warning(names === '' ? text : `${text}: ${names}`);
  return false;
}

/** @param active how many domains the balance counts */
export function mayBeCut({ domains, total, isMore }: DomainList, active = 0): boolean {
  const { length } = domains;
  // A list may also be empty for a failure, without a sign of it.
  if (isMore || length < active || length < (total ?? 0)) return true;
  // A total of 100 is no proof: it may count the list only.
  return isMore === null && length >= mostListed;
}

function testsOf({ status, expiring, autoRenew }: DomainFilter, today: Day): Test[] {
  const tests: Test[] = [];
  const wanted = statusesIn(status?.join(','));
  if (wanted.size > 0) {
    const passes = (domain: Domain) =>
      [...statusesIn(domain.status).keys()].some((word) => wanted.has(word));
    tests.push({ option: '--status', fact: 'status', passes });
  }
  if (expiring !== undefined) {
    const { first = '', last } = daysOf(expiring, today);
    const passes = ({ expiry }: Domain) => expiry !== null && expiry >= first && expiry <= last;
    tests.push({ option: '--expiring', fact: 'expiry', passes });
  }
  if (autoRenew !== undefined) {
    const passes = ({ auto_renew }: Domain) => auto_renew === (autoRenew === 'on');
    tests.push({ option: '--auto-renew', fact: 'auto_renew', passes });
  }
  return tests;
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

async function keepNames(context: Context, domains: readonly Domain[]): Promise<void> {
  const credentials = await context.credentials();
  if (credentials.tier === 'sandbox') return;
  const names = domains.flatMap(({ domain }) => domain ?? []);
  keepDomainNames(context.settings, accountId(credentials), names);
}

function nameOf({ domain }: Domain): string {
  return domain ?? '\uffff';
}

/** Days are counted to the expiry, which is also the usual order. */
function factOf(sort = 'expiry'): Fact {
  return facts.find((fact) => sort.replace('-', '') === fact) ?? 'expiry';
}
