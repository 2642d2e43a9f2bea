import { yearsText } from '../core/periods.ts';
import { type Cell, shownText, type TableStyle } from '../output/cell.ts';
import { currencyOf, extraCell, moneyCell, nothing, type PriceName } from '../output/cells.ts';
import { plainText, valueAt } from '../output/fields.ts';
import { type Row, rowRecord } from '../output/row.ts';
import { type Column, Table } from '../output/table.ts';
import type { PricedQuote } from './retail-quotes.ts';

interface QuotedCell {
  tld: string;
  action: string;
  years: number;
  row: Row<PricedQuote>;
}

const gap = 2;

const indent = '    ';

/**
 * Lays out the prices of one tld, actions as rows. The columns are the kinds of price, or, in a
 * table for each kind, the periods. What has failed is said below.
 */
export async function priceBlock(
  rows: readonly Row<PricedQuote>[],
  names: readonly PriceName[],
  style: TableStyle,
): Promise<string> {
  const cells = rows.map(cellOf);
  const tld = cells[0]?.tld ?? '';
  const years = [...new Set(cells.map((cell) => cell.years))];
  const heading = (...words: string[]) =>
    `${style.paint('strong', shownText({ text: [tld, ...words].join(', ') }, style))}\n`;
  const parts: string[] = [];
  if (rows.every((row) => 'failure' in row)) parts.push(heading());
  else if (years.length === 1) {
    const columns = names.map((name) => priceColumn(cells, name, kinds[name].toUpperCase()));
    parts.push(heading(yearsText(years)) + (await tables('ACTION', cells, columns, style)));
  } else {
    for (const name of names) {
      const currency = onlyCurrency(cells, name);
      const columns = years.map((period) => {
        const own = cells.filter((cell) => cell.years === period);
        return priceColumn(own, name, String(period), currency);
      });
      const title = heading(kinds[name] + (currency === undefined ? '' : ` in ${currency}`));
      parts.push(title + (await tables('YEARS', cells, columns, style)));
    }
  }
  return parts.join('\n') + (await notes(cells, style));
}

const kinds: Record<PriceName, string> = { amount: 'price', retail: 'retail', margin: 'margin' };

function cellOf(row: Row<PricedQuote>): QuotedCell {
  const record = rowRecord(row);
  const asked = (field: string) => plainText(valueAt(record, field));
  return { tld: asked('tld'), action: asked('action'), years: Number(asked('years')), row };
}

/** @param heading the currency that stands in the heading of the table, and so not in its cells */
function priceColumn(
  cells: readonly QuotedCell[],
  name: PriceName,
  title: string,
  heading?: string,
): Column<string> {
  const byAction = new Map(cells.map(({ action, row }) => [action, row]));
  const cell = (action: string): Cell => {
    const row = byAction.get(action);
    if (row === undefined) return nothing;
    if ('failure' in row) return { text: 'failed', style: 'bad' };
    const amount = row.value[name] ?? null;
    const isLoss = name === 'margin' && amount?.startsWith('-');
    const style = isLoss ? 'bad' : name === 'amount' ? 'strong' : 'plain';
    return moneyCell(amount, heading === undefined ? currencyOf(row.value, name) : null, style);
  };
  return { name: title, title, align: 'right', cell };
}

function onlyCurrency(cells: readonly QuotedCell[], name: PriceName): string | undefined {
  const currencies = cells.map(({ row }) =>
    'value' in row && row.value[name] ? currencyOf(row.value, name) : undefined,
  );
  const [only, ...others] = new Set(currencies.filter((currency) => currency !== undefined));
  return others.length === 0 && only ? only : undefined;
}

/** Continues below with the columns that do not fit. */
async function tables(
  corner: string,
  cells: readonly QuotedCell[],
  columns: readonly Column<string>[],
  style: TableStyle,
): Promise<string> {
  const actions = [...new Set(cells.map(({ action }) => action))];
  const first: Column<string> = {
    name: 'action',
    title: corner,
    cell: (action) => ({ text: action }),
  };
  const widthOf = ({ title, cell }: Column<string>) =>
    Math.max(title.length, ...actions.map((action) => cell(action).text.length));
  const parts: Column<string>[][] = [];
  let left = 0;
  for (const column of columns) {
    const width = gap + widthOf(column);
    const part = parts.at(-1);
    if (part !== undefined && width <= left) part.push(column);
    else {
      parts.push([column]);
      left = style.fitInto - widthOf(first);
    }
    left -= width;
  }
  let text = '';
  for (const part of parts) {
    const table = await Table.of([first, ...part], style, actions);
    text += await table.header();
    for (const action of actions) text += await table.row(action);
  }
  return text;
}

/** Failures, and what the service sent beyond the known keys, each text once. */
async function notes(cells: readonly QuotedCell[], style: TableStyle) {
  const { paint, fitInto } = style;
  const cellsByText = new Map<string, QuotedCell[]>();
  for (const cell of cells) {
    const text = noteOf(cell.row);
    if (text !== '') cellsByText.set(text, [...(cellsByText.get(text) ?? []), cell]);
  }
  if (cellsByText.size === 0) return '';
  const { wrapped } = await import('../output/measure.ts');
  const room = Math.max(1, fitInto - indent.length);
  const isOnePeriod = cells.every(({ years }) => years === cells[0]?.years);
  return [...cellsByText]
    .flatMap(([text, own]) => {
      const isFailure = own.some(({ row }) => 'failure' in row);
      const about = own.length === cells.length ? '' : `${cellNames(own, isOnePeriod)}: `;
      return wrapped(shownText({ text: about + text }, style), room).map(
        (line) => `${indent}${paint(isFailure ? 'bad' : 'dim', line)}\n`,
      );
    })
    .join('');
}

function noteOf(row: Row<PricedQuote>): string {
  if ('value' in row) return extraCell(row.value.extra).text;
  // The tld and the action stand beside it already.
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
