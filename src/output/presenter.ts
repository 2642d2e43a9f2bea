import { safeJson, wellFormedJson } from '../core/text.ts';
import { chooseFields, pick } from './fields.ts';
import { type Layout, Layouts, type View } from './layouts.ts';
import type { Output } from './output.ts';
import { type Row, rowRecord, usualErrorFields } from './row.ts';
import { columnOfRows, failureColumn, profileColumn } from './row-columns.ts';
import type { Format, ListView, OneView, RowsView } from './views.ts';

/** Turns answers into JSON, CSV, tables or details, and loads what the format needs. */
export class Presenter {
  readonly #output: Output;
  readonly #format: Format;
  #chosenFields: readonly string[] | undefined;
  #jsonText = (value: unknown): string | Promise<string> => `${safeJson(value)}\n`;

  constructor(output: Output, format: Format) {
    this.#output = output;
    this.#format = format;
  }

  /**
   * To be called before anything is sent.
   *
   * @param always the fields that stand before those that are chosen
   * @throws Failure `usage`
   */
  async prepare(fields: readonly string[], always: readonly string[] = []): Promise<void> {
    const { fields: wanted, columns, jq } = this.#format;
    const list = wanted ?? columns;
    if (list !== undefined) {
      const kind = wanted === undefined ? 'column' : 'field';
      const chosen = chooseFields(kind, list, [...always, ...fields]);
      this.#chosenFields = [...always.filter((field) => !chosen.includes(field)), ...chosen];
    }
    if (jq === undefined) return;
    const filter = await jq();
    this.#jsonText = (value) => filter(wellFormedJson(value));
  }

  async one<Value extends object>(value: Value, view: OneView<Value>): Promise<void> {
    await this.#write([{ value }], view);
  }

  async list<Item extends object>(items: Item[], view: ListView<Item>): Promise<void> {
    const { kind } = this.#format;
    if (kind === 'json') {
      await this.#output.answer(await this.#jsonText(items.map((item) => this.#picked(item))));
    } else if (kind === 'text' && items.length === 0) {
      if (view.empty !== undefined) await this.#output.note(view.empty);
    } else {
      const rows = items.map((value) => ({ value }));
      const columns = view.columns.map(columnOfRows);
      await this.#write(rows, { fields: view.fields, columns });
      await this.#summary(items, view);
    }
  }

  /** The rows of several accounts, each with its profile: all are known, and some have failed. */
  async accounts<Item extends object>(rows: readonly Row<Item>[], view: ListView<Item>) {
    if (this.#format.kind === 'text' && rows.length === 0) return this.list([], view);
    await this.#write(rows, {
      fields: [profileColumn.name, ...view.fields, ...usualErrorFields],
      columns: [profileColumn, ...view.columns.map(columnOfRows), failureColumn],
    });
    const items = rows.flatMap((row) => ('value' in row ? [row.value] : []));
    if (items.length > 0) await this.#summary(items, view);
  }

  /** Lists of several accounts under JSON: an object a line, with each list under `key`. */
  async listsAsJson(rows: readonly Row<{ profile: string; answer: object[] }>[], key: string) {
    const records = rows.map((row) => {
      if ('failure' in row) return this.#picked(rowRecord(row));
      const { profile, answer } = row.value;
      return { profile, [key]: answer.map((item) => this.#picked(item)) };
    });
    const lines: string[] = [];
    for (const record of records) lines.push(await this.#jsonText(record));
    await this.#output.answer(lines.join(''));
  }

  get isJson(): boolean {
    return this.#format.kind === 'json';
  }

  /** Only where somebody looks at a table: a pipe takes the rows alone. */
  async #summary<Item>(items: Item[], { summary }: ListView<Item>): Promise<void> {
    const isTable = this.#format.kind === 'text' && this.#output.isTerminal;
    if (isTable && summary !== undefined) await this.#output.note(summary(items));
  }

  /** For rows that are not known yet. @param asked what they will be about, as far as it is known */
  async rows<Value extends object>(view: RowsView<Value>, asked: readonly object[] = []) {
    const fields = [...view.fields, ...usualErrorFields];
    return this.#writer(await this.#layout({ ...view, fields }, [], asked));
  }

  async #write<Value extends object>(rows: readonly Row<Value>[], view: View<Value>) {
    const writer = this.#writer(await this.#layout(view, rows));
    for (const row of rows) await writer.write(row);
    await writer.end();
  }

  #writer<Value>(layout: Layout<Value>) {
    const { header = '', separator = '', empty = '' } = layout;
    let lead = header;
    let ending = empty;
    return {
      write: async (row: Row<Value>) => {
        await this.#output.part(lead + (await layout.text(row)));
        lead = separator;
        ending = '';
      },
      end: async () => {
        await this.#output.answer(((await layout.rest?.()) ?? '') + ending);
      },
    };
  }

  #layout<Value extends object>(
    view: View<Value>,
    rows: readonly Row<Value>[],
    asked: readonly object[] = [],
  ) {
    const { kind } = this.#format;
    const jsonLine = (record: object) => this.#jsonText(this.#picked(record));
    const choice = { kind, fields: this.#chosenFields, jsonLine };
    return new Layouts(this.#output, choice).of(view, rows, asked);
  }

  #picked(record: object): object {
    return this.#chosenFields === undefined ? record : pick(record, this.#chosenFields);
  }
}
