import { add, compare, type Decimal } from '../core/money.ts';
import type { Cell } from '../output/cell.ts';
import { flagCell, nameCell, textCell, urgency } from '../output/cells.ts';
import type { Pair } from '../output/details.ts';
import { detailsPart, picturePart, tablePart } from '../output/parts.ts';
import type { Bar } from '../output/pictures.ts';
import type { Column } from '../output/table.ts';
import type { Part } from '../output/views.ts';
import { cumulative, type Forecast, type Renewal } from './forecast.ts';

type Due = Omit<Renewal, 'amount'>;

type Line = Renewal & { sum: Decimal | undefined };

/** Renewals, a bar for each month, and a line each for what is due and what covers it. */
export function forecastParts(forecast: Forecast, withCredit: boolean, today: string): Part[] {
  const sums = cumulative(forecast.renewals);
  const lines = forecast.renewals.map((renewal, at) => ({ ...renewal, sum: sums[at] }));
  return [
    tablePart(columnsOn(today), lines),
    picturePart(({ bars }, pen) => {
      const rows = barsOf(forecast);
      const most = rows.reduce((one, { amount }) => (compare(one, amount) > 0 ? one : amount), '0');
      return bars(rows, most, pen);
    }),
    detailsPart(pairsOf(forecast, withCredit)),
  ];
}

/** @param title of the names */
export function dueColumns(title: string, today: string) {
  const domain: Column<Due> = {
    ...{ name: 'domain', title, minWidth: 16 },
    cell: (due) => nameCell(due.domain),
  };
  const expiry: Column<Due> = {
    ...{ name: 'expiry', title: 'EXPIRY' },
    cell: (due) => textCell(due.expiry, urgency(due.expiry, today)),
  };
  const auto: Column<Due> = {
    ...{ name: 'auto_renew', title: 'AUTO' },
    cell: ({ auto_renew }) => flagCell(auto_renew),
  };
  const days: Column<Due> = {
    ...{ name: 'days_left', title: 'DAYS', align: 'right' },
    cell: ({ days_left }) => textCell(days_left),
  };
  return { domain, expiry, auto, days };
}

function columnsOn(today: string): Column<Line>[] {
  const { domain, expiry, auto, days } = dueColumns('DOMAIN', today);
  return [
    domain,
    expiry,
    { name: 'amount', title: 'COST', align: 'right', cell: ({ amount }) => textCell(amount) },
    { name: 'sum', title: 'SUM', align: 'right', cell: ({ sum }) => textCell(sum ?? null) },
    auto,
    days,
  ];
}

function barsOf({ months, currency, runs_out_on }: Forecast): Bar[] {
  return months.map(({ month, due }) => {
    const isLast = runs_out_on?.startsWith(month) === true;
    const text = `${due} ${currency}${isLast ? ', the money runs out' : ''}`;
    return { label: month, amount: due, text, style: isLast ? 'bad' : 'good' };
  });
}

function pairsOf(forecast: Forecast, withCredit: boolean): Pair[] {
  const { days, currency, due, balance, credit_limit, complete, expired } = forecast;
  const least = complete ? '' : 'at least ';
  const count = `${expired.length} ${expired.length === 1 ? 'domain' : 'domains'}`;
  const isCreditShown = withCredit && credit_limit !== null;
  const funds = isCreditShown ? add(balance, credit_limit) : balance;
  const pairs: Pair[] = [
    ['due', { text: `${least}${due} ${currency} within ${days} days`, style: 'strong' }],
    [isCreditShown ? 'with credit' : 'balance', verdict(forecast, withCredit, funds)],
  ];
  if (expired.length === 0) return pairs;
  return [...pairs, ['expired', { text: `${count} to restore, not in the sum` }]];
}

function verdict(forecast: Forecast, withCredit: boolean, funds: Decimal): Cell {
  const { covered, covered_with_credit, short_by, runs_out_on, complete, currency } = forecast;
  const amount = `${funds} ${currency}: `;
  const isCovered = withCredit ? covered_with_credit : covered;
  if (isCovered === null) return { text: `${amount}not known to cover it`, style: 'warn' };
  if (isCovered) return { text: `${amount}covered`, style: 'good' };
  const [least, latest] = complete ? ['', ''] : ['at least ', ' at the latest'];
  const credit = covered_with_credit ? ', covered with credit' : '';
  return {
    text: `${amount}runs out on ${runs_out_on}${latest}, ${least}${short_by} ${currency} short${credit}`,
    style: 'bad',
  };
}
