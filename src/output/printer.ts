import type { Day } from '../core/dates.ts';
import { safeJson, wellFormedJson } from '../core/text.ts';
import { type Cell, extraCell, type Screen } from './cell.ts';
import { chooseFields, pick, plainText, valueAt } from './fields.ts';
import type { JsonFilter } from './jq.ts';
import {
  chosenFields,
  columnOf,
  type Field,
  fieldNames,
  type Kind,
  shownFields,
  unansweredCell,
  usualFields,
} from './kind.ts';
import type { Output } from './output.ts';
import { errorFields, type Row, rowRecord, usualErrorFields } from './row.ts';
import type { Column } from './table.ts';

/** The options `--json`, `--csv`, `--fields` and `--jq`. */
export interface Format {
  kind: 'text' | 'json' | 'csv';
  /** With commas between. */
  fields: string | undefined;
  /** Opens a filter of the JSON. */
  jq?: (() => Promise<JsonFilter>) | undefined;
}

/** A text for people in place of a table or details, unless fields are chosen. */
export interface Page<Value> {
  text(rows: readonly Row<Value>[], screen: Screen): string | Promise<string>;
  /** Rows of one group follow each other, and are shown together. */
  groupOf?(row: Row<Value>): unknown;
}

/** A page of a single thing. */
export function pageOf<Value>(
  text: (value: Value, screen: Screen) => string | Promise<string>,
): Page<Value> {
  return { text: ([row], screen) => (row && 'value' in row ? text(row.value, screen) : '') };
}

/** What is said about a list on stderr. */
export interface ListNotes<Value> {
  /** In place of an empty table. */
  empty?: string | undefined;
  /** Below a table on a terminal. */
  summary?(items: readonly Value[]): string;
}

/** How rows become text. */
interface Layout<Value> {
  /** Before the first row. */
  header?: string;
  text(row: Row<Value>): string | Promise<string>;
  /** What it still holds after the last row. */
  rest?(): Promise<string>;
}

interface Printing<Value> {
  output: Output;
  format: Format['kind'];
  kind: Kind<Value>;
  /** The fields that `--fields` names. */
  chosen: readonly string[] | undefined;
  page: Page<Value> | undefined;
  /** Rows may be failures, which have fields of their own. */
  mayFail: boolean;
  /** Under JSON: a value as a line, filtered. */
  jsonLine(value: unknown): string | Promise<string>;
  today: Day;
}

/** Turns values of a kind into JSON, CSV, tables or details, and loads what the format needs. */
export class Printer<Value extends object> {
  readonly #printing: Printing<Value>;

  private constructor(printing: Printing<Value>) {
    this.#printing = printing;
  }

  /** To be opened before anything is sent. @throws Failure `usage` for bad fields or a bad filter */
  static async open<Value extends object>(
    output: Output,
    { kind: format, fields, jq }: Format,
    how: Pick<Printing<Value>, 'kind' | 'page' | 'mayFail' | 'today'>,
  ): Promise<Printer<Value>> {
    const known = [...fieldNames(how.kind), ...(how.mayFail ? errorFields : [])];
    const chosen = fields === undefined ? undefined : chooseFields(fields, known);
    const filter = await jq?.();
    const jsonLine = (value: unknown) =>
      filter === undefined ? `${safeJson(value)}\n` : filter(wellFormedJson(value));
    const page = chosen === undefined ? how.page : undefined;
    return new Printer({ ...how, page, output, format, chosen, jsonLine });
  }

  get format(): Format['kind'] {
    return this.#printing.format;
  }

  /** Tells whether a row that has failed looks as one: its fields may be chosen without its error. */
  get showsFailures(): boolean {
    const { format, chosen } = this.#printing;
    return format === 'json' || !chosen || chosen.some((field) => field.startsWith('error'));
  }

  async one(value: Value): Promise<void> {
    const { output, format, page, kind, chosen, today } = this.#printing;
    if (format !== 'text' || page !== undefined) return this.#write([{ value }]);
    const { details, rowDetails } = await import('./details.ts');
    const screen = await output.screen();
    const pairs = chosen?.map((name) => [name, { text: plainText(valueAt(value, name)) }] as const);
    const text = pairs ? details(pairs, screen) : rowDetails(kind, { value }, today, screen);
    await output.answer(await text);
  }

  async list(items: readonly Value[], notes: ListNotes<Value> = {}): Promise<void> {
    const { format, output } = this.#printing;
    const rows = items.map((value) => ({ value }));
    if (format !== 'json') return this.rows(rows, notes);
    await output.answer(await this.json(items.map((item) => this.picked(item))));
  }

  /** Rows that are all known. */
  async rows(rows: readonly Row<Value>[], { empty, summary }: ListNotes<Value> = {}) {
    const { format, output } = this.#printing;
    if (format === 'text' && rows.length === 0) {
      if (empty !== undefined) await output.note(empty);
      return;
    }
    await this.#write(rows);
    const values = rows.flatMap((row) => ('value' in row ? [row.value] : []));
    const isSeen = format === 'text' && output.isTerminal && values.length > 0;
    if (isSeen && summary !== undefined) await output.note(summary(values));
  }

  /**
   * For rows that come one by one.
   *
   * @param asked what they will be about, as far as it is known
   * @param known the rows, if they are known
   */
  async writer(asked: readonly object[], known: readonly Row<Value>[] = []) {
    const { output, format } = this.#printing;
    const layout = await this.#layout(asked, known);
    let { header = '' } = layout;
    return {
      write: async (row: Row<Value>) => {
        const text = await layout.text(row);
        await output.part(header + text);
        header = '';
      },
      end: async () => {
        const rest = (await layout.rest?.()) ?? '';
        await output.answer(format === 'csv' ? header : rest);
      },
    };
  }

  json(value: unknown): string | Promise<string> {
    return this.#printing.jsonLine(value);
  }

  /** What is chosen of a record for JSON. */
  picked(record: object): object {
    const { chosen } = this.#printing;
    return chosen === undefined ? record : pick(record, chosen);
  }

  async #write(rows: readonly Row<Value>[]): Promise<void> {
    const writer = await this.writer([], rows);
    for (const row of rows) await writer.write(row);
    await writer.end();
  }

  async #layout(asked: readonly object[], known: readonly Row<Value>[]): Promise<Layout<Value>> {
    const { output, format, chosen, page, kind, mayFail } = this.#printing;
    if (format === 'json') return { text: (row) => this.json(this.picked(rowRecord(row))) };
    if (format === 'csv') {
      const { csvHeader, csvLine } = await import('./csv.ts');
      const fields = chosen ?? [...usualFields(kind), ...(mayFail ? usualErrorFields : [])];
      return { header: csvHeader(fields), text: (row) => csvLine(rowRecord(row), fields) };
    }
    const screen = await output.screen();
    if (page !== undefined) return pageLayout(page, screen);
    const { Table } = await import('./table.ts');
    const table = await Table.of(this.#columns(), screen, known, asked);
    return { header: await table.header(), text: (row) => table.row(row) };
  }

  #columns(): Column<Row<Value>>[] {
    const { chosen, kind, mayFail, today, output } = this.#printing;
    const usual = shownFields(kind, output.isTerminal).filter(({ type }) => type !== 'extra');
    const fields = chosen ? chosenFields(kind, chosen) : usual;
    const columns = fields.map((field, at): Column<Row<Value>> => {
      const column = columnOf(chosen && field.type === 'money' ? plain(field) : field, at, today);
      const asked = (one: object) => unansweredCell(field, one);
      const cell = (row: Row<Value>) =>
        'value' in row ? column.cell(row.value) : asked(rowRecord(row));
      return { ...column, cell, asked, isChosen: chosen && true };
    });
    if (chosen !== undefined) return columns;
    const manner = mayFail ? ({ isWhole: true } as const) : ({ isCut: true } as const);
    const { rank = columns.length } = kind.find(({ type }) => type === 'extra') ?? {};
    return [...columns, { title: '', cell: noteCell, rank, ...manner }];
  }
}

/** Shows an amount without its currency, which is another field. */
function plain<Value>({ cell: _, ...field }: Field<Value>): Field<Value> {
  return field;
}

/** Holds the rows of a group until the next one begins. */
function pageLayout<Value>({ text, groupOf }: Page<Value>, screen: Screen): Layout<Value> {
  let held: Row<Value>[] = [];
  let separator = '';
  const rest = async () => {
    if (held.length === 0) return '';
    const page = separator + (await text(held, screen));
    separator = '\n';
    held = [];
    return page;
  };
  return {
    async text(row) {
      const [first = row] = held;
      const before = groupOf?.(first) === groupOf?.(row) ? '' : await rest();
      held.push(row);
      return before;
    },
    rest,
  };
}

/** Why there is no answer, or what the service sent beyond the known keys. */
function noteCell(row: Row<object>): Cell {
  if ('failure' in row) return { text: row.failure.message, style: 'bad' };
  return extraCell(valueAt(row.value, 'extra'));
}
