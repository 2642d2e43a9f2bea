import type { Balance, Domain, DomainList, Tier } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import type { Answer } from '../cli/definition.ts';
import { execute } from '../cli/run.ts';
import { type Day, dayOf } from '../core/dates.ts';
import { domainChanges } from '../domains/changes.ts';
import { cutReason } from '../domains/list.ts';
import { outcomes } from '../errors.ts';
import { type Difference, digestKind, renewalKind } from '../kinds.ts';
import { type Cell, moneyCell, type Screen, soonDays, textCell } from '../output/cell.ts';
import { details, type Pair } from '../output/details.ts';
import { columnsOf } from '../output/kind.ts';
import { type Row, rowOf } from '../output/row.ts';
import { drawTable } from '../output/table.ts';
import { datedDomains, dueWithin, expiredBefore, lineOf } from './forecast.ts';

/** What `dotaf --json` prints: what a weekly mail says. */
interface Digest extends Pick<Balance, 'balance' | 'currency'>, Pick<Tier, 'current_tier'> {
  /** How many there are. */
  domains: number;
  expired: Domain[];
  expiring: Domain[];
  /** Those of the expiring ones whose auto-renew is not on. */
  not_renewing: Domain[];
  changes: Difference[];
}

const nextCount = 5;

/** What `dotaf` alone shows: a page for people, and an object for scripts. @returns the exit code */
export function home(context: Context): Promise<number> {
  const { settings, options, jq, surroundings } = context;
  const isGiven = options.sandbox || options.profile !== undefined || settings.hasEnvironmentPair;
  const isNew = !isGiven && settings.config.profiles.length === 0;
  const isForScripts = options.json === true || jq !== undefined;
  const today = dayOf(surroundings.clock.now());
  return execute(
    {
      summary: 'Show the account and what comes next',
      declare: (bare) => bare,
      kind: () => digestKind,
      async run(): Promise<Answer<Digest>> {
        if (isForScripts) return { one: await digest(context, today) };
        const screen = await context.output.screen();
        return isNew ? { text: await details(howToStart, screen) } : page(context, today, screen);
      },
    },
    context,
    {},
    [],
  );
}

const howToStart: Pair[] = [
  ['dotaf auth login', { text: 'store your credentials' }],
  ['dotaf check kabul.af --sandbox', { text: 'try it without an account' }],
  ['dotaf --help', { text: 'see every command' }],
];

const whatToType: Pair[] = [
  ['dotaf forecast', { text: 'does the balance cover the renewals?' }],
  ['dotaf domains ls', { text: 'all domains' }],
  ['dotaf check <names>', { text: 'is a name free, and its price' }],
  ['dotaf --help', { text: 'every command' }],
];

/** Sends one request for the balance and one for the list. @throws Failure when neither is answered */
async function page(
  context: Context,
  today: Day,
  screen: Screen,
): Promise<{ text: string; exitCode: number }> {
  const service = await context.service();
  const [balance, list] = await Promise.all([
    rowOf({}, () => service.balance()),
    rowOf({}, () => service.domains()),
  ]);
  if ('failure' in balance && 'failure' in list) throw balance.failure;
  const reason = 'value' in list ? cutReason(list.value) : undefined;
  if (reason !== undefined) await context.output.warning(reason);
  const dated = datedDomains('value' in list ? list.value.domains : []);
  const next = dueWithin(dated, today, Number.POSITIVE_INFINITY).slice(0, nextCount);
  const lines = next.map((one) => ({ ...lineOf(one, today), amount: null }));
  const fields = ['domain', 'expiry', 'auto_renew', 'days_left'].flatMap(
    (name) => renewalKind.find((field) => field.name === name) ?? [],
  );
  const [name, ...others] = columnsOf(fields, today);
  const columns = name === undefined ? [] : [{ ...name, title: 'EXPIRES NEXT' }, ...others];
  const parts = [
    await details([...accountPairs(balance), ['domains', standing(list, today)]], screen),
    lines.length === 0 ? '' : await drawTable(columns, lines, screen),
    await details(whatToType, screen),
  ];
  const isWhole = 'value' in balance && 'value' in list;
  return {
    text: parts.filter((part) => part !== '').join('\n'),
    exitCode: isWhole ? outcomes.answered : outcomes.someUnanswered,
  };
}

function accountPairs(row: Row<Balance>): Pair[] {
  if ('failure' in row) return [['balance', { text: row.failure.message, style: 'bad' }]];
  const { account_number, balance, currency, credit_limit } = row.value;
  return [
    ['account', textCell(account_number)],
    ['balance', moneyCell(balance, currency, balance.startsWith('-') ? 'bad' : 'strong')],
    ['credit limit', moneyCell(credit_limit, currency)],
  ];
}

/** As `38: 3 expired, 6 within 30 days, 1 undated`, of which the expiry is not known. */
function standing(row: Row<DomainList>, today: Day): Cell {
  if ('failure' in row) return { text: row.failure.message, style: 'bad' };
  const { domains } = row.value;
  const dated = datedDomains(domains);
  const expired = expiredBefore(dated, today).length;
  const near = dueWithin(dated, today, soonDays).length;
  const unknown = domains.length - dated.length;
  const facts = [
    expired > 0 && `${expired} expired`,
    `${near} within ${soonDays} days`,
    unknown > 0 && `${unknown} undated`,
  ].filter((fact) => fact !== false);
  const total = cutReason(row.value) === undefined ? domains.length : `at least ${domains.length}`;
  return { text: `${total}: ${facts.join(', ')}` };
}

/** Moves the look that only `dotaf --json` compares with. */
async function digest(context: Context, today: Day): Promise<Digest> {
  const service = await context.service();
  const [{ balance, currency }, { current_tier }, { domains, list: changes }] = await Promise.all([
    service.balance(),
    service.tier(),
    domainChanges(context, { of: 'digest' }),
  ]);
  const dated = datedDomains(domains);
  const expiring = dueWithin(dated, today, soonDays);
  return {
    ...{ balance, currency, current_tier, domains: domains.length },
    expired: expiredBefore(dated, today),
    expiring,
    not_renewing: expiring.filter(({ auto_renew }) => auto_renew !== true),
    changes,
  };
}
