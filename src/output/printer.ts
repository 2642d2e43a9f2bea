import type { Day } from '../core/dates.ts';
import { isObject } from '../core/json.ts';
import { safeJson, wellFormedJson } from '../core/text.ts';
import { type Cell, extraCell, extraPairs, type Screen } from './cell.ts';
import type { Pair } from './details.ts';
import { chooseFields, pick, plainText, valueAt } from './fields.ts';
import type { JsonFilter } from './jq.ts';
import {
  cellOf,
  chosenFields,
  columnsOf,
  type Field,
  fieldNames,
  type Kind,
  shownFields,
  unansweredCell,
  usualFields,
} from './kind.ts';
import type { Output } from './output.ts';
import { errorFields, type FailedRow, type Row, rowRecord, usualErrorFields } from './row.ts';
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
  groupOf?(row: Row<Value>): string;
  /** In a pipe there is a table. */
  only?: 'terminal';
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
  header?: string;
  text(row: Row<Value>): string | Promise<string>;
  separator?: string;
  /** What it still holds after the last row. */
  rest?(): Promise<string>;
  /** The answer without a row. */
  empty?: string;
}

interface Printing<Value> {
  output: Output;
  format: Format['kind'];
  kind: Kind<Value>;
  /** The fields that `--fields` names. */
  chosen: readonly string[] | undefined;
  page: Page<Value> | undefined;
  /** Rows below each other as details, in place of a table. */
  isDetails: boolean;
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
    how: Pick<Printing<Value>, 'kind' | 'page' | 'isDetails' | 'mayFail' | 'today'>,
  ): Promise<Printer<Value>> {
    const known = [...fieldNames(how.kind), ...(how.mayFail ? errorFields : [])];
    const chosen = fields === undefined ? undefined : chooseFields(fields, known);
    const filter = await jq?.();
    const jsonLine = (value: unknown) =>
      filter === undefined ? `${safeJson(value)}\n` : filter(wellFormedJson(value));
    return new Printer({ ...how, output, format, chosen, jsonLine });
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
    await this.#write([{ value }], true);
  }

  async list(items: readonly Value[], notes: ListNotes<Value> = {}): Promise<void> {
    const { format, output } = this.#printing;
    if (format !== 'json')
      return this.rows(
        items.map((value) => ({ value })),
        notes,
      );
    await output.answer(await this.json(items.map((item) => this.picked(item))));
  }

  /** Rows that are all known. */
  async rows(rows: readonly Row<Value>[], { empty, summary }: ListNotes<Value> = {}) {
    const { format, output } = this.#printing;
    if (format === 'text' && rows.length === 0) {
      if (empty !== undefined) await output.note(empty);
      return;
    }
    await this.#write(rows, false);
    const values = rows.flatMap((row) => ('value' in row ? [row.value] : []));
    const isSeen = format === 'text' && output.isTerminal && values.length > 0;
    if (isSeen && summary !== undefined) await output.note(summary(values));
  }

  /** For rows that come one by one. @param asked what they will be about, as far as it is known */
  async writer(asked: readonly object[]) {
    return this.#writer(undefined, asked, this.#printing.isDetails);
  }

  json(value: unknown): string | Promise<string> {
    return this.#printing.jsonLine(value);
  }

  /** What is chosen of a record for JSON. */
  picked(record: object): object {
    const { chosen } = this.#printing;
    return chosen === undefined ? record : pick(record, chosen);
  }

  async #write(rows: readonly Row<Value>[], isDetails: boolean): Promise<void> {
    const writer = await this.#writer(rows, [], isDetails);
    for (const row of rows) await writer.write(row);
    await writer.end();
  }

  async #writer(
    known: readonly Row<Value>[] | undefined,
    asked: readonly object[],
    isDetails: boolean,
  ) {
    const { output } = this.#printing;
    const layout = await this.#layout(known, asked, isDetails);
    const { header = '', separator = '', empty = '' } = layout;
    let lead = header;
    let ending = empty;
    return {
      write: async (row: Row<Value>) => {
        const text = await layout.text(row);
        ending = '';
        if (text === '') return;
        await output.part(lead + text);
        lead = separator;
      },
      end: async () => {
        const rest = (await layout.rest?.()) ?? '';
        await output.answer((rest === '' ? ending : lead) + rest);
      },
    };
  }

  async #layout(
    known: readonly Row<Value>[] | undefined,
    asked: readonly object[],
    isDetails: boolean,
  ): Promise<Layout<Value>> {
    const { output, format, chosen, page, kind, mayFail } = this.#printing;
    if (format === 'json') return { text: (row) => this.json(this.picked(rowRecord(row))) };
    if (format === 'csv') {
      return csvLayout(chosen ?? [...usualFields(kind), ...(mayFail ? usualErrorFields : [])]);
    }
    const screen = await output.screen();
    if (page && !chosen && (output.isTerminal || page.only !== 'terminal')) {
      return pageLayout(page, screen);
    }
    if (isDetails) return this.#details(screen);
    const { Table } = await import('./table.ts');
    const table = await Table.of(this.#columns(known === undefined), screen, known ?? [], asked);
    return { header: await table.header(), text: (row) => table.row(row) };
  }

  /** @param isStream what is beyond the known fields has no width then, and stands behind the row */
  #columns(isStream: boolean): Column<Row<Value>>[] {
    const { chosen, kind, mayFail, today, output } = this.#printing;
    const shown = chosen ? chosenFields(kind, chosen) : shownFields(kind, output.isTerminal);
    const isBehind = ({ type }: Field<Value>) => type === 'extra' && isStream;
    const fields = shown.filter((field) => !isBehind(field));
    const columns = columnsOf(fields, today).map((column, at): Column<Row<Value>> => {
      const askedCell = (one: object) => unansweredCell(fields[at], one);
      const cell = (row: Row<Value>) =>
        'value' in row ? column.cell(row.value) : askedCell(rowRecord(row));
      return { ...column, cell, asked: askedCell };
    });
    if (chosen !== undefined || !mayFail) return columns;
    const cell = (row: Row<Value>) => noteCell(row, isStream);
    return [...columns, { title: '', cell, rank: columns.length, isWhole: true }];
  }

  async #details(screen: Screen): Promise<Layout<Value>> {
    const { details } = await import('./details.ts');
    const { chosen, kind, today, output } = this.#printing;
    const shown = shownFields(kind, output.isTerminal);
    const pairsOf = (row: Row<Value>): Pair[] => {
      const record = rowRecord(row);
      if (chosen !== undefined) {
        return chosen.map((name) => [name, { text: plainText(valueAt(record, name)) }]);
      }
      if ('failure' in row) return failedPairs(row);
      return shown.flatMap((field): Pair[] => {
        const { label = '', type } = field;
        if (type !== 'extra') return [[label, cellOf(field, row.value, today)]];
        const pairs = extraPairs('extra' in row.value ? objectIn(row.value.extra) : {});
        return pairs.map(([key, text]) => [key, { text }]);
      });
    };
    return { separator: '\n', text: (row) => details(pairsOf(row), screen) };
  }
}

async function csvLayout(fields: readonly string[]): Promise<Layout<object>> {
  const { csvHeader, csvLine } = await import('./csv.ts');
  const header = csvHeader(fields);
  return { header, empty: header, text: (row) => csvLine(rowRecord(row), fields) };
}

/** Holds the rows of a group until the next one begins. */
function pageLayout<Value>({ text, groupOf }: Page<Value>, screen: Screen): Layout<Value> {
  let held: Row<Value>[] = [];
  const rest = async () => {
    const page = held.length === 0 ? '' : await text(held, screen);
    held = [];
    return page;
  };
  return {
    separator: '\n',
    async text(row) {
      const [first] = held;
      const isNext = first !== undefined && groupOf?.(first) !== groupOf?.(row);
      const before = isNext ? await rest() : '';
      held.push(row);
      return before;
    },
    rest,
  };
}

/** Why there is no answer, or what the service sent beyond the known keys. */
function noteCell(row: Row<object>, withExtra: boolean): Cell {
  if ('failure' in row) return { text: row.failure.message, style: 'bad' };
  return withExtra && 'extra' in row.value ? extraCell(objectIn(row.value.extra)) : { text: '' };
}

function failedPairs({ asked, failure }: FailedRow): Pair[] {
  const pairs = Object.entries(asked).map(
    ([key, value]): Pair => [key, { text: plainText(value) }],
  );
  return [...pairs, ['error', { text: failure.message, style: 'bad' }]];
}

function objectIn(value: unknown): object {
  return isObject(value) ? value : {};
}
