import type { Command } from '@commander-js/extra-typings';
import type { Domain } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import {
  addPreferences,
  choiceOption,
  listOption,
  spanOption,
  valueOption,
} from '../cli/options.ts';
import { type Day, daysBetween, daysOf, type TimeSpan } from '../core/dates.ts';
import { domainFactNames } from '../core/facts.ts';
import { counted } from '../core/text.ts';
import { usageFailure } from '../errors.ts';
import type { ListedDomain } from '../kinds.ts';
import { fieldHint } from '../output/fields.ts';
import { soonDays } from '../output/kind.ts';
import { accountId } from '../settings/credentials.ts';
import { keepDomainNames } from '../settings/known-domains.ts';
import {
  type AccountDomains,
  byExpiry,
  domainNames,
  factOf,
  needFact,
  readAccountDomains,
  sorted,
  warnOfUnknown,
} from './list.ts';

export interface DomainFilter {
  status?: readonly string[];
  /** A span without a first day includes domains that have expired. */
  expiring?: TimeSpan;
  autoRenew?: 'on' | 'off';
}

const sortFields = [...domainFactNames, 'days'];

const sortWords = [...sortFields, ...sortFields.map((field) => `-${field}`)];

export function sortOption() {
  return valueOption(
    '--sort <field>',
    'sort by column; -expiry reverses (default: expiry)',
    (text) => sortWords.find((word) => word === text.trim()),
    (text) => fieldHint(text.trim().replace(/^-/, ''), sortFields),
    sortWords,
  );
}

export function addFilters(command: Command) {
  return addPreferences(command, 'domains-file')
    .addOption(
      listOption(
        '--status <status>',
        'filter by status (comma-separated)',
        (text) => (/[^\s,]/.test(text) ? [text] : undefined),
        'dotaf domains ls shows the status of each domain',
      ),
    )
    .addOption(
      spanOption(
        '--expiring <span>',
        'up to this day, expired ones too (30d, 12w, 3m, 1y, 2026-12-31), or in one month (2026-12)',
      ),
    )
    .addOption(choiceOption('--auto-renew <state>', 'filter by auto-renew', ['on', 'off']));
}

export async function listedDomains(
  context: Context,
  { sort, ...filter }: DomainFilter & { sort?: string },
): Promise<ListedDomain[]> {
  const chosenFile = await chosenColumns(context);
  const list = await readAccountDomains(context, undefined, chosenFile?.own);
  // A list that may be cut would take names from completion.
  if (list.isWhole) await keepNames(context, list.domains);
  const chosen = await filtered(context, list, filter);
  const fact = factOf(sort);
  if (sort === undefined) await warnOfUnknown(context, chosen, fact, 'the order puts last');
  else await needFact(context, chosen, fact, '--sort puts last');
  const { today } = context;
  return sorted(chosen, sort).map((domain) => {
    const days = domain.expiry === null ? null : daysBetween(today, domain.expiry);
    const row: ListedDomain = { ...domain, days };
    if (chosenFile !== undefined) {
      const cells = chosenFile.own.rows.get(row.domain ?? '');
      const pairs = chosenFile.columns.map(({ heading, column }) => [
        heading,
        cells?.[column] || null,
      ]);
      row.file = Object.fromEntries(pairs);
    }
    return row;
  });
}

async function chosenColumns(context: Context) {
  const fields = (context.options.fields ?? '').split(',').map((field) => field.trim());
  const typed = fields.filter((field) => /^file(\.|$)/.test(field));
  const [first] = typed;
  if (first === undefined) return undefined;
  const { ownColumns, readOwnList } = await import('./own-list.ts');
  const own = await readOwnList(context);
  if (own !== undefined) {
    const names = typed.map((field) => field.slice('file.'.length));
    return { own, columns: ownColumns(own, names) };
  }
  throw usageFailure(
    `--fields ${first} needs a list of your own`,
    'add --domains-file <path>, the CSV in which that column is',
  );
}

/** Warns of domains that a filter cannot tell about. @throws Failure if it cannot about any */
export async function filtered(
  context: Context,
  { domains }: AccountDomains,
  { status, expiring, autoRenew }: DomainFilter,
): Promise<readonly Domain[]> {
  let chosen = domains;
  const wanted = statusesIn(status?.join(','));
  if (wanted.size > 0) {
    await needFact(context, domains, 'status', '--status leaves out');
    chosen = chosen.filter((one) =>
      [...statusesIn(one.status).keys()].some((word) => wanted.has(word)),
    );
  }
  if (expiring !== undefined) {
    await needFact(context, domains, 'expiry', '--expiring leaves out');
    const { first = '', last } = daysOf(expiring, context.today);
    chosen = chosen.filter(({ expiry }) => expiry !== null && expiry >= first && expiry <= last);
  }
  if (autoRenew !== undefined) {
    await needFact(context, domains, 'auto_renew', '--auto-renew leaves out');
    chosen = chosen.filter(({ auto_renew }) => auto_renew === (autoRenew === 'on'));
  }
  const inUse = statusesIn(domains.map((one) => one.status).join(','));
  const words = [...inUse.values()].sort().join(', ');
  for (const [word, typed] of wanted) {
    if (inUse.size === 0 || inUse.has(word)) continue;
    await context.output.warning(`no domain has the status '${typed}'; in use: ${words}`);
  }
  return chosen;
}

/** Format: `38 domains · 3 expired · 4 will lapse within 30 days`, and the line that lists them. */
export function expirySummary(domains: readonly Domain[], today: Day, isFiltered: boolean): string {
  const { expired, lapsing } = byExpiry(domains, today);
  const parts = [counted(domains.length, 'domain')];
  if (expired.length > 0) parts.push(`${expired.length} expired`);
  if (lapsing.length > 0) parts.push(`${lapsing.length} will lapse within ${soonDays} days`);
  const summary = parts.join(' · ');
  if (isFiltered || parts.length === 1) return summary;
  return `${summary}: dotaf domains ls --expiring ${soonDays}d`;
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

async function keepNames(context: Context, domains: readonly Domain[]): Promise<void> {
  const account = accountId(await context.account.credentials());
  if (account === undefined) return;
  keepDomainNames(context.settings, account, domainNames(domains));
}
