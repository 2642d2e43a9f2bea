import { yearsText } from '../core/periods.ts';
import type { Priced } from '../kinds.ts';
import {
  type Cell,
  extraCell,
  moneyCell,
  nothing,
  type Screen,
  shownText,
} from '../output/cell.ts';
import { plainText, valueAt } from '../output/fields.ts';
import { type Row, rowRecord } from '../output/row.ts';
import { type Column, drawTable } from '../output/table.ts';

type PriceName = 'amount' | 'retail' | 'margin';

interface QuotedCell {
  tld: string;
  action: string;
  years: number;
  row: Row<Priced>;
}

const indent = '    ';

const titles: Record<PriceName, string> = { amount: 'cost', retail: 'retail', margin: 'margin' };

/**
 * Lays out the prices of one tld: for one period a row for each action, for several a table for each
 * kind of price, periods downward and actions across. What has failed is said below.
 */
export async function pricePage(
  rows: readonly Row<Priced>[],
  hasRetail: boolean,
  screen: Screen,
): Promise<string> {
  const names: PriceName[] = hasRetail ? ['amount', 'retail', 'margin'] : ['amount'];
  const cells = rows.map(cellOf);
  const years = [...new Set(cells.map((cell) => cell.years))];
  const actions = [...new Set(cells.map(({ action }) => action))];
  const heading = (...words: string[]) => {
    const text = [cells[0]?.tld ?? '', ...words].join(', ');
    return `${screen.paint('strong', shownText({ text }, screen))}\n`;
  };
  // Also where the terminal is narrower: a price is never left out.
  const whole = { ...screen, columns: Number.POSITIVE_INFINITY };
  const parts: string[] = [];
  if (rows.every((row) => 'failure' in row)) parts.push(heading());
  else if (years.length === 1) {
    const columns = names.map((name): Column<string> => {
      const cell = (action: string) => priceCell(cells, action, years[0], name);
      return { rank: 1, title: titles[name].toUpperCase(), align: 'right', cell };
    });
    const first = { rank: 0, title: 'ACTION', cell: (text: string) => ({ text }) };
    parts.push(heading(yearsText(years)) + (await drawTable([first, ...columns], actions, whole)));
  } else {
    for (const name of names) {
      const currency = onlyCurrency(cells, name);
      const columns = actions.map((action): Column<number> => {
        const cell = (period: number) => priceCell(cells, action, period, name, currency);
        return { rank: 1, title: action.toUpperCase(), align: 'right', cell };
      });
      const first: Column<number> = {
        ...{ rank: 0, title: 'YRS', align: 'right' },
        cell: (period) => ({ text: String(period) }),
      };
      const title = heading(titles[name] + (currency === undefined ? '' : ` in ${currency}`));
      parts.push(title + (await drawTable([first, ...columns], years, whole)));
    }
  }
  return parts.join('\n') + (await notes(cells, screen));
}

function cellOf(row: Row<Priced>): QuotedCell {
  const record = rowRecord(row);
  const asked = (field: string) => plainText(valueAt(record, field));
  return { tld: asked('tld'), action: asked('action'), years: Number(asked('years')), row };
}

/** @param heading the currency that stands above the table, and so not in its cells */
function priceCell(
  cells: readonly QuotedCell[],
  action: string,
  years: number | undefined,
  name: PriceName,
  heading?: string,
): Cell {
  const row = cells.find((cell) => cell.action === action && cell.years === years)?.row;
  if (row === undefined) return nothing;
  if ('failure' in row) return { text: 'failed', style: 'bad' };
  const amount = row.value[name] ?? null;
  const isLoss = name === 'margin' && amount?.startsWith('-');
  const style = isLoss ? 'bad' : name === 'amount' ? 'strong' : 'plain';
  return moneyCell(amount, heading === undefined ? currencyOf(row.value, name) : null, style);
}

function onlyCurrency(cells: readonly QuotedCell[], name: PriceName): string | undefined {
  const currencies = cells.map(({ row }) =>
    'value' in row && row.value[name] ? currencyOf(row.value, name) : undefined,
  );
  const [only, ...others] = new Set(currencies.filter((currency) => currency !== undefined));
  return others.length === 0 && only ? only : undefined;
}

/** Failures, and what the service sent beyond the known keys, each text once. */
async function notes(cells: readonly QuotedCell[], screen: Screen) {
  const { paint, columns } = screen;
  const cellsByText = new Map<string, QuotedCell[]>();
  for (const cell of cells) {
    const text = noteOf(cell.row);
    if (text !== '') cellsByText.set(text, [...(cellsByText.get(text) ?? []), cell]);
  }
  if (cellsByText.size === 0) return '';
  const { wrapped } = await import('../output/measure.ts');
  const room = Math.max(1, columns - indent.length);
  const isOnePeriod = cells.every(({ years }) => years === cells[0]?.years);
  return [...cellsByText]
    .flatMap(([text, own]) => {
      const isFailure = own.some(({ row }) => 'failure' in row);
      const about = own.length === cells.length ? '' : `${cellNames(own, isOnePeriod)}: `;
      return wrapped(shownText({ text: about + text }, screen), room).map(
        (line) => `${indent}${paint(isFailure ? 'bad' : 'dim', line)}\n`,
      );
    })
    .join('');
}

function noteOf(row: Row<Priced>): string {
  if ('value' in row) return extraCell(row.value.extra).text;
  return row.failure.message;
}

/** As `renewal, transfer for 3-5 years; restore for 1 year`. */
function cellNames(cells: readonly QuotedCell[], isOnePeriod: boolean): string {
  const actionsByYears = new Map<string, string[]>();
  for (const action of new Set(cells.map((cell) => cell.action))) {
    const own = cells.filter((cell) => cell.action === action);
    const years = isOnePeriod ? '' : ` for ${yearsText(own.map((cell) => cell.years))}`;
    actionsByYears.set(years, [...(actionsByYears.get(years) ?? []), action]);
  }
  return [...actionsByYears].map(([years, actions]) => actions.join(', ') + years).join('; ');
}

/** The currency of a price; that of a retail price may differ from that of the cost. */
function currencyOf({ currency, retail_currency }: Priced, name: PriceName): string | null {
  return name === 'amount' ? currency : (retail_currency ?? currency);
}
