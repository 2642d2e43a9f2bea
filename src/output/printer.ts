import { overridableFactNames } from '../core/api-vocabulary.ts';
import { toTerminalSafeJson } from '../core/text.ts';
import {
  errorFields,
  type Field,
  type FieldList,
  getDefaultFieldNames,
  getSelectableFieldNames,
  getVisibleFields,
  type RenderContext,
  selectFields,
} from './field-list.ts';
import { getFieldValue, parseFieldNames, pickFields } from './field-paths.ts';
import type { JsonFilter } from './jq.ts';
import type { OutputWriter } from './output.ts';
import { type ResultRow, rowToJson } from './row.ts';

export interface OutputFormatOptions {
  /** `names` prints the values of a single field as CSV, without a header. */
  kind: 'text' | 'json' | 'csv' | 'names';
  fields: string | undefined;
  filter?: JsonFilter | undefined;
}

/**
 * Shape of a command's output. With `--json`, a `list` is printed as one array, and `rows` as one
 * object per line, including failed rows. An `object` has no columns, so the command rejects
 * `--csv` and `--fields`.
 */
export type OutputShape = 'text' | 'object' | 'one' | 'list' | 'rows';

interface PrintSpec<Value> {
  fields: FieldList<Value>;
  shape: OutputShape;
  isInBlocks: boolean | undefined;
}

export type TextPageRenderer = (render: RenderContext) => string | Promise<string>;

interface PrintHints {
  /** Domain names or quote requests, used to size the columns before their rows arrive. */
  inputs?: readonly object[];
  page?: TextPageRenderer;
}

interface RowRenderer<Value> {
  /**
   * Table or CSV header. It is printed together with the first row, so that a command that fails
   * before its first row prints no header.
   */
  header?: string;
  text(row: ResultRow<Value>): string | Promise<string>;
  notes?: readonly string[];
}

export class RowPrinter<Value extends object> {
  readonly format: OutputFormatOptions['kind'];
  readonly #output: OutputWriter;
  readonly #spec: PrintSpec<Value>;
  readonly #filter: JsonFilter | undefined;
  readonly #requestedFields: readonly string[] | undefined;

  constructor(
    output: OutputWriter,
    spec: PrintSpec<Value>,
    { kind, fields, filter }: OutputFormatOptions,
  ) {
    this.format = kind;
    this.#output = output;
    this.#spec = spec;
    this.#filter = filter;
    const availableFields = getSelectableFieldNames(appendErrorFields(spec.fields, spec.shape));
    this.#requestedFields =
      fields === undefined ? undefined : parseFieldNames(fields, availableFields);
  }

  get showsFailures(): boolean {
    const requested = this.#requestedFields;
    return (
      this.format === 'json' || !requested || requested.some((field) => field.startsWith('error'))
    );
  }

  async print(
    rows: readonly ResultRow<Value>[] | AsyncIterable<ResultRow<Value>>,
    hints: PrintHints = {},
  ): Promise<void> {
    const {
      header = '',
      text: renderRow,
      notes = [],
    } = await this.#createRenderer('length' in rows ? rows : [], hints);
    const isArray = this.format === 'json' && this.#spec.shape === 'list';
    const records: object[] = [];
    let absentFacts: readonly string[] | undefined;
    let pendingHeader = header;
    for await (const row of rows) {
      if ('value' in row)
        absentFacts = findAbsentFacts(row.value, absentFacts ?? this.#requestedFields ?? []);
      if (isArray) records.push(this.#toRecord(row));
      else await this.#output.writeAnswer(pendingHeader + (await renderRow(row)));
      pendingHeader = '';
    }
    if (isArray) await this.#output.writeAnswer(await this.#formatJson(records));
    // Print the CSV header even if there are no rows.
    if (this.format === 'csv') await this.#output.writeAnswer(pendingHeader);
    else if (pendingHeader === '') for (const note of new Set(notes)) await this.#output.note(note);
    await this.#warnAbsentFacts(absentFacts);
  }

  async #warnAbsentFacts(absentFacts: readonly string[] = []): Promise<void> {
    if (absentFacts.length === 0) return;
    await this.#output.warn(
      `no answer has ${absentFacts.join(', ')}: dotaf doctor names the keys that came`,
    );
  }

  #toRecord(row: ResultRow<Value>): object {
    const record = rowToJson(row);
    return this.#requestedFields ? pickFields(record, this.#requestedFields) : record;
  }

  async #formatJson(value: unknown): Promise<string> {
    const json = toTerminalSafeJson(value);
    return this.#filter ? this.#filter(json) : `${json}\n`;
  }

  async #createRenderer(
    initialRows: readonly ResultRow<Value>[],
    { inputs, page }: PrintHints,
  ): Promise<RowRenderer<Value>> {
    if (this.format === 'json') return { text: (row) => this.#formatJson(this.#toRecord(row)) };
    if (this.format !== 'text') return this.#createCsvRenderer();
    const { fields: allFields, shape, isInBlocks } = this.#spec;
    const render = await this.#output.renderContext();
    const requested = this.#requestedFields && selectFields(allFields, this.#requestedFields);
    if (page && !requested) return { text: () => page(render), notes: render.notes };
    const fields = requested ?? getVisibleFields(allFields, this.#output.isTerminal);
    const isTable = shape !== 'one' && (requested || !isInBlocks);
    if (!isTable) return createDetailsRenderer(fields, render);
    const mayFail = shape === 'rows' && !requested;
    const columns = mayFail ? fields.map(extraToSentence) : fields;
    const { createTableRenderer } = await import('./table.ts');
    const table = await createTableRenderer(columns, render, initialRows, inputs);
    // If the pinned columns do not fit, print each row as a block with one line per field.
    if (!table.fits) return createDetailsRenderer(fields, render);
    return { header: table.header, text: table.draw, notes: render.notes };
  }

  async #createCsvRenderer(): Promise<RowRenderer<Value>> {
    const { formatCsvHeader, formatCsvRow } = await import('./csv.ts');
    const names =
      this.#requestedFields ??
      getDefaultFieldNames(appendErrorFields(this.#spec.fields, this.#spec.shape));
    const header = this.format === 'csv' ? formatCsvHeader(names) : '';
    return { header, text: (row) => formatCsvRow(rowToJson(row), names) };
  }
}

async function createDetailsRenderer<Value extends object>(
  fields: readonly Field<Value>[],
  render: RenderContext,
): Promise<RowRenderer<Value>> {
  const { renderRowDetails } = await import('./table.ts');
  let separator = '';
  return {
    async text(row) {
      const text = separator + (await renderRowDetails(row, fields, render));
      separator = '\n';
      return text;
    },
  };
}

export function appendErrorFields(fields: FieldList, shape: OutputShape): FieldList {
  return shape === 'rows' ? [...fields, ...errorFields] : fields;
}

/** Changes the type of `extra` to `sentence`, so that a long error message moves below its row. */
function extraToSentence<Value>(field: Field<Value>): Field<Value> {
  return field.name === 'extra' ? { ...field, type: 'sentence' } : field;
}

function findAbsentFacts(value: object, fields: readonly string[]): readonly string[] {
  const facts = fields.filter((field) => overridableFactNames.includes(field));
  return facts.filter((field) => (getFieldValue(value, field) ?? null) === null);
}
