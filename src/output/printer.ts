import type { Day } from '../core/dates.ts';
import { safeJson, wellFormedJson } from '../core/text.ts';
import { type Cell, extraCell, type Screen } from './cell.ts';
import { chooseFields, pick, valueAt } from './fields.ts';
import type { JsonFilter } from './jq.ts';
import {
  chosenFields,
  columnOf,
  type Field,
  fieldNames,
  type Kind,
  plainCell,
  shownFields,
  unansweredCell,
  usualFields,
} from './kind.ts';
import type { Output } from './output.ts';
import { errorFields, type Row, rowRecord, usualErrorFields } from './row.ts';
import type { Column } from './table.ts';

export interface Format {
  kind: 'text' | 'json' | 'csv';
  /** The names are separated by commas. */
  fields: string | undefined;
  jq?: (() => Promise<JsonFilter>) | undefined;
}

/** People see it in place of a table unless they choose fields; its rows share the first field. */
export type Page<Value> =
  | 'details'
  | ((rows: readonly Row<Value>[], screen: Screen) => string | Promise<string>);

export function pageOf<Value>(
  text: (value: Value, screen: Screen) => string | Promise<string>,
): Page<Value> {
  return ([row], screen) => (row && 'value' in row ? text(row.value, screen) : '');
}

/** Stderr says this about a list. */
export interface ListNotes<Value> {
  empty?: string | undefined;
  /** It stands below a table on a terminal. */
  summary?(items: readonly Value[]): string;
}

interface Look<Value> {
  kind: Kind<Value>;
  /** Under JSON a list is one array. Rows may be failures, which have fields of their own. */
  shape: 'one' | 'list' | 'rows';
  page: Page<Value> | undefined;
  today: Day;
}

interface Layout<Value> {
  header?: string;
  text(row: Row<Value>): string | Promise<string>;
  rest?(): string | Promise<string>;
}

export type Printer<Value extends object> = Awaited<ReturnType<typeof openPrinter<Value>>>;

/** It is opened before anything is sent. @throws Failure `usage` for bad fields or a bad filter */
export async function openPrinter<Value extends object>(
  output: Output,
  { kind: format, fields, jq }: Format,
  look: Look<Value>,
) {
  const { kind, shape } = look;
  const known = [...fieldNames(kind), ...(shape === 'rows' ? errorFields : [])];
  const chosen = fields === undefined ? undefined : chooseFields(fields, known);
  const filter = await jq?.();

  const json = (value: unknown) =>
    filter === undefined ? `${safeJson(value)}\n` : filter(wellFormedJson(value));
  const picked = (record: object) => (chosen === undefined ? record : pick(record, chosen));

  const layoutOf = async (
    asked: readonly object[],
    rows: readonly Row<Value>[],
  ): Promise<Layout<Value>> => {
    const record = (row: Row<Value>) => picked(rowRecord(row));
    if (format === 'json' && shape === 'list') {
      return { text: () => '', rest: () => json(rows.map(record)) };
    }
    if (format === 'json') return { text: (row) => json(record(row)) };
    if (format === 'csv') {
      const { csvHeader, csvLine } = await import('./csv.ts');
      const names = chosen ?? [...usualFields(kind), ...(shape === 'rows' ? usualErrorFields : [])];
      return { header: csvHeader(names), text: (row) => csvLine(rowRecord(row), names) };
    }
    const screen = await output.screen();
    const { page = shape === 'one' ? 'details' : undefined } = look;
    if (page === undefined || (chosen !== undefined && shape !== 'one')) {
      const { openTable } = await import('./table.ts');
      const columns = columnsFor(look, chosen, output.isTerminal);
      const { header, draw } = await openTable(columns, screen, rows, asked);
      return { header, text: draw };
    }
    if (chosen === undefined && page !== 'details') {
      return pageLayout(kind, (group) => page(group, screen));
    }
    const { rowDetails } = await import('./details.ts');
    const shown = chosen ? amountsOf(kind, chosen) : shownFields(kind, output.isTerminal);
    return pageLayout(kind, ([row]) => (row ? rowDetails(row, shown, look.today, screen) : ''));
  };

  /** @param asked the things that rows to come will be about, as far as they are known */
  const writer = async (asked: readonly object[], rows: readonly Row<Value>[] = []) => {
    const layout = await layoutOf(asked, rows);
    let { header = '' } = layout;
    return {
      write: async (row: Row<Value>) => {
        const text = await layout.text(row);
        await output.answer(header + text);
        header = '';
      },
      end: async () => {
        const rest = await layout.rest?.();
        await output.answer(format === 'csv' ? header : (rest ?? ''));
      },
    };
  };

  const rows = async (
    all: readonly Row<Value>[],
    { empty, summary }: ListNotes<Value> = {},
  ): Promise<void> => {
    if (format === 'text' && all.length === 0) {
      if (empty !== undefined) await output.note(empty);
      return;
    }
    const { write, end } = await writer([], all);
    for (const row of all) await write(row);
    await end();
    const values = all.flatMap((row) => ('value' in row ? [row.value] : []));
    const isSeen = format === 'text' && output.isTerminal && values.length > 0;
    if (isSeen && summary !== undefined) await output.note(summary(values));
  };

  return {
    format,
    json,
    picked,
    /** Tells whether a row that has failed looks as one: its error may not be among the fields. */
    showsFailures:
      format === 'json' || !chosen || chosen.some((field) => field.startsWith('error')),
    writer,
    rows,
    list: (items: readonly Value[], notes?: ListNotes<Value>) =>
      rows(
        items.map((value) => ({ value })),
        notes,
      ),
  };
}

function columnsFor<Value extends object>(
  { kind, shape, today }: Look<Value>,
  chosen: readonly string[] | undefined,
  isTerminal: boolean,
): Column<Row<Value>>[] {
  const usual = shownFields(kind, isTerminal).filter(({ name }) => name !== 'extra');
  const fields = chosen ? amountsOf(kind, chosen) : usual;
  const columns = fields.map((field, at): Column<Row<Value>> => {
    const { cell, ...column } = columnOf(field, at, today);
    return {
      ...column,
      ...(chosen && { rank: 0 }),
      cell: (row) => ('value' in row ? cell(row.value) : unansweredCell(field, rowRecord(row))),
      asked: (one) => plainCell(field, one),
    };
  });
  if (chosen !== undefined) return columns;
  const { rank = columns.length } = kind.find(({ name }) => name === 'extra') ?? {};
  const overlong = shape === 'rows' ? 'below' : 'cut';
  return [...columns, { title: '', cell: noteCell, rank, overlong }];
}

/** The chosen fields, with amounts as they are: the currency is another field. */
function amountsOf<Value>(kind: Kind<Value>, chosen: readonly string[]): Field<Value>[] {
  return chosenFields(kind, chosen).map(({ currency: _, cell, ...field }) =>
    field.type === 'money' || cell === undefined ? field : { ...field, cell },
  );
}

/** Holds the rows about one thing until the next one begins. */
function pageLayout<Value extends object>(
  [{ name } = { name: '' }]: Kind<Value>,
  page: (rows: readonly Row<Value>[]) => string | Promise<string>,
): Layout<Value> {
  const subjectOf = (row: Row<Value>) => valueAt(rowRecord(row), name);
  let held: Row<Value>[] = [];
  let gap = '';
  const rest = async () => {
    if (held.length === 0) return '';
    const text = gap + (await page(held));
    gap = '\n';
    held = [];
    return text;
  };
  return {
    async text(row) {
      const [first = row] = held;
      const before = subjectOf(first) === subjectOf(row) ? '' : await rest();
      held.push(row);
      return before;
    },
    rest,
  };
}

function noteCell(row: Row<object>): Cell {
  if ('failure' in row) return { text: row.failure.message, style: 'bad' };
  return extraCell(valueAt(row.value, 'extra'));
}
