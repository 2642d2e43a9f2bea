import type { Balance, DomainList } from '../api/answers.ts';
import { oneAnswer } from '../cli/answers.ts';
import type { Context } from '../cli/context.ts';
import { type Day, dayOf } from '../core/dates.ts';
import { cutReason } from '../domains/list.ts';
import { outcomes } from '../errors.ts';
import type { Cell } from '../output/cell.ts';
import { failureCell, nothing, textCell } from '../output/cells.ts';
import type { Pair } from '../output/details.ts';
import { detailsPart, tablePart } from '../output/parts.ts';
import { type Row, rowOf } from '../output/row.ts';
import type { Part } from '../output/views.ts';
import { datedDomains, dueWithin, expiredBefore, lineOf } from './forecast.ts';
import { dueColumns } from './forecast-view.ts';

/** What the service said just now: nothing of it is kept from an earlier look. */
interface Home {
  balance: Row<Balance>;
  list: Row<DomainList>;
}

const nextCount = 5;

const nearDays = 30;

/**
 * What `dotaf` alone shows on a terminal: the account and what expires next, or how to start. Sends
 * one request for the balance and one for the list.
 *
 * @returns the exit code
 * @throws Failure when neither has an answer
 */
export async function home(context: Context): Promise<number> {
  const { settings, options, surroundings } = context;
  const isGiven = options.sandbox || options.profile !== undefined || settings.hasEnvironmentPair;
  if (!isGiven && settings.config.profiles.length === 0) return howToStart(context, {});
  let exitCode: number = outcomes.answered;
  const show = oneAnswer<Home, [], object>({
    fields: [],
    async run() {
      const page = await read(context);
      if ('failure' in page.balance || 'failure' in page.list) exitCode = outcomes.someUnanswered;
      return page;
    },
    view: () => ({
      parts: async (page) => partsOf(page, dayOf(surroundings.clock.now())),
    }),
  });
  await show(context, {});
  return exitCode;
}

async function read(context: Context): Promise<Home> {
  const service = await context.service();
  const [balance, list] = await Promise.all([
    rowOf({}, () => service.balance()),
    rowOf({}, () => service.domains()),
  ]);
  if ('failure' in balance && 'failure' in list) throw balance.failure;
  const reason = 'value' in list ? cutReason(list.value) : undefined;
  if (reason !== undefined) await context.output.warning(reason);
  return { balance, list };
}

const howToStart = oneAnswer<object, [], object>({
  fields: [],
  run: () => ({}),
  view: () => ({
    parts: async () => [
      detailsPart([
        ['dotaf auth login', { text: 'store your credentials' }],
        ['dotaf check kabul.af --sandbox', { text: 'try it without an account' }],
        ['dotaf --help', { text: 'see every command' }],
      ]),
    ],
  }),
});

function partsOf({ balance, list }: Home, today: Day): Part[] {
  const domains = 'value' in list ? list.value.domains : [];
  const dated = datedDomains(domains);
  const next = dueWithin(dated, today, Number.POSITIVE_INFINITY).slice(0, nextCount);
  const lines = next.map((one) => lineOf(one, today));
  return [
    detailsPart([
      ...accountPairs(balance),
      ['domains', 'failure' in list ? failureCell(list) : standing(list.value, today)],
    ]),
    tablePart(Object.values(dueColumns('EXPIRES NEXT', today)), lines),
    detailsPart([
      ['dotaf forecast', { text: 'does the balance cover the renewals?' }],
      ['dotaf domains ls', { text: 'all domains' }],
      ['dotaf check <names>', { text: 'is a name free, and its price' }],
      ['dotaf --help', { text: 'every command' }],
    ]),
  ];
}

function accountPairs(row: Row<Balance>): Pair[] {
  if ('failure' in row) return [['balance', failureCell(row)]];
  const { account_number, balance, currency, credit_limit } = row.value;
  const limit: string | null = credit_limit;
  return [
    ['account', textCell(account_number)],
    [
      'balance',
      { text: `${balance} ${currency}`, style: balance.startsWith('-') ? 'bad' : 'strong' },
    ],
    ['credit limit', limit === null ? nothing : { text: `${limit} ${currency}` }],
  ];
}

/** As `38: 3 expired, 6 within 30 days, 1 undated`, of which the expiry is not known. */
function standing(list: DomainList, today: Day): Cell {
  const { domains } = list;
  const dated = datedDomains(domains);
  const expired = expiredBefore(dated, today).length;
  const near = dueWithin(dated, today, nearDays).length;
  const unknown = domains.length - dated.length;
  const facts = [
    expired > 0 && `${expired} expired`,
    `${near} within ${nearDays} days`,
    unknown > 0 && `${unknown} undated`,
  ].filter((fact) => fact !== false);
  const total = cutReason(list) === undefined ? domains.length : `at least ${domains.length}`;
  return { text: `${total}: ${facts.join(', ')}` };
}
