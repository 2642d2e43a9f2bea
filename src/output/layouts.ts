import { jsonText } from '../core/json.ts';
import { safeText } from '../core/text.ts';
import { failureCell } from './cells.ts';
import type { Pair } from './details.ts';
import { fieldCell } from './fields.ts';
import type { Output } from './output.ts';
import type { FailedRow, Row } from './row.ts';
import { rowRecord } from './row.ts';
import { columnOf, failureColumn } from './row-columns.ts';
import type { Column } from './table.ts';
import type { Format, OneView, Part, RowsView } from './views.ts';

/** A format, as it turns the rows of one view into text. */
export interface Layout<Value> {
  text(row: Row<Value>): string | Promise<string>;
  header?: string;
  separator?: string;
  /** Gives what the layout still holds after the last row. */
  rest?(): Promise<string>;
  /** The answer without a row. */
  empty?: string;
}

export type View<Value> = RowsView<Value> & Pick<OneView<Value>, 'text' | 'parts'>;

interface Choice {
  kind: Format['kind'];
  fields: readonly string[] | undefined;
  /** A row as a line of JSON. */
  jsonLine(record: object): string | Promise<string>;
}

/** Lays rows out as the format says, and loads what it needs. */
export class Layouts {
  readonly #output: Output;
  readonly #choice: Choice;

  constructor(output: Output, choice: Choice) {
    this.#output = output;
    this.#choice = choice;
  }

  /** @param asked what the rows to come will be about, as far as it is known */
  async of<Value extends object>(
    view: View<Value>,
    rows: readonly Row<Value>[],
    asked: readonly object[] = [],
  ): Promise<Layout<Value>> {
    const { kind, jsonLine } = this.#choice;
    if (kind === 'json') return { text: (row) => jsonLine(rowRecord(row)) };
    const fields = this.#choice.fields ?? view.fields;
    // Whatever fields are chosen, it stays visible that a row has failed.
    const hidesFailures =
      view.fields.includes(failureColumn.name) &&
      !fields.some((field) => field === 'error' || field === failureColumn.name);
    if (kind === 'csv') return csvLayout(hidesFailures ? [...fields, failureColumn.name] : fields);
    const { text, columns, blocks } = view;
    if (text) return { text: (row) => ('value' in row ? `${safeText(text(row.value))}\n` : '') };
    if (view.parts !== undefined && this.#choice.fields === undefined) {
      const parts = rows.map((row) => ('value' in row ? view.parts?.(row.value) : undefined));
      const whole = await this.#laidOut((await Promise.all(parts)).flatMap((one) => one ?? []));
      return { text: () => whole };
    }
    if (columns === undefined) return this.#details(view);
    if (blocks && Number.isFinite(this.#output.fitInto) && this.#choice.fields === undefined) {
      const { blockLayout } = await import('./blocks.ts');
      return blockLayout(blocks, await this.#output.tableStyle());
    }
    const shown = this.#choice.fields?.map((field) => columnOf(field, columns)) ?? columns;
    return this.#table(hidesFailures ? [...shown, failureColumn] : shown, rows, asked);
  }

  /** Sets parts below each other, with a blank line between. */
  async #laidOut(parts: readonly Part[]): Promise<string> {
    const canvas = { ...(await this.#output.tableStyle()), picture: this.#output.picture };
    const shown = await Promise.all(parts.map((part) => part(canvas)));
    return shown.filter((text) => text !== '').join('\n');
  }

  async #table<Value extends object>(
    columns: readonly Column<Row<Value>>[],
    rows: readonly Row<Value>[],
    asked: readonly object[],
  ): Promise<Layout<Value>> {
    const { Table } = await import('./table.ts');
    const table = await Table.of(columns, await this.#output.tableStyle(), rows, asked);
    return { header: await table.header(), text: (row) => table.row(row) };
  }

  async #details<Value extends object>(view: View<Value>): Promise<Layout<Value>> {
    const { details } = await import('./details.ts');
    const style = await this.#output.tableStyle();
    const pairsOf = (row: Row<Value>): Pair[] => {
      if ('failure' in row) return failedPairs(row);
      const chosen = this.#choice.fields?.map(
        (field): Pair => [field, fieldCell(row.value, field)],
      );
      return chosen ?? view.details?.(row.value) ?? [];
    };
    return { separator: '\n', text: (row) => details(pairsOf(row), style) };
  }
}

async function csvLayout(fields: readonly string[]): Promise<Layout<object>> {
  const { csvHeader, csvLine } = await import('./csv.ts');
  const header = csvHeader(fields);
  return { header, empty: header, text: (row) => csvLine(rowRecord(row), fields) };
}

function failedPairs(row: FailedRow): Pair[] {
  const asked = Object.entries(row.asked);
  const pairs = asked.map(([key, value]): Pair => [key, { text: jsonText(value) }]);
  return [...pairs, ['error', failureCell(row)]];
}
