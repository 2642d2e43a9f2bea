import { safeJson, safeText } from '../core/safe-text.ts';
import type { Failure } from '../errors.ts';
import { errorColumn, fieldCell, fieldColumn } from './field-columns.ts';
import { chooseFields, pick } from './fields.ts';
import type { Output } from './output.ts';
import { errorFields, type Row, rowRecord, usualErrorFields } from './row.ts';
import type { Column, Pair, TableStyle } from './table.ts';
import type { Format, ListView, OneView, RowsView } from './views.ts';

export interface RowWriter<Value> {
  write(row: Row<Value>): Promise<void>;
  /** Ends the answer, also one without a row. */
  end(): Promise<void>;
}

/**
 * The one place that turns answers into text: JSON, CSV, tables and details from the same value. What
 * a format needs is loaded for that format alone.
 */
export class Presenter {
  readonly #output: Output;
  readonly #format: Format;
  #toText: (value: unknown) => string = (value) => `${safeJson(value)}\n`;

  constructor(output: Output, format: Format) {
    this.#output = output;
    this.#format = format;
  }

  /** Checks what can be wrong before anything is asked of the service. */
  async prepare(fields: readonly string[]): Promise<void> {
    if (this.#format.fields !== undefined) chooseFields(this.#format.fields, fields);
    if (this.#format.jq === undefined) return;
    const { jqFilter } = await import('./jq.ts');
    this.#toText = await jqFilter(this.#format.jq);
  }

  async one<Value extends object>(value: Value, view: OneView<Value>): Promise<void> {
    const { kind } = this.#format;
    if (kind === 'json') await this.#output.answer(this.#json(value, view.fields));
    else if (kind === 'csv') await this.#output.answer(await this.#csv([value], view.fields));
    else if (view.text) await this.#output.answer(`${safeText(view.text(value))}\n`);
    else {
      const { details } = await import('./table.ts');
      const pairs = this.#pairs(value, view);
      await this.#output.answer(await details(pairs, await this.#output.painter()));
    }
  }

  async list<Item extends object>(items: Item[], view: ListView<Item>): Promise<void> {
    const { kind, fields } = this.#format;
    if (kind === 'json') {
      const chosen =
        fields === undefined ? items : items.map((item) => pick(item, this.#chosen(view.fields)));
      await this.#output.answer(this.#toText(chosen));
    } else if (kind === 'csv') {
      await this.#output.answer(await this.#csv(items, view.fields));
    } else if (items.length === 0) {
      if (view.empty !== undefined) await this.#output.note(view.empty);
    } else {
      const columns = this.#columns(view.columns, view.fields, (item) => item);
      const { Table } = await import('./table.ts');
      const table = await Table.of(columns, await this.#tableStyle(), items);
      const lines = [await table.header()];
      for (const item of items) lines.push(await table.row(item));
      await this.#output.answer(lines.join(''));
      await this.#tellLeftOut(table.leftOut);
    }
  }

  /** Rows are written one by one, each as soon as it is known. */
  async rows<Value extends object>(view: RowsView<Value>): Promise<RowWriter<Value>> {
    const { kind } = this.#format;
    const fields = [...view.fields, ...errorFields];
    if (kind === 'csv') return this.#csvRows(view.fields);
    if (kind === 'json') return this.#writer((row) => this.#json(rowRecord(row), fields));
    const { details, Table } = await import('./table.ts');
    const style = await this.#tableStyle();
    if (view.columns === undefined) {
      return this.#writer(this.#blocks(view, (pairs) => details(pairs, style.paint)));
    }
    const columns = this.#columns(view.columns, fields, rowRecord);
    const table = await Table.of(columns, style, []);
    const header = once(await table.header());
    const { write, end } = this.#writer(
      async (row: Row<Value>) => header() + (await table.row(row)),
    );
    return { write, end: () => end().then(() => this.#tellLeftOut(table.leftOut)) };
  }

  async #csvRows(fields: readonly string[]): Promise<RowWriter<object>> {
    const { csvHeader, csvLine } = await import('./csv.ts');
    const known = [...fields, ...errorFields];
    const usual = this.#chosen(known, [...fields, ...usualErrorFields]);
    const chosen = this.#isErrorMissing(known) ? [...usual, 'error.message'] : usual;
    const header = once(csvHeader(chosen));
    return this.#writer((row) => header() + csvLine(rowRecord(row), chosen), header);
  }

  #writer<Value>(
    text: (row: Row<Value>) => string | Promise<string>,
    rest = () => '',
  ): RowWriter<Value> {
    return {
      write: async (row) => this.#output.part(await text(row)),
      end: () => this.#output.answer(rest()),
    };
  }

  async #tellLeftOut(columns: readonly string[]): Promise<void> {
    if (columns.length === 0) return;
    await this.#output.note(`too narrow for ${columns.join(', ')}; --fields or --json shows them`);
  }

  /** Details one below the other, an empty line between. */
  #blocks<Value extends object>(
    view: RowsView<Value>,
    laidOut: (pairs: Pair[]) => Promise<string>,
  ): (row: Row<Value>) => Promise<string> {
    const separator = once('', '\n');
    const { details: pairs = () => [] } = view;
    const fields = [...view.fields, ...errorFields];
    const pairsOf = (row: Row<Value>) =>
      'value' in row ? this.#pairs(row.value, { fields, details: pairs }) : failedPairs(row);
    return async (row) => separator() + (await laidOut(pairsOf(row)));
  }

  async #tableStyle(): Promise<TableStyle> {
    return { paint: await this.#output.painter(), fitInto: this.#output.fitInto };
  }

  #json(value: object, fields: readonly string[]): string {
    return this.#toText(
      this.#format.fields === undefined ? value : pick(value, this.#chosen(fields)),
    );
  }

  async #csv(items: object[], fields: readonly string[]): Promise<string> {
    const { csvHeader, csvLine } = await import('./csv.ts');
    const chosen = this.#chosen(fields);
    return csvHeader(chosen) + items.map((item) => csvLine(item, chosen)).join('');
  }

  #chosen(known: readonly string[], usual = known): readonly string[] {
    return this.#format.fields === undefined ? usual : chooseFields(this.#format.fields, known);
  }

  #pairs<Value extends object>(value: Value, view: OneView<Value>): Pair[] {
    if (this.#format.fields === undefined) return view.details(value);
    return this.#chosen(view.fields).map((field) => [field, fieldCell(value, field)]);
  }

  /** The columns of the view, or those that `--fields` names, out of the record where it has none. */
  #columns<Item>(
    columns: readonly Column<Item>[],
    fields: readonly string[],
    recordOf: (item: Item) => object,
  ): readonly Column<Item>[] {
    if (this.#format.fields === undefined) return columns;
    const chosen = this.#chosen(fields).map(
      (field) => columns.find(({ name }) => name === field) ?? fieldColumn(field, recordOf),
    );
    return this.#isErrorMissing(fields) ? [...chosen, errorColumn(recordOf)] : chosen;
  }

  /** Whatever fields are chosen, a failure among several answers stays to be seen. */
  #isErrorMissing(fields: readonly string[]): boolean {
    const isShown = this.#chosen(fields).some((field) => /^error(\.message)?$/.test(field));
    return fields.includes('error.message') && !isShown;
  }
}

function failedPairs(row: { asked: object; failure: Failure }): Pair[] {
  const asked = Object.entries(row.asked).map(
    ([key, value]): Pair => [key, { text: String(value) }],
  );
  return [...asked, ['error', { text: row.failure.message, style: 'bad' }]];
}

/** Gives the first text the first time, and the other ever after. */
function once(first: string, after = ''): () => string {
  let next = first;
  return () => {
    const now = next;
    next = after;
    return now;
  };
}
