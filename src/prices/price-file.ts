import type { Context } from '../cli/context.ts';
import type { MappedHeading } from '../compare/compare-options.ts';
import {
  cellAt,
  readTableFile,
  type TableFile,
  type TableLine,
  unreadable,
} from '../compare/table-file.ts';
import { compare, type Decimal } from '../core/money.ts';
import type { Action } from '../core/service-words.ts';
import { Failure } from '../errors.ts';
import { type PriceColumn, type PriceColumns, priceColumns } from './price-columns.ts';
import { actionIn, priceIn, tldIn, yearsIn } from './price-values.ts';

export interface RetailPrice {
  /** With its leading dot. */
  tld: string;
  action: Action;
  years: number;
  retail: Decimal;
  /** Null when the file does not say it. */
  currency: string | null;
}

export interface PriceFile {
  /** As messages call it. */
  name: string;
  prices: RetailPrice[];
  /** The headings of the columns that say nothing about prices. */
  unused: string[];
}

/** Registration for a year is what a price without more is for. */
const usualYears = 1;

/** @throws Failure `io` when it cannot be read, `usage` for a value that cannot, or without prices */
export async function readPriceFile(
  context: Context,
  path: string,
  mapped: readonly MappedHeading[],
): Promise<PriceFile> {
  const file = await readTableFile(context, path);
  const [{ cells: header }, ...lines] = file.lines;
  const columns = priceColumns(header, mapped);
  const { tld, prices } = columns;
  if (tld === undefined || prices.length === 0) {
    const what = tld === undefined ? 'tlds' : 'prices';
    throw new Failure('usage', `no column of ${file.name} holds ${what}`, {
      hint: 'name the columns tld, action, years and price, or give --map <heading>=<field>',
    });
  }
  const reader = new LineReader(file, header, columns);
  const found = lines.flatMap((line) => reader.prices(line));
  if (reader.otherActions.size > 0) {
    const names = [...reader.otherActions].join(', ');
    await context.output.note(`${file.name}: left out what is no price of a domain: ${names}`);
  }
  return { name: file.name, prices: found, unused: unusedIn(header, columns) };
}

class LineReader {
  readonly otherActions = new Set<string>();
  readonly #file: TableFile;
  readonly #header: readonly string[];
  readonly #columns: PriceColumns;

  constructor(file: TableFile, header: readonly string[], columns: PriceColumns) {
    this.#file = file;
    this.#header = header;
    this.#columns = columns;
  }

  prices(line: TableLine): RetailPrice[] {
    const { tld: column, prices } = this.#columns;
    const cell = cellAt(line, column);
    if (cell === undefined) return [];
    const tld = tldIn(cell);
    if (tld === undefined) {
      throw this.#unreadable(line, column, cell, 'write a tld, such as .af or .com.af');
    }
    return prices.flatMap((one) => this.#price(line, `.${tld}`, one) ?? []);
  }

  #price(line: TableLine, tld: string, column: PriceColumn): RetailPrice | undefined {
    const cell = cellAt(line, column.column);
    if (cell === undefined) return undefined;
    const written = priceIn(cell);
    if (written === undefined) {
      throw this.#unreadable(line, column.column, cell, 'write an amount such as 1234.50');
    }
    // WHMCS writes -1 for what is not sold.
    const isSold = compare(written.amount, '0') > (column.isUnsoldAtZero ? 0 : -1);
    const action = column.action ?? this.#action(line);
    if (!isSold || action === undefined) return undefined;
    const years = column.years ?? this.#years(line);
    const currency = written.currency ?? this.#currency(line);
    return { tld, action, years, retail: written.amount, currency };
  }

  /** The cell of the tld may say it too: `.af renewal`. */
  #action(line: TableLine): Action | undefined {
    const { action: column, tld } = this.#columns;
    const cell = cellAt(line, column);
    const action = actionIn(cell ?? cellAt(line, tld) ?? '');
    if (action !== undefined) return action;
    if (column === undefined) return 'registration';
    this.otherActions.add(cell ?? 'a line without an action');
    return undefined;
  }

  #years(line: TableLine): number {
    const { years: column } = this.#columns;
    const cell = cellAt(line, column);
    if (cell === undefined) return usualYears;
    const years = yearsIn(cell);
    if (years !== undefined) return years;
    throw this.#unreadable(line, column, cell, 'write whole years, such as 1');
  }

  /** WHMCS exports a numeric id of the currency, which says nothing outside it. */
  #currency(line: TableLine): string | null {
    const cell = cellAt(line, this.#columns.currency) ?? '';
    return /^[a-z]{3}$/i.test(cell) ? cell.toUpperCase() : null;
  }

  #unreadable(line: TableLine, column: number | undefined, cell: string, hint: string): Failure {
    return unreadable(this.#file, line, this.#header[column ?? 0] ?? '', cell, hint);
  }
}

function unusedIn(header: readonly string[], columns: PriceColumns): string[] {
  const { tld, action, years, currency, prices } = columns;
  const used = new Set([tld, action, years, currency, ...prices.map(({ column }) => column)]);
  return header.filter((heading, column) => heading !== '' && !used.has(column));
}
