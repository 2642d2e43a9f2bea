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
import { fieldHint, valueAt } from '../output/fields.ts';
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

export interface SortOrder {
  field: string;
  isDescending: boolean;
}

export interface AccountDomains {
  /** Names once, by the sooner date. */
  domains: Domain[];
  /** As the service sent them; it may list a name twice. */
  listed: Domain[];
  mayBeCut: boolean;
  /** True if the list is not cut, and every domain in it has a name. */
  isSure: boolean;
}

interface Test {
  option: string;
  fact: string;
  passes(domain: Domain): boolean;
}

export const soonestFirst: SortOrder = { field: 'expiry', isDescending: false };

const sortFields = ['domain', ...domainFacts, 'days'];

const sortWords = [...sortFields, ...sortFields.map((field) => `-${field}`)];

const factNames: Readonly<Record<string, string>> = {
  domain: 'name',
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
    parseSort,
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
  lead = '',
): Promise<AccountDomains> {
  const active = balance?.then(
    ({ active_domains }) => active_domains,
    () => 0,
  );
  const service = await context.service();
  const [list, least] = await Promise.all([service.domains(), active]);
  const { domains: listed } = list;
  const cut = cutReason(list, least);
  if (cut !== undefined) await context.output.warning(lead + cut);
  const hasNames = await warnOfUnknown(context, `${lead}the list has`, 'domain', listed);
  const domains = await eachOnce(context, listed);
  const mayBeCut = cut !== undefined;
  return { domains, listed, mayBeCut, isSure: hasNames && !mayBeCut };
}

export async function listedDomains(
  context: Context,
  { sort, ...filter }: DomainFilter & { sort?: SortOrder },
): Promise<ListedDomain[]> {
  const { listed, mayBeCut } = await domainList(context);
  // A list that may be cut would take names from completion.
  if (!mayBeCut) await keepNames(context, listed);
  const chosen = await filtered(context, listed, filter, 'domains ls');
  const { field } = sort ?? soonestFirst;
  if (sort !== undefined) requireFact(listed, factOf(field), 'domains ls: --sort');
  const says = sort === undefined ? 'the order puts last' : '--sort puts last';
  await warnOfUnknown(context, says, factOf(field), chosen);
  const inOrder = sorted(chosen, sort ?? soonestFirst);
  if (!context.options.fields?.includes('days')) {
    return inOrder;
  }
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
  const inOrder = sorted(dated, soonestFirst);
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

/** Unknown values come last in both directions, and equal ones are in the order of names. */
export function sorted<Item extends { domain: string | null }>(
  items: readonly Item[],
  { field, isDescending }: SortOrder,
): Item[] {
  // Numbers are in their order, also those that the service sends beyond the known facts.
  const { compare } = new Intl.Collator('en', { numeric: true });
  const nameOf = ({ domain }: Item) => domain ?? '\uffff';
  const textOf = (item: Item) => jsonText(valueAt(item, factOf(field)));
  const byName = items.toSorted((one, other) => compare(nameOf(one), nameOf(other)));
  const known = byName.filter((item) => isKnown(item, factOf(field)));
  const unknown = byName.filter((item) => !isKnown(item, factOf(field)));
  const sign = isDescending ? -1 : 1;
  known.sort((one, other) => sign * compare(textOf(one), textOf(other)));
  return [...known, ...unknown];
}

/** Words by one writing for all of `clientHold`, `client_hold` and `CLIENT HOLD`. */
export function statusesIn(text: string | null | undefined): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const part of (text ?? '').split(',')) {
    const word = part.toLowerCase().replace(/[\s_-]/g, '');
    if (word !== '') words.set(word, part.trim());
  }
  return words;
}

/** @throws Failure `unexpected_response` if there are domains, and none has the fact */
export function requireFact(domains: readonly Domain[], fact: string, who: string): void {
  if (domains.length === 0 || domains.some((domain) => isKnown(domain, fact))) {
    return;
  }
  const found = `none was found in ${counted(domains.length, 'domain')}`;
  throw nothingFound(`${who} needs the ${nameOfFact(fact)}, and ${found}`, domains);
}

/**
 * As `--sort puts last 2 of 3 domains without a known expiry: a.af, b.af`.
 *
 * @param says how the warning begins
 * @returns true where the fact is known of all
 */
export async function warnOfUnknown(
  { output }: Context,
  says: string,
  fact: string,
  domains: readonly Domain[],
): Promise<boolean> {
  const unknown = domains.filter((domain) => !isKnown(domain, fact));
  if (unknown.length === 0) return true;
  const share = `${unknown.length} of ${counted(domains.length, 'domain')}`;
  const text = `${says} ${share} without a known ${nameOfFact(fact)}`;
  const names = named(unknown.flatMap(({ domain }) => domain ?? []));
  await output.warning(names === '' ? text : `${text}: ${names}`);
  return false;
}

/** Undefined for a list that is whole. @param active how many domains the balance counts */
export function cutReason(
  { domains: { length }, total, isMore }: DomainList,
  active = 0,
): string | undefined {
  if (total !== null && total > length) {
    return `the service lists ${length} of ${total} domains, and cannot be asked for the others`;
  }
  if (isMore) {
    return `the service has more domains than these ${length}, and cannot be asked for them`;
  }
  // A list may also be empty for a failure, without a sign of it.
  if (length < active) {
    return `the list holds ${length} of the ${counted(active, 'active domain')} of the account`;
  }
  // A total of 100 is no proof: it may count the list only.
  if (isMore === false || length < mostListed) {
    return undefined;
  }
  return `the service lists at most ${mostListed} domains: this list may be cut`;
}

function parseSort(text: string): SortOrder | undefined {
  const typed = text.trim();
  const field = typed.replace(/^-/, '');
  const isField = sortFields.includes(field) || field.startsWith('extra.');
  return isField ? { field, isDescending: typed.startsWith('-') } : undefined;
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
  for (const one of sorted(listed, soonestFirst)) {
    if (!soonest.has(one.domain)) soonest.set(one.domain, one);
  }
  const once = listed.filter((one) => one.domain === null || soonest.get(one.domain) === one);
  if (once.length === listed.length) {
    return listed;
  }
  const others = listed.filter((one) => !once.includes(one));
  const twice = named(others.flatMap(({ domain }) => domain ?? []));
  await output.warning(`the service lists ${twice} more than once; the sooner expiry counts`);
  return once;
}

async function keepNames(context: Context, domains: readonly Domain[]): Promise<void> {
  const credentials = await context.credentials();
  if (credentials.tier === 'sandbox') {
    return;
  }
  const names = domains.flatMap(({ domain }) => domain ?? []);
  keepDomainNames(context.settings, accountId(credentials), names);
}

function isKnown(domain: object, fact: string): boolean {
  return (valueAt(domain, fact) ?? null) !== null;
}

function nameOfFact(fact: string): string {
  return factNames[fact] ?? fact;
}

function factOf(field: string): string {
  return field === 'days' ? 'expiry' : field;
}
