import { add, compare, type Decimal } from '../core/money.ts';
import type { Cell } from '../output/cell.ts';
import { flagCell, nameCell, nothing, textCell, urgency } from '../output/cells.ts';
import type { Pair } from '../output/details.ts';
import { detailsPart, picturePart, tablePart } from '../output/parts.ts';
import type { Bar } from '../output/pictures.ts';
import type { Column } from '../output/table.ts';
import type { Part } from '../output/views.ts';
import { cumulative, type Expired, type Forecast, sumOf } from './forecast.ts';

/** A line of the table; the last one is the sum. */
interface Line {
  domain: Cell;
  amount: Cell;
  sum: Cell;
  expiry: Cell;
  auto: Cell;
  days: Cell;
}

const horizons = [30, 60, 90];

/** @param today decides what is near */
export function forecastParts(forecast: Forecast, withCredit: boolean, today: string): Part[] {
  return [
    tablePart(columns, linesOf(forecast, today)),
    tablePart(expiredColumns, forecast.expired),
    detailsPart(pairsOf(forecast, withCredit)),
    picturePart(({ bars }, pen) => {
      const rows = barsOf(forecast);
      const amounts = rows.map(({ amount }) => amount);
      return bars(rows, amounts.reduce(larger), pen);
    }),
  ];
}

const columns: Column<Line>[] = [
  { name: 'domain', title: 'DOMAIN', minWidth: 16, cell: ({ domain }) => domain },
  { name: 'expiry', title: 'EXPIRY', cell: ({ expiry }) => expiry },
  { name: 'amount', title: 'RENEWAL', align: 'right', cell: ({ amount }) => amount },
  { name: 'sum', title: 'SUM', align: 'right', cell: ({ sum }) => sum },
  { name: 'auto_renew', title: 'AUTO', cell: ({ auto }) => auto },
  { name: 'days_left', title: 'DAYS', align: 'right', cell: ({ days }) => days },
];

const expiredColumns: Column<Expired>[] = [
  { name: 'domain', title: 'EXPIRED', cell: ({ domain }) => nameCell(domain) },
  { name: 'expiry', title: 'EXPIRY', cell: ({ expiry }) => textCell(expiry, 'bad') },
  { name: 'auto_renew', title: 'AUTO', cell: ({ auto_renew }) => flagCell(auto_renew) },
  {
    name: 'days_left',
    title: 'DAYS',
    align: 'right',
    cell: ({ days_left }) => textCell(days_left),
  },
];

function linesOf({ renewals, complete, due }: Forecast, today: string): Line[] {
  if (renewals.length === 0) return [];
  const sums = cumulative(renewals);
  const lines = renewals.map(
    ({ domain, expiry, days_left, auto_renew, amount }, at): Line => ({
      domain: nameCell(domain),
      amount: textCell(amount),
      sum: textCell(sums[at] ?? null),
      expiry: textCell(expiry, urgency(expiry, today)),
      auto: flagCell(auto_renew),
      days: textCell(days_left),
    }),
  );
  const count = `${renewals.length} ${renewals.length === 1 ? 'renewal' : 'renewals'}`;
  const empty = { text: '' };
  const last: Line = {
    domain: { text: complete ? count : `${count}, at least`, style: 'strong' },
    amount: { text: due, style: 'strong' },
    ...{ sum: empty, expiry: empty, auto: empty, days: empty },
  };
  return [...lines, last];
}

function pairsOf(forecast: Forecast, withCredit: boolean): Pair[] {
  const { days, currency, due, balance, credit_limit, complete, renewals, expired } = forecast;
  const { covered, covered_with_credit, short_by, runs_out_on } = forecast;
  const money = (amount: Decimal) => `${amount} ${currency}`;
  const least = complete ? '' : 'at least ';
  const basis = withCredit ? 'balance and credit' : 'balance';
  const isShort = short_by !== null && compare(short_by, '0') > 0;
  const lapsing = renewals.filter(({ auto_renew }) => auto_renew === false).length;
  const pairs: (Pair | false)[] = [
    [`due in ${days} days`, { text: `${least}${money(due)}`, style: 'strong' }],
    lapsing > 0 && ['without auto-renew', { text: `${lapsing} of ${renewals.length}` }],
    expired.length > 0 && ['expired', { text: `${expired.length}, to restore, not in the sum` }],
    ['balance', { text: money(balance), style: balance.startsWith('-') ? 'bad' : 'plain' }],
    ['credit limit', credit_limit === null ? nothing : { text: money(credit_limit) }],
    ['covered', verdict(covered)],
    ['with credit', verdict(covered_with_credit)],
    isShort && ['short by', { text: `${least}${money(short_by)} (${basis})`, style: 'bad' }],
    runs_out_on !== null && [
      'runs out on',
      { text: `${runs_out_on}${complete ? '' : ' at the latest'} (${basis})`, style: 'bad' },
    ],
  ];
  return pairs.filter((pair) => pair !== false);
}

function verdict(covered: boolean | null): Cell {
  if (covered === null) return { text: 'not known', style: 'warn' };
  return covered ? { text: 'yes', style: 'good' } : { text: 'no', style: 'bad' };
}

function barsOf({ days, currency, balance, credit_limit, complete, renewals }: Forecast): Bar[] {
  const total = credit_limit === null ? balance : add(balance, credit_limit);
  const funds: Bar[] = [{ label: 'balance', amount: balance, text: `${balance} ${currency}` }];
  if (compare(total, balance) > 0) {
    funds.push({ label: 'with credit', amount: total, text: `${total} ${currency}` });
  }
  const shown = [...horizons.filter((horizon) => horizon < days), days];
  const due = shown.map((horizon): Bar => {
    const amount = sumOf(renewals.filter(({ days_left }) => days_left <= horizon));
    const isOver = compare(amount, balance) > 0;
    const over = compare(amount, total) > 0 ? ', over the credit' : ', over the balance';
    const text = `${complete ? '' : 'at least '}${amount} ${currency}`;
    return {
      label: `${horizon} days`,
      amount,
      text: isOver ? `${text}${total === balance ? ', over the balance' : over}` : text,
      style: isOver ? 'bad' : 'good',
    };
  });
  return [...funds, ...due];
}

function larger(left: Decimal, right: Decimal): Decimal {
  return compare(left, right) >= 0 ? left : right;
}
