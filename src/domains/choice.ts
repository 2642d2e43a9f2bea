import type { Command } from '@commander-js/extra-typings';
import type { Domain } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import { choiceOption, listOption, timeSpan } from '../cli/options.ts';
import { dayOf, daysBetween, daysOf, type TimeSpan } from '../core/dates.ts';
import { jsonText } from '../core/json.ts';
import { compare, isDecimal } from '../core/money.ts';
import { Failure } from '../errors.ts';
import type { ListedDomain } from '../kinds.ts';
import { fieldHint, valueAt } from '../output/fields.ts';
import { keepDomainNames } from '../settings/known-domains.ts';
import { domainFields, domainList, requireFact, unknownFact } from './list.ts';

export interface DomainFilter {
  /** Any of these. */
  status?: readonly string[];
  /** Without a first day also those that have expired. */
  expiring?: TimeSpan;
  autoRenew?: 'on' | 'off';
}

export interface SortOrder {
  field: string;
  isDescending: boolean;
}

/** An option that can say nothing of a domain without this fact. */
interface Need {
  option: string;
  fact: string;
  effect: 'cannot tell about it' | 'puts it last' | 'leaves it out';
}

export const soonestFirst: SortOrder = { field: 'expiry', isDescending: false };

const sortFields = [...domainFields, 'days'];

/** Completion offers these for `--sort`. */
export const sortWords = [...sortFields, ...sortFields.map((field) => `-${field}`)];

/** Declares the filters of `domains ls` and `domains calendar`. */
export function addFilters(command: Command) {
  return command
    .addOption(listOption('--status <status>', 'filter by status (comma-separated)', statusList))
    .option(
      '--expiring <span>',
      'expired or expiring by then: 30d, 12w, 3m, 1y, 2026-12-31, or in the month 2026-12',
      timeSpan('--expiring'),
    )
    .addOption(choiceOption('--auto-renew <state>', 'filter by auto-renew', ['on', 'off']));
}

/** Reads `expiry`, `-days` or `extra.registrar.id`. @throws Failure `usage` */
export function parseSort(text: string): SortOrder {
  const field = text.trim().replace(/^-/, '');
  const isKnown = sortFields.some((known) => known === field) || /^extra\../.test(field);
  if (isKnown) return { field, isDescending: text.trim().startsWith('-') };
  throw new Failure('usage', `--sort cannot be '${text}'`, {
    hint: `${fieldHint(field, sortFields, 'the fields are')}; -expiry begins with the latest`,
  });
}

/**
 * Filters and sorts the domains of the account, and warns of those that an option cannot tell about.
 *
 * @param sort the soonest expiry first by default
 * @throws Failure `unexpected_response` if it cannot tell about any
 */
export async function chosenDomains(
  context: Context,
  { status = [], expiring, autoRenew, sort }: DomainFilter & { sort?: SortOrder },
  isCalendar = false,
): Promise<ListedDomain[]> {
  const { output, surroundings, options, settings } = context;
  const { domains, mayBeCut } = await domainList(context);
  const credentials = await context.credentials();
  if (!mayBeCut && credentials.tier !== 'sandbox') {
    const names = domains.flatMap(({ domain }) => domain ?? []);
    keepDomainNames(settings, credentials, names);
  }
  const today = dayOf(surroundings.clock.now());
  const days = expiring && daysOf(expiring, today);
  const chosen = domains.filter(
    (domain) =>
      (status.length === 0 || statusesOf(domain).some((one) => isOneOf(status, one))) &&
      (days === undefined || isWithin(domain, days)) &&
      (autoRenew === undefined || domain.auto_renew === (autoRenew === 'on')),
  );
  const cannotTell = 'cannot tell about it';
  const needs: (Need | false | undefined)[] = [
    status.length > 0 && { option: '--status', fact: 'status', effect: cannotTell },
    expiring && { option: '--expiring', fact: 'expiry', effect: cannotTell },
    autoRenew && { option: '--auto-renew', fact: 'auto_renew', effect: cannotTell },
    sort && { option: '--sort', fact: factOf(sort.field), effect: 'puts it last' },
    isCalendar && { option: 'a calendar', fact: 'expiry', effect: 'leaves it out' },
  ];
  const stated = needs.flatMap((need) => need || []);
  const command = isCalendar ? 'domains calendar' : 'domains ls';
  for (const { option, fact } of stated) requireFact(`${command}: ${option}`, fact, domains);
  const known = [...new Set(domains.flatMap(statusesOf))].sort();
  for (const one of status.filter((each) => known.length > 0 && !isOneOf(known, each))) {
    await output.note(`no domain is '${one}'; there are ${known.join(', ')}`);
  }
  for (const { option, fact, effect } of stated) {
    const about = effect === cannotTell ? domains : chosen;
    const text = unknownFact(fact, about, `, so ${option} ${effect}`);
    if (text !== undefined) await output.warning(text);
  }
  const isOrderKnown = isCalendar || domains.some(({ expiry }) => expiry !== null);
  if (sort === undefined && !isOrderKnown && chosen.length > 1) {
    await output.warning('the expiry of no domain is known, so they are in the order of names');
  }
  const listed = sorted(chosen, sort ?? soonestFirst);
  const isChosen = options.fields?.split(',').some((name) => name.trim() === 'days');
  if (!isChosen) return listed;
  return listed.map((domain) => ({
    ...domain,
    days: domain.expiry === null ? null : daysBetween(today, domain.expiry),
  }));
}

/** Unknown values come last in both directions, and equal ones are in the order of names. */
export function sorted<Item extends { domain: string | null }>(
  items: readonly Item[],
  { field, isDescending }: SortOrder,
): Item[] {
  const textOf = (item: Item) => {
    const value = valueAt(item, factOf(field)) ?? null;
    return value === null ? undefined : jsonText(value);
  };
  return items.toSorted((left, right) => {
    const [one, other] = [textOf(left), textOf(right)];
    const byName = compareText(left.domain ?? '\uffff', right.domain ?? '\uffff');
    if (one === undefined || other === undefined) {
      return Number(one === undefined) - Number(other === undefined) || byName;
    }
    const order =
      isDecimal(one) && isDecimal(other) ? compare(one, other) : compareText(one, other);
    return order * (isDescending ? -1 : 1) || byName;
  });
}

/** The fact that a field is derived from. */
function factOf(field: string): string {
  return field === 'days' ? 'expiry' : field;
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

function isWithin({ expiry }: Domain, { first, last }: ReturnType<typeof daysOf>): boolean {
  return expiry !== null && expiry <= last && (first === undefined || expiry >= first);
}

/** Reads a comma-separated list. @throws Failure `usage` for an empty one */
function statusList(text: string): string[] {
  const statuses = statusesIn(text);
  if (statuses.length > 0) return statuses;
  throw new Failure('usage', '--status names no status', {
    hint: 'dotaf domains ls shows the status of each domain',
  });
}

/** A domain of EPP has several, which are joined for people. */
function statusesOf({ status }: Domain): string[] {
  return status === null ? [] : statusesIn(status);
}

function statusesIn(text: string): string[] {
  const parts = text.split(',').map((one) => one.trim());
  return parts.filter((one) => one !== '');
}

/** `clientHold`, `client_hold` and `CLIENT HOLD` are one status. */
function isOneOf(statuses: readonly string[], status: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_-]/g, '');
  return statuses.some((one) => plain(one) === plain(status));
}
