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
  /** Without a first day it includes those that have expired. */
  expiring?: TimeSpan;
  autoRenew?: 'on' | 'off';
}

export interface SortOrder {
  field: string;
  isDescending: boolean;
}

export interface AccountDomains {
  domains: Domain[];
  mayBeCut: boolean;
  /** It is not cut, and every domain in it has a name. */
  isSure: boolean;
}

interface Need {
  /** As in `forecast` or `domains ls: --sort`. */
  who?: string;
  lead?: string;
  /** As `, so --sort puts it last`. */
  consequence?: string;
  /** The warning counts these domains only; by default it counts all. */
  about?: readonly Domain[];
}

export const soonestFirst: SortOrder = { field: 'expiry', isDescending: false };

const sortFields = ['domain', ...domainFacts, 'days'];

const sortWords = [...sortFields, ...sortFields.map((field) => `-${field}`)];

const factNames: Readonly<Record<string, string>> = {
  domain: 'name',
  registration_date: 'registration date',
  auto_renew: 'auto-renew',
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

function parseSort(text: string): SortOrder | undefined {
  const [, minus, field = ''] = /^\s*(-?)(.*?)\s*$/s.exec(text) ?? [];
  const isKnown = sortFields.includes(field) || field.startsWith('extra.');
  return isKnown ? { field, isDescending: minus === '-' } : undefined;
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
  const { domains } = list;
  const cut = cutReason(list, least);
  if (cut !== undefined) await context.output.warning(lead + cut);
  const hasNames = await warnOfUnknown(context, 'domain', domains, { lead });
  return { domains, mayBeCut: cut !== undefined, isSure: cut === undefined && hasNames };
}

/** Warns if an option cannot tell about a domain. @throws Failure if it cannot about any */
export async function chosenDomains(
  context: Context,
  { status = [], expiring, autoRenew, sort }: DomainFilter & { sort?: SortOrder },
  isCalendar = false,
): Promise<ListedDomain[]> {
  const { domains, mayBeCut } = await domainList(context);
  if (!mayBeCut) await keepNames(context, domains);
  const today = dayOf(context.surroundings.clock.now());
  const days = expiring && daysOf(expiring, today);
  const wanted = statusesIn(status.join(','));
  const chosen = domains.filter(
    (domain) =>
      (wanted.size === 0 || [...statusesIn(domain.status).keys()].some((one) => wanted.has(one))) &&
      (days === undefined || isWithin(domain, days)) &&
      (autoRenew === undefined || domain.auto_renew === (autoRenew === 'on')),
  );
  const known = statusesIn(domains.map((domain) => domain.status).join(','));
  for (const [one, text] of known.size > 0 ? wanted : []) {
    if (known.has(one)) continue;
    const others = [...known.values()].sort().join(', ');
    await context.output.note(`no domain is '${text}'; there are ${others}`);
  }
  const needs = async (option: string, fact: string, effect: string, about = domains) => {
    const who = `${isCalendar ? 'domains calendar' : 'domains ls'}: ${option}`;
    await warnOfUnknown(context, fact, domains, {
      who,
      consequence: `, so ${option} ${effect}`,
      about,
    });
  };
  if (wanted.size > 0) await needs('--status', 'status', 'cannot tell about it');
  if (expiring) await needs('--expiring', 'expiry', 'cannot tell about it');
  if (autoRenew) await needs('--auto-renew', 'auto_renew', 'cannot tell about it');
  if (sort) await needs('--sort', factOf(sort.field), 'puts it last', chosen);
  else if (isCalendar) await needs('a calendar', 'expiry', 'leaves it out', chosen);
  else
    await warnOfUnknown(context, 'expiry', chosen, { consequence: ', so the order puts it last' });
  const listed = sorted(chosen, sort ?? soonestFirst);
  if (!context.options.fields?.includes('days')) return listed;
  return listed.map((domain) => ({
    ...domain,
    days: domain.expiry === null ? null : daysBetween(today, domain.expiry),
  }));
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

/** As `3 expired, 6 within 30 days (4 without auto-renew), 1 without a known expiry`. */
export function expirySummary(domains: readonly Domain[], today: Day): string {
  const { expired, coming, soon } = byExpiry(domains, today);
  const lapsing = soon.filter(({ auto_renew }) => auto_renew === false).length;
  const unknown = domains.length - expired.length - coming.length;
  const parts = [
    expired.length > 0 && `${expired.length} expired`,
    `${soon.length} within ${soonDays} days${lapsing > 0 ? ` (${lapsing} without auto-renew)` : ''}`,
    unknown > 0 && `${unknown} without a known expiry`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

/** Unknown values come last in both directions, and equal ones are in the order of names. */
export function sorted<Item extends { domain: string | null }>(
  items: readonly Item[],
  { field, isDescending }: SortOrder,
): Item[] {
  // Numbers are in their order, also those that the service sends beyond the known facts.
  const { compare } = new Intl.Collator('en', { numeric: true });
  const byName = items.toSorted((one, other) =>
    compare(one.domain ?? '\uffff', other.domain ?? '\uffff'),
  );
  const stated = (item: Item) => valueAt(item, factOf(field)) ?? null;
  const known = byName.filter((item) => stated(item) !== null);
  const sign = isDescending ? -1 : 1;
  known.sort((one, other) => sign * compare(jsonText(stated(one)), jsonText(stated(other))));
  return [...known, ...byName.filter((item) => stated(item) === null)];
}

/** The keys are one writing for all of `clientHold`, `client_hold` and `CLIENT HOLD`. */
export function statusesIn(text: string | null): ReadonlyMap<string, string> {
  const parts = (text ?? '').split(',').map((part) => part.trim());
  const named = parts.filter((part) => part !== '');
  return new Map(named.map((part) => [part.toLowerCase().replace(/[\s_-]/g, ''), part]));
}

/**
 * As `the expiry of 2 of 3 domains is not known, so --sort puts them last: a.af, b.af`.
 *
 * @returns true where it is known of all
 * @throws Failure `unexpected_response` where somebody needs it, and it is not known of any domain
 */
export async function warnOfUnknown(
  { output }: Context,
  fact: string,
  domains: readonly Domain[],
  { who, lead = '', consequence = '', about = domains }: Need = {},
): Promise<boolean> {
  const lacking = (all: readonly Domain[]) =>
    all.filter((domain) => (valueAt(domain, fact) ?? null) === null);
  const name = factNames[fact] ?? fact;
  if (who !== undefined && domains.length > 0 && lacking(domains).length === domains.length) {
    const found = `none was found in ${counted(domains.length, 'domain')}`;
    throw nothingFound(`${who} needs the ${name}, and ${found}`, domains);
  }
  const unknown = lacking(about);
  if (unknown.length === 0) return true;
  const share = `${unknown.length} of ${counted(about.length, 'domain')}`;
  const effect = consequence.replace(/\bit\b/, unknown.length === 1 ? 'it' : 'them');
  const names = named(unknown.flatMap(({ domain }) => domain ?? []));
  await output.warning(
    `${lead}the ${name} of ${share} is not known${effect}${names && `: ${names}`}`,
  );
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
  if (isMore)
    return `the service has more domains than these ${length}, and cannot be asked for them`;
  // A list may also be empty for a failure, without a sign of it.
  if (length < active)
    return `the list holds ${length} of the ${counted(active, 'active domain')} of the account`;
  // A total of 100 is no proof: it may count the list only.
  if (isMore === false || length < mostListed) return undefined;
  return `the service lists at most ${mostListed} domains: this list may be cut`;
}

/** A list that may be cut would take names from completion. */
async function keepNames(context: Context, domains: readonly Domain[]): Promise<void> {
  const credentials = await context.credentials();
  if (credentials.tier === 'sandbox') return;
  const names = domains.flatMap(({ domain }) => domain ?? []);
  keepDomainNames(context.settings, accountId(credentials), names);
}

function isWithin({ expiry }: Domain, { first, last }: ReturnType<typeof daysOf>): boolean {
  return expiry !== null && expiry <= last && (first === undefined || expiry >= first);
}

function factOf(field: string): string {
  return field === 'days' ? 'expiry' : field;
}
