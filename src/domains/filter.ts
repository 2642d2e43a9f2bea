import type { Domain } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import { type Day, dayOf, daysBetween, daysOf } from '../core/dates.ts';
import { counted } from '../core/durations.ts';
import { Failure } from '../errors.ts';
import type { ListedDomain } from '../kinds.ts';
import { soonDays } from '../output/cell.ts';
import { accountId } from '../settings/credentials.ts';
import { keepDomainNames } from '../settings/known-domains.ts';
import { AccountDomains, byExpiry, type DomainFact, factOf, sorted } from './list.ts';
import type { DomainFilter } from './options.ts';

interface FilterTest {
  option: string;
  fact: DomainFact;
  passes(domain: Domain): boolean;
}

export async function listedDomains(
  context: Context,
  { sort, ...filter }: DomainFilter & { sort?: string },
): Promise<ListedDomain[]> {
  const { own, columns } = await chosenColumns(context);
  const list = await AccountDomains.read(context, { own });
  // A list that may be cut would take names from completion.
  if (list.isWhole) await keepNames(context, list.domains);
  const chosen = await filtered(context, list, filter, 'domains ls');
  const fact = factOf(sort);
  if (sort === undefined) await list.warnOfUnknown(fact, 'the order puts last', chosen);
  else await list.need(fact, 'domains ls: --sort', '--sort puts last', chosen);
  const today = dayOf(context.surroundings.clock.now());
  return sorted(chosen, sort).map((domain) => {
    const days = domain.expiry === null ? null : daysBetween(today, domain.expiry);
    const row: ListedDomain = { ...domain, days };
    if (own !== undefined && columns.length > 0) {
      const cells = columns.map(({ heading, column }) => [heading, own.cell(row.domain, column)]);
      row.file = Object.fromEntries(cells);
    }
    return row;
  });
}

/** The columns of the own list that `--fields` names. @throws Failure `usage`, `io` */
async function chosenColumns(context: Context) {
  const typed = fieldsIn(context).filter((field) => /^file(\.|$)/.test(field));
  const [first] = typed;
  if (first === undefined) return { own: undefined, columns: [] };
  const { OwnList } = await import('./own-list.ts');
  const own = await OwnList.read(context);
  if (own !== undefined) {
    return { own, columns: own.columns(typed.map((field) => field.slice('file.'.length))) };
  }
  throw new Failure('usage', `--fields ${first} needs a list of your own`, {
    hint: 'add --domains-file <path>, the CSV in which that column is',
  });
}

function fieldsIn({ options }: Context): string[] {
  return (options.fields ?? '').split(',').map((field) => field.trim());
}

/** Warns of domains that a filter cannot tell about. @throws Failure if it cannot about any */
export async function filtered(
  context: Context,
  list: AccountDomains,
  filter: DomainFilter,
  command: string,
): Promise<readonly Domain[]> {
  const today = dayOf(context.surroundings.clock.now());
  let chosen = list.domains;
  for (const { option, fact, passes } of testsOf(filter, today)) {
    await list.need(fact, `${command}: ${option}`, `${option} leaves out`);
    chosen = chosen.filter(passes);
  }
  const inUse = statusesIn(list.domains.map(({ status }) => status).join(','));
  const words = [...inUse.values()].sort().join(', ');
  for (const [word, typed] of statusesIn(filter.status?.join(','))) {
    if (inUse.size === 0 || inUse.has(word)) {
      continue;
    }
    await context.output.warning(`no domain has the status '${typed}'; in use: ${words}`);
  }
  return chosen;
}

/** Format: `38 domains · 3 expired · 4 will lapse within 30 days`. */
export function expirySummary(domains: readonly Domain[], today: Day): string {
  const { expired, soon } = byExpiry(domains, today);
  const lapsing = soon.filter(({ auto_renew }) => auto_renew === false);
  const urgent = [
    `${expired.length} expired`,
    `${lapsing.length} will lapse within ${soonDays} days`,
  ].filter((part) => !part.startsWith('0 '));
  return [counted(domains.length, 'domain'), ...urgent].join(' · ');
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

function testsOf({ status, expiring, autoRenew }: DomainFilter, today: Day): FilterTest[] {
  const tests: FilterTest[] = [];
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

async function keepNames(context: Context, domains: readonly Domain[]): Promise<void> {
  const credentials = await context.account.credentials();
  if (credentials.tier === 'sandbox') return;
  const names = domains.flatMap(({ domain }) => domain ?? []);
  keepDomainNames(context.settings, accountId(credentials), names);
}
