import type { Balance, Domain, Tier } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import type { OneAnswer } from '../cli/definition.ts';
import { dayOf } from '../core/dates.ts';
import { changesSince, openDomains } from '../domains/changes.ts';
import { byExpiry } from '../domains/list.ts';
import { type Difference, differenceKind, domainKind } from '../kinds.ts';
import { moneyCell, painted, type Screen, soonDays, textCell } from '../output/cell.ts';
import { details, type Pair } from '../output/details.ts';
import { chosenFields, type Field, shownFields } from '../output/kind.ts';
import { drawTable } from '../output/table.ts';

/** The object that `dotaf --json` prints. */
interface Digest extends Pick<Balance, 'balance' | 'currency'>, Pick<Tier, 'current_tier'> {
  domains: number;
  expired: Domain[];
  expiring: Domain[];
  not_renewing: Domain[];
  changes: Difference[];
}

interface About {
  account: string;
  since?: string | undefined;
}

const whatToType: Pair[] = [
  ['dotaf forecast', { text: 'does the balance cover the renewals?' }],
  ['dotaf domains ls', { text: 'all domains' }],
  ['dotaf check <names>', { text: 'is a name free, and its price' }],
  ['dotaf --help', { text: 'every command' }],
];

/** Changes count as read only once the page was written whole to a pipe or a file. */
export async function readHome(context: Context): Promise<OneAnswer<Digest>> {
  const remembered = await openDomains(context, 'digest');
  const { one, account, rows } = await read(context, remembered);
  const { isTTY, isClosed } = context.surroundings.stdout;
  if (!isTTY && !isClosed) remembered.keep(rows, 'domain');
  const { since } = remembered;
  return { one, page: (screen) => page(one, { account, since }, screen) };
}

async function read(context: Context, remembered: Parameters<typeof changesSince>[1]) {
  const service = await context.account.service();
  const asked = service.balance();
  const [funds, { current_tier }, { listed, list: changes, rows }] = await Promise.all([
    asked,
    service.tier(),
    changesSince(context, remembered, asked),
  ]);
  const { domains } = listed;
  await listed.need('expiry', 'dotaf', 'left out:');
  const { expired, soon } = byExpiry(domains, dayOf(context.surroundings.clock.now()));
  await listed.warnOfUnknown('auto_renew', 'perhaps not renewed:', soon);
  const { account_number: account, balance, currency } = funds;
  const one: Digest = {
    balance,
    currency,
    current_tier,
    domains: domains.length,
    expired,
    expiring: soon,
    not_renewing: soon.filter(({ auto_renew }) => auto_renew === false),
    changes,
  };
  return { one, account, rows };
}

async function page(digest: Digest, { account, since }: About, screen: Screen): Promise<string> {
  const pairs: Pair[] = [
    ['account', textCell(account)],
    ['balance', moneyCell(digest.balance, digest.currency)],
    ['tier', textCell(digest.current_tier)],
    ['domains', textCell(digest.domains)],
  ];
  const lapsing = chosenFields(domainKind, ['mark', 'domain', 'expiry', 'auto_renew', 'days']);
  const within = `within ${soonDays} days`;
  const parts = [
    await details(pairs, screen),
    await section('has expired', lapsing, digest.expired, screen),
    await section(`expires ${within}`, lapsing, digest.expiring, screen),
  ];
  if (since !== undefined) {
    const differences = shownFields(differenceKind, true);
    parts.push(await section(`has changed since ${since}`, differences, digest.changes, screen));
  }
  const isTerminal = Number.isFinite(screen.columns);
  if (isTerminal) parts.push(await details(whatToType, screen));
  return parts.join('\n');
}

async function section<Value extends object>(
  what: string,
  fields: readonly Field<Value>[],
  values: readonly Value[],
  screen: Screen,
): Promise<string> {
  if (values.length === 0) {
    return `nothing ${what}\n`;
  }
  const title = painted(what, screen, 'strong');
  return `${title}:\n${await drawTable(fields, values, screen)}`;
}
