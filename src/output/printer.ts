import { statableFacts } from '../core/service-words.ts';
import { safeJson, wellFormedJson } from '../core/text.ts';
import type { Screen } from './cell.ts';
import { chooseFields, pick, valueAt } from './fields.ts';
import type { JsonFilter } from './jq.ts';
import {
  chosenFields,
  errorKind,
  extraField,
  type Field,
  fieldNames,
  type Kind,
  shownFields,
  usualFields,
} from './kind.ts';
import type { Output } from './output.ts';
import { type Row, rowRecord } from './row.ts';

export interface Format {
  kind: 'text' | 'json' | 'csv';
  /** Names of fields, separated by commas. */
  fields: string | undefined;
  jq?: (() => Promise<JsonFilter>) | undefined;
}

/** Notes about a list, for stderr. */
export interface ListNotes<Value> {
  empty?: string | undefined;
  /** Line below a table on a terminal. */
  summary?(items: readonly Value[]): string;
}

export interface Look<Value> {
  kind: Kind<Value>;
  /** Under JSON a `list` is one array. `rows` may be failures, which have fields of their own. */
  shape: 'one' | 'list' | 'rows';
  /** Page for people in place of a table, unless they choose fields. */
  page?: 'details' | Page<Value> | undefined;
}

export type Page<Value> = (value: Value, screen: Screen) => string | Promise<string>;

export class Printer<Value extends object> {
  readonly format: Format['kind'];
  readonly #output: Output;
  readonly #look: Look<Value>;
  readonly #chosen: readonly string[] | undefined;
  readonly #filter: JsonFilter | undefined;
  /** Chosen fields that no answer has had so far; undefined before the first answer. */
  #lacking: readonly string[] | undefined;
  readonly #listed: object[] = [];
  #header = '';
  #textOf: (row: Row<Value>) => string | Promise<string> = () => '';

  /** @throws Failure `usage` for bad fields, or a bad filter */
  static async open<Value extends object>(output: Output, format: Format, look: Look<Value>) {
    const known = fieldNames(printedBy(look));
    const chosen = format.fields === undefined ? undefined : chooseFields(format.fields, known);
    return new Printer<Value>(output, format.kind, look, chosen, await format.jq?.());
  }

  private constructor(
    output: Output,
    format: Format['kind'],
    look: Look<Value>,
    chosen: readonly string[] | undefined,
    filter: JsonFilter | undefined,
  ) {
    this.#output = output;
    this.format = format;
    this.#look = look;
    this.#chosen = chosen;
    this.#filter = filter;
  }

  /** False where the error of a row that has failed is not among the fields. */
  get showsFailures(): boolean {
    const chosen = this.#chosen;
    return this.format === 'json' || !chosen || chosen.some((field) => field.startsWith('error'));
  }

  async list(values: readonly Value[], { empty, summary }: ListNotes<Value> = {}): Promise<void> {
    const isText = this.format === 'text';
    if (isText && values.length === 0) {
      if (empty !== undefined) await this.#output.note(empty);
      return;
    }
    const rows = values.map((value) => ({ value }));
    await this.begin([], rows);
    for (const row of rows) await this.row(row);
    await this.end();
    if (isText && this.#output.isTerminal && summary) await this.#output.note(summary(values));
  }

  /** @param asked what later rows will be about, as far as known @param rows those known already */
  async begin(asked: readonly object[], rows: readonly Row<Value>[] = []): Promise<void> {
    if (this.format === 'csv') await this.#beginCsv();
    else if (this.format === 'text') await this.#beginText(asked, rows);
  }

  async row(row: Row<Value>): Promise<void> {
    if ('value' in row) this.#see(row.value);
    if (this.format === 'json') return this.#record(rowRecord(row));
    const text = await this.#textOf(row);
    await this.#output.answer(this.#header + text);
    this.#header = '';
  }

  async end(): Promise<void> {
    // CSV has its header even if there was no row.
    if (this.format === 'csv') await this.#output.answer(this.#header);
    if (this.format === 'json' && this.#look.shape === 'list') await this.#json(this.#listed);
    await this.#warnOfLacking();
  }

  /** A list is one array, printed at its end. */
  async #record(record: object): Promise<void> {
    const picked = this.#chosen === undefined ? record : pick(record, this.#chosen);
    if (this.#look.shape === 'list') this.#listed.push(picked);
    else await this.#json(picked);
  }

  async #json(value: unknown): Promise<void> {
    const filter = this.#filter;
    const text = filter ? await filter(wellFormedJson(value)) : `${safeJson(value)}\n`;
    await this.#output.answer(text);
  }

  #see(value: Value): void {
    const lacking = this.#lacking ?? this.#chosen ?? [];
    this.#lacking = lacking.filter((field) => (valueAt(value, field) ?? null) === null);
  }

  async #warnOfLacking(): Promise<void> {
    const stated = this.#lacking?.filter((field) => statableFacts.includes(field)) ?? [];
    if (stated.length === 0) return;
    const facts = stated.join(', ');
    await this.#output.warning(`no answer has ${facts}: dotaf doctor names the keys that came`);
  }

  async #beginCsv(): Promise<void> {
    const { csvHeader, csvLine } = await import('./csv.ts');
    const names = this.#chosen ?? usualFields(printedBy(this.#look));
    this.#header = csvHeader(names);
    this.#textOf = (row) => csvLine(rowRecord(row), names);
  }

  async #beginText(asked: readonly object[], rows: readonly Row<Value>[]): Promise<void> {
    const { kind, shape, page = shape === 'one' ? 'details' : undefined } = this.#look;
    const screen = await this.#output.screen();
    if (this.#chosen !== undefined) {
      const fields = chosenFields(kind, this.#chosen);
      const isTable = shape !== 'one' && (await this.#beginTable(fields, screen, asked, rows));
      if (!isTable) await this.#beginDetails(fields, screen);
      return;
    }
    const fields = shownFields(kind, this.#output.isTerminal);
    if (page === 'details') await this.#beginDetails(fields, screen);
    else if (page !== undefined) {
      this.#textOf = (row) => ('value' in row ? page(row.value, screen) : '');
    } else await this.#beginTable(withNotes(fields, shape === 'rows'), screen, asked, rows);
  }

  /** @returns false where columns that were asked for find no room */
  async #beginTable(
    fields: readonly Field<Value>[],
    screen: Screen,
    asked: readonly object[],
    rows: readonly Row<Value>[],
  ): Promise<boolean> {
    const { openTable } = await import('./table.ts');
    const table = await openTable(fields, screen, rows, asked);
    if (this.#chosen !== undefined && !table.isWhole) return false;
    this.#header = await table.header();
    this.#textOf = (row) => table.draw(row);
    return true;
  }

  async #beginDetails(fields: readonly Field<Value>[], screen: Screen): Promise<void> {
    const { rowDetails } = await import('./details.ts');
    let gap = '';
    this.#textOf = async (row) => {
      const text = gap + (await rowDetails(row, fields, screen));
      gap = '\n';
      return text;
    };
  }
}

/** Fields of JSON and CSV. */
function printedBy<Value>({ kind, shape }: Look<Value>): Kind {
  return shape === 'rows' ? [...kind, ...errorKind] : kind;
}

/** The last column holds what else the service sent, or the reason why there is no answer. */
function withNotes<Value extends object>(
  fields: readonly Field<Value>[],
  mayFail: boolean,
): Field<Value>[] {
  const others = fields.filter(({ type }) => type !== 'extra');
  return [...others, mayFail ? { ...extraField, type: 'sentence' } : extraField];
}
