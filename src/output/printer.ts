import { overridableFacts } from '../core/service-words.ts';
import { toSafeJson } from '../core/text.ts';
import { chooseFields, pick, valueAt } from './fields.ts';
import type { JsonFilter } from './jq.ts';
import {
  chosenFields,
  errorKind,
  type Field,
  fieldNames,
  type Kind,
  type Screen,
  shownFields,
  usualFields,
} from './kind.ts';
import type { Output } from './output.ts';
import { type Row, rowRecord } from './row.ts';

export interface Format {
  /** `names` is one field, as CSV has it, without a heading. */
  kind: 'text' | 'json' | 'csv' | 'names';
  fields: string | undefined;
  filter?: JsonFilter | undefined;
}

/**
 * What an answer is. Under `--json` a `list` is one array, `rows` are a line each and may be failures,
 * and an `object` is whatever it is: it has no columns.
 */
export type Shape = 'text' | 'object' | 'one' | 'list' | 'rows';

interface Look<Value> {
  kind: Kind<Value>;
  shape: Shape;
  isInBlocks: boolean | undefined;
}

export type Page = (screen: Screen) => string | Promise<string>;

interface About {
  /** The names or periods that were asked for, so that widths fit rows that are still to come. */
  inputs?: readonly object[];
  page?: Page;
}

interface Form<Value> {
  /** Stands before the first row, since a command that fails prints nothing. */
  head?: string;
  text(row: Row<Value>): string | Promise<string>;
  notes?: readonly string[];
}

export class Printer<Value extends object> {
  readonly format: Format['kind'];
  readonly #output: Output;
  readonly #look: Look<Value>;
  readonly #filter: JsonFilter | undefined;
  readonly #chosen: readonly string[] | undefined;

  constructor(output: Output, look: Look<Value>, { kind, fields, filter }: Format) {
    this.format = kind;
    this.#output = output;
    this.#look = look;
    this.#filter = filter;
    const known = fieldNames(printedFields(look.kind, look.shape));
    this.#chosen = fields === undefined ? undefined : chooseFields(fields, known);
  }

  get showsFailures(): boolean {
    const chosen = this.#chosen;
    return this.format === 'json' || !chosen || chosen.some((field) => field.startsWith('error'));
  }

  async print(
    rows: readonly Row<Value>[] | AsyncIterable<Row<Value>>,
    about: About = {},
  ): Promise<void> {
    const { head = '', text, notes = [] } = await this.#form('length' in rows ? rows : [], about);
    const isArray = this.format === 'json' && this.#look.shape === 'list';
    const records: object[] = [];
    let lacking: readonly string[] | undefined;
    let title = head;
    for await (const row of rows) {
      if ('value' in row) lacking = lackingIn(row.value, lacking ?? this.#chosen ?? []);
      if (isArray) records.push(this.#record(row));
      else await this.#output.answer(title + (await text(row)));
      title = '';
    }
    if (isArray) await this.#output.answer(await this.#json(records));
    // CSV has its header even if there was no row.
    if (this.format === 'csv') await this.#output.answer(title);
    else if (title === '') for (const note of new Set(notes)) await this.#output.note(note);
    await this.#warnOf(lacking);
  }

  async #warnOf(lacking: readonly string[] = []): Promise<void> {
    if (lacking.length === 0) return;
    await this.#output.warning(
      `no answer has ${lacking.join(', ')}: dotaf doctor names the keys that came`,
    );
  }

  #record(row: Row<Value>): object {
    const record = rowRecord(row);
    return this.#chosen ? pick(record, this.#chosen) : record;
  }

  async #json(value: unknown): Promise<string> {
    const json = toSafeJson(value);
    return this.#filter ? this.#filter(json) : `${json}\n`;
  }

  async #form(known: readonly Row<Value>[], { inputs, page }: About): Promise<Form<Value>> {
    if (this.format === 'json') return { text: (row) => this.#json(this.#record(row)) };
    if (this.format !== 'text') return this.#csv();
    const { kind, shape, isInBlocks } = this.#look;
    const screen = await this.#output.screen();
    const chosen = this.#chosen && chosenFields(kind, this.#chosen);
    if (page && !chosen) return { text: () => page(screen), notes: screen.notes };
    const fields = chosen ?? shownFields(kind, this.#output.isTerminal);
    const isTable = shape !== 'one' && (chosen || !isInBlocks);
    if (!isTable) return detailsForm(fields, screen);
    const mayFail = shape === 'rows' && !chosen;
    const columns = mayFail ? fields.map(withReason) : fields;
    const { openTable } = await import('./table.ts');
    const table = await openTable(columns, screen, known, inputs);
    // Columns that stay and find no room are the lines of a block.
    if (!table.fits) return detailsForm(fields, screen);
    return { head: table.head, text: table.draw, notes: screen.notes };
  }

  async #csv(): Promise<Form<Value>> {
    const { csvHeader, csvLine } = await import('./csv.ts');
    const names = this.#chosen ?? usualFields(printedFields(this.#look.kind, this.#look.shape));
    const head = this.format === 'csv' ? csvHeader(names) : '';
    return { head, text: (row) => csvLine(rowRecord(row), names) };
  }
}

async function detailsForm<Value extends object>(
  fields: readonly Field<Value>[],
  screen: Screen,
): Promise<Form<Value>> {
  const { rowDetails } = await import('./table.ts');
  let gap = '';
  return {
    async text(row) {
      const text = gap + (await rowDetails(row, fields, screen));
      gap = '\n';
      return text;
    },
  };
}

export function printedFields(kind: Kind, shape: Shape): Kind {
  return shape === 'rows' ? [...kind, ...errorKind] : kind;
}

/** Lets other data of the service, or the reason of a failure, go below the row. */
function withReason<Value>(field: Field<Value>): Field<Value> {
  return field.name === 'extra' ? { ...field, type: 'sentence' } : field;
}

function lackingIn(value: object, fields: readonly string[]): readonly string[] {
  const facts = fields.filter((field) => overridableFacts.includes(field));
  return facts.filter((field) => (valueAt(value, field) ?? null) === null);
}
