import type { Day } from '../core/dates.ts';
import { counted } from '../core/durations.ts';
import { add, compare, type Decimal, shareOf } from '../core/money.ts';
import { type Forecast, type Renewal, renewalKind } from '../kinds.ts';
import { type Cell, painted, type Screen, textCell } from '../output/cell.ts';
import { details, type Pair } from '../output/details.ts';
import { chosenFields, columnsOf, type Field } from '../output/kind.ts';
import { drawTable } from '../output/table.ts';
import { cumulative } from './forecast.ts';

const widestBar = 40;

const narrowestBar = 6;

/** The renewals, a bar for each month, and a line each for what is due and what covers it. */
export async function forecastPage(
  forecast: Forecast,
  withCredit: boolean,
  today: Day,
  screen: Screen,
): Promise<string> {
  const { renewals } = forecast;
  const sums = new Map(cumulative(renewals).map((sum, at) => [renewals[at], sum]));
  const sumField: Field<Renewal> = {
    ...{ name: 'sum', label: 'sum', type: 'money', rank: 4 },
    cell: (renewal) => textCell(sums.get(renewal) ?? null),
  };
  const shown = ['domain', 'expiry', 'amount', 'sum', 'auto_renew', 'days_left'];
  const fields = chosenFields([...renewalKind, sumField], shown);
  const parts = [
    renewals.length === 0 ? '' : await drawTable(columnsOf(fields, today), renewals, screen),
    bars(forecast, screen),
    await details(pairsOf(forecast, withCredit), screen),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** On a terminal with room for them; the numbers say the same. */
function bars({ months, currency, runs_out_on }: Forecast, screen: Screen): string {
  const rows = months.map(({ month, due }) => {
    const isLast = runs_out_on?.startsWith(month) === true;
    const text = `${due} ${currency}${isLast ? ', the money runs out' : ''}`;
    return { month, due, isLast, text };
  });
  const textWidth = Math.max(0, ...rows.map(({ text }) => text.length));
  const width = Math.min(widestBar, screen.columns - '2026-12'.length - textWidth - 4);
  if (width < narrowestBar || !Number.isFinite(screen.columns)) return '';
  const most = rows.reduce((one, { due }) => (compare(one, due) > 0 ? one : due), '0');
  const lines = rows.map(({ month, due, isLast, text }) => {
    const bar = (screen.isUnicode ? '█' : '#').repeat(shareOf(due, most, width));
    const shown = painted({ text: bar, style: isLast ? 'bad' : 'good' }, screen);
    return `${screen.paint('dim', month)}  ${shown}${' '.repeat(width - bar.length)}  ${text}\n`;
  });
  return lines.join('');
}

function pairsOf(forecast: Forecast, withCredit: boolean): Pair[] {
  const { days, currency, due, balance, credit_limit, complete, expired } = forecast;
  const least = complete ? '' : 'at least ';
  const isCreditShown = withCredit && credit_limit !== null;
  const funds = isCreditShown ? add(balance, credit_limit) : balance;
  const pairs: Pair[] = [
    ['due', { text: `${least}${due} ${currency} within ${counted(days, 'day')}`, style: 'strong' }],
    [isCreditShown ? 'with credit' : 'balance', verdict(forecast, withCredit, funds)],
  ];
  if (expired.length === 0) return pairs;
  const text = `${counted(expired.length, 'domain')} to restore, not in the sum`;
  return [...pairs, ['expired', { text }]];
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
