import type { Command } from '@commander-js/extra-typings';
import type { Domain } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import { choiceOption, listOption, timeSpan } from '../cli/options.ts';
import { dayOf, daysBetween } from '../core/dates.ts';
import { counted } from '../core/durations.ts';
import { Failure } from '../errors.ts';
import type { ListedDomain } from '../kinds.ts';
import { valueAt } from '../output/fields.ts';
import { keepDomainNames } from '../settings/known-domains.ts';
import { type DomainFilter, filtered, statusList, unmatchedStatuses } from './filter.ts';
import { type DomainField, domainList } from './list.ts';
import { factOf, type SortOrder, soonestFirst, sorted } from './order.ts';

interface Choice extends DomainFilter {
  /** The soonest expiry comes first where no column is given. */
  sort?: SortOrder;
  names?: true;
}

/** An option that can say nothing of a domain without this fact. */
interface Need {
  option: string;
  fact: string;
  /** It is about the chosen domains alone, and has this effect on those without the fact. */
  effect?: 'puts last' | 'leaves out';
}

const factNames: Readonly<Record<DomainField, string>> = {
  domain: 'name',
  status: 'status',
  expiry: 'expiry',
  registration_date: 'registration date',
  auto_renew: 'auto-renew',
  nameservers: 'list of nameservers',
};

const mostNamed = 3;

const mostKeys = 20;

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

/**
 * Filters and sorts the domains of the account, and warns of those that an option cannot tell about.
 *
 * @throws Failure `unexpected_response` if it cannot tell about any
 */
export async function chosenDomains(
  context: Context,
  choice: Choice,
  { command = 'domains ls', facts = [] as readonly DomainField[] } = {},
): Promise<ListedDomain[]> {
  const { output, surroundings, options } = context;
  const today = dayOf(surroundings.clock.now());
  const { domains, mayBeCut } = await domainList(context);
  const isFiltered = [choice.status, choice.expiring, choice.autoRenew].some(Boolean);
  const credentials = await context.credentials();
  if (!mayBeCut && !isFiltered && credentials.tier !== 'sandbox') {
    const names = domains.flatMap(({ domain }) => domain ?? []);
    keepDomainNames(context.settings, credentials, names);
  }
  const needs = [
    ...needsOf(choice),
    ...facts.map((fact): Need => ({ option: 'a calendar', fact, effect: 'leaves out' })),
  ];
  for (const need of needs) {
    if (domains.length > 0 && lacking(domains, need.fact).length === domains.length) {
      throw nothingKnown(`${command}: ${need.option}`, domains, need.fact);
    }
  }
  for (const { status, known } of unmatchedStatuses(domains, choice.status)) {
    await output.note(`no domain is '${status}'; there are ${known.join(', ')}`);
  }
  const chosen = filtered(domains, choice, today);
  for (const need of needs) {
    const text = warningOf(need.effect === undefined ? domains : chosen, need);
    if (text !== undefined) await output.warning(text);
  }
  const isOrderKnown = lacking(domains, 'expiry').length < domains.length;
  if (choice.sort === undefined && !isOrderKnown && chosen.length > 1) {
    await output.warning('the expiry of no domain is known, so they are in the order of names');
  }
  const listed = sorted(chosen, choice.sort ?? soonestFirst);
  const isChosen = options.fields?.split(',').some((name) => name.trim() === 'days');
  if (!isChosen) return listed;
  return listed.map((domain) => ({
    ...domain,
    days: domain.expiry === null ? null : daysBetween(today, domain.expiry),
  }));
}

function needsOf({ status, expiring, autoRenew, sort, names }: Choice): Need[] {
  const needs: (Need | false | undefined)[] = [
    status !== undefined && { option: '--status', fact: 'status' },
    expiring && { option: '--expiring', fact: 'expiry' },
    autoRenew && { option: '--auto-renew', fact: 'auto_renew' },
    sort && { option: '--sort', fact: factOf(sort.field), effect: 'puts last' },
    names && { option: '--names', fact: 'domain', effect: 'leaves out' },
  ];
  return needs.filter((need) => need !== false && need !== undefined);
}

/** Facts beyond the documented ones have the names of the service. */
function nameOf(fact: string): string {
  return Object.entries(factNames).find(([field]) => field === fact)?.[1] ?? fact;
}

function lacking(domains: readonly Domain[], fact: string): Domain[] {
  return domains.filter((domain) => (valueAt(domain, fact) ?? null) === null);
}

function warningOf(domains: readonly Domain[], { option, fact, effect }: Need): string | undefined {
  const unknown = lacking(domains, fact);
  if (unknown.length === 0) return undefined;
  const share = `${unknown.length} of ${counted(domains.length, 'domain')}`;
  const them = unknown.length === 1 ? 'it' : 'them';
  const [verb, place] = effect?.split(' ') ?? [];
  const consequence = verb === undefined ? `cannot tell about ${them}` : `${verb} ${them} ${place}`;
  return `the ${nameOf(fact)} of ${share} is not known, so ${option} ${consequence}${named(unknown)}`;
}

/** The first few names, to follow a sentence; empty where there are none. */
export function named(domains: readonly Domain[]): string {
  const names = domains.flatMap(({ domain }) => domain ?? []);
  if (names.length === 0) return '';
  const more = names.length - mostNamed;
  return `: ${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** @param who cannot do without the fact, as in `forecast` or `domains ls: --sort` */
export function nothingKnown(who: string, domains: readonly Domain[], fact: string): Failure {
  const found = `none was found in ${counted(domains.length, 'domain')}`;
  return new Failure(
    'unexpected_response',
    `${who} needs the ${nameOf(fact)}, and ${found} with the keys ${keysIn(domains).join(', ')}`,
    { hint: 'dotaf doctor shows which key each fact is read from' },
  );
}

/** Ours for the facts that were found, and those of the service for everything else. */
function keysIn(domains: readonly Domain[]): string[] {
  const keys = domains.slice(0, mostNamed).flatMap(({ extra = {}, ...facts }) => {
    const found = Object.entries(facts).filter(([, value]) => value !== null);
    return [...found.map(([key]) => key), ...Object.keys(extra)];
  });
  return [...new Set(keys)].slice(0, mostKeys);
}
