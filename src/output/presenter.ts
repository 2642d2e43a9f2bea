import { safeJson, safeText } from '../core/safe-text.ts';
import { failureCell } from './cells.ts';
import { chooseFields, fieldCell, fieldColumn, pick } from './fields.ts';
import type { Output } from './output.ts';
import { type FailedRow, type Row, rowRecord, usualErrorFields } from './row.ts';
import type { Column, Pair } from './table.ts';
import type { Format, ListView, OneView, RowsView } from './views.ts';

export interface Writer<Item> {
  write(item: Item): Promise<void>;
  /** Ends the answer, also one without an item. */
  end(): Promise<void>;
}

/** A format applied to a view: turns items into text, one after the other. */
interface Layout<Item> {
  text(item: Item): string | Promise<string>;
  /** Stands above the first item. */
  header?: string;
  /** Stands between two items. */
  separator?: string;
  /** Stands where there is no item. */
  empty?: string;
  /** Said when all is written. */
  note?: string;
}

/** Turns answers into JSON, CSV, tables or details. What a format needs is loaded for it only. */
export class Presenter {
  readonly #output: Output;
  readonly #format: Format;
  /** The fields that `--fields` names. */
  #chosen: readonly string[] | undefined;
  #jsonText = (value: unknown) => `${safeJson(value)}\n`;

  constructor(output: Output, format: Format) {
    this.#output = output;
    this.#format = format;
  }

  /** Checks what can be wrong before anything is asked of the service. @throws Failure `usage` */
  async prepare(fields: readonly string[]): Promise<void> {
    const { fields: wanted, jq } = this.#format;
    if (wanted !== undefined) this.#chosen = chooseFields(wanted, fields);
    if (jq === undefined) return;
    const { jqFilter } = await import('./jq.ts');
    this.#jsonText = await jqFilter(jq);
  }

  async one<Value extends object>(value: Value, view: OneView<Value>): Promise<void> {
    const { fields, text } = view;
    const layout = await this.#layout(this.#chosen ?? fields, itself<Value>, async () =>
      text
        ? { text: (item) => `${safeText(text(item))}\n` }
        : this.#details((item) => this.#pairs(item, view)),
    );
    await this.#writeAll([value], layout);
  }

  async list<Item extends object>(items: Item[], view: ListView<Item>): Promise<void> {
    const { kind } = this.#format;
    if (kind === 'json') {
      await this.#output.answer(this.#jsonText(items.map((item) => this.#picked(item))));
    } else if (kind === 'text' && items.length === 0) {
      if (view.empty !== undefined) await this.#output.note(view.empty);
    } else {
      const layout = await this.#layout(this.#chosen ?? view.fields, itself<Item>, () =>
        this.#table(this.#columns(view.columns, itself), items),
      );
      await this.#writeAll(items, layout);
    }
  }

  /** Rows are written one by one, each as soon as it is known. */
  async rows<Value extends object>(view: RowsView<Value>): Promise<Writer<Row<Value>>> {
    const { columns, details = () => [] } = view;
    const chosen = this.#chosen;
    // Whatever fields are chosen, it stays visible that a row has failed.
    const hidesFailures = chosen?.every((field) => !/^error(\.message)?$/.test(field)) ?? false;
    const fields = chosen ?? [...view.fields, ...usualErrorFields];
    const csvFields = hidesFailures ? [...fields, failureColumn.name] : fields;
    const layout = await this.#layout<Row<Value>>(csvFields, rowRecord, () => {
      if (columns === undefined) {
        return this.#details((row) =>
          'value' in row ? this.#pairs(row.value, { details }) : failedPairs(row),
        );
      }
      const shown = this.#columns(columns, rowRecord);
      return this.#table(hidesFailures ? [...shown, failureColumn] : shown, []);
    });
    return this.#writer(layout);
  }

  async #writeAll<Item>(items: readonly Item[], layout: Layout<Item>): Promise<void> {
    const writer = this.#writer(layout);
    for (const item of items) await writer.write(item);
    await writer.end();
  }

  #writer<Item>(layout: Layout<Item>): Writer<Item> {
    const { header = '', separator = '', empty = '', note = '' } = layout;
    let isFirst = true;
    return {
      write: async (item) => {
        const lead = isFirst ? header : separator;
        isFirst = false;
        await this.#output.part(lead + (await layout.text(item)));
      },
      end: async () => {
        await this.#output.answer(isFirst ? empty : '');
        if (note !== '') await this.#output.note(note);
      },
    };
  }

  /** @param text the layout for people */
  async #layout<Item>(
    csvFields: readonly string[],
    recordOf: (item: Item) => object,
    text: () => Promise<Layout<Item>>,
  ): Promise<Layout<Item>> {
    const { kind } = this.#format;
    if (kind === 'text') return text();
    if (kind === 'json') {
      return { text: (item) => this.#jsonText(this.#picked(recordOf(item))) };
    }
    const { csvHeader, csvLine } = await import('./csv.ts');
    const header = csvHeader(csvFields);
    return { header, empty: header, text: (item) => csvLine(recordOf(item), csvFields) };
  }

  async #table<Item>(
    columns: readonly Column<Item>[],
    items: readonly Item[],
  ): Promise<Layout<Item>> {
    const { Table } = await import('./table.ts');
    const paint = await this.#output.painter();
    const table = await Table.of(columns, { paint, fitInto: this.#output.fitInto }, items);
    const leftOut = table.leftOut.join(', ');
    return {
      header: await table.header(),
      text: (item) => table.row(item),
      note: leftOut && `too narrow for ${leftOut}; --fields or --json shows them`,
    };
  }

  /** Details one below the other, an empty line between. */
  async #details<Item>(pairsOf: (item: Item) => Pair[]): Promise<Layout<Item>> {
    const { details } = await import('./table.ts');
    const paint = await this.#output.painter();
    return { separator: '\n', text: (item) => details(pairsOf(item), paint) };
  }

  #pairs<Value extends object>(value: Value, view: Pick<OneView<Value>, 'details'>): Pair[] {
    return this.#chosen?.map((field) => [field, fieldCell(value, field)]) ?? view.details(value);
  }

  /** The columns of the view, or those that `--fields` names, made from the record if need be. */
  #columns<Item>(
    columns: readonly Column<Item>[],
    recordOf: (item: Item) => object,
  ): readonly Column<Item>[] {
    const columnOf = (field: string) =>
      columns.find(({ name }) => name === field) ?? fieldColumn(field, recordOf);
    return this.#chosen?.map(columnOf) ?? columns;
  }

  #picked(record: object): object {
    return this.#chosen === undefined ? record : pick(record, this.#chosen);
  }
}

const failureColumn: Column<Row<object>> = {
  name: 'error.message',
  title: '',
  cell: (row) => ('failure' in row ? failureCell(row) : { text: '' }),
  isWhole: true,
};

function failedPairs(row: FailedRow): Pair[] {
  const asked = Object.entries(row.asked).map(
    ([key, value]): Pair => [key, { text: String(value) }],
  );
  return [...asked, ['error', failureCell(row)]];
}

function itself<Value>(value: Value): Value {
  return value;
}
