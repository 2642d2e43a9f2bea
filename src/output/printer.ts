import { configurableAttributes } from '../core/api-vocabulary.ts';
import { toTerminalSafeJson } from '../core/text.ts';
import {
  errorFields,
  type Field,
  type FieldList,
  getDefaultFieldNames,
  type RenderContext,
  selectFields,
} from './field-list.ts';
import { getFieldValue, parseFieldSelection, pickFields } from './field-paths.ts';
import type { JsonFilter } from './jq.ts';
import type { OutputWriter } from './output.ts';
import { type ResultRow, rowToJson } from './row.ts';
import type { OutputColumn } from './workbook.ts';

export interface OutputFormatOptions {
  kind: 'text' | 'json' | 'csv' | 'xlsx' | 'names';
  fields: string | undefined;
  filter?: JsonFilter | undefined;
}

/** With `--json`, a `list` is one array, and `rows` are one object per line, failures too. */
export type OutputKind = 'text' | 'object' | 'item' | 'list' | 'rows';

interface PrintSpec<Value> {
  fields: FieldList<Value>;
  outputKind: OutputKind;
  isInBlocks: boolean | undefined;
  /** Says how to find a requested attribute that is in no row. */
  missingAttributeHint: string;
}

export type TextRenderer = (render: RenderContext) => string | Promise<string>;

interface PrintHints {
  /** The requested names or quotes, used to size columns before their rows arrive. */
  inputs?: readonly object[];
  page?: TextRenderer;
}

interface RowRenderer<Value> {
  /** Printed with the first row: a command that fails before it prints nothing on stdout. */
  header?: string;
  text(row: ResultRow<Value>): string | Promise<string>;
  notes?: readonly string[];
}

export class RowPrinter<Value extends object> {
  readonly format;
  readonly #output;
  readonly #spec;
  readonly #dataFields;
  readonly #filter;
  readonly #requestedFields;
  /** The rows of the workbook. */
  readonly #records: object[] = [];
  readonly #columns: readonly OutputColumn[];

  constructor(
    output: OutputWriter,
    spec: PrintSpec<Value>,
    { kind, fields, filter }: OutputFormatOptions,
  ) {
    this.format = kind;
    this.#output = output;
    this.#spec = spec;
    this.#filter = filter;
    this.#dataFields = appendErrorFields(spec.fields, spec.outputKind).filter(
      ({ inData }) => inData !== 'never',
    );
    const names = this.#dataFields.map(({ name }) => name);
    this.#requestedFields = fields === undefined ? undefined : parseFieldSelection(fields, names);
    const columnNames = this.#requestedFields ?? getDefaultFieldNames(this.#dataFields);
    this.#columns = columnNames.map((name) => ({
      name,
      // The columns of a domains-file are parts of one field, such as `file.customer`.
      type: this.#dataFields.find((field) => [name, name.split('.')[0]].includes(field.name))?.type,
    }));
  }

  get showsErrors() {
    const requested = this.#requestedFields;
    // A workbook is opened later, and is not written at all if every row failed.
    if (this.format === 'xlsx') return false;
    return (
      this.format === 'json' || !requested || requested.some((field) => field.startsWith('error'))
    );
  }

  async print(
    rows: readonly ResultRow<Value>[] | AsyncIterable<ResultRow<Value>>,
    hints: PrintHints = {},
  ) {
    let {
      header = '',
      text,
      notes = [],
    } = await this.#createRenderer('length' in rows ? rows : [], hints);
    const isArray = this.format === 'json' && this.#spec.outputKind === 'list';
    const records: object[] = [];
    let absentAttributes: readonly string[] | undefined;
    const requestedAttributes = this.#requestedFields?.filter((name) =>
      configurableAttributes.includes(name),
    );
    for await (const row of rows) {
      if ('value' in row)
        absentAttributes = (absentAttributes ?? requestedAttributes)?.filter(
          (name) => (getFieldValue(row.value, name) ?? null) === null,
        );
      if (isArray) records.push(this.#toRecord(row));
      else await this.#output.writeAnswer(header + (await text(row)));
      header = '';
    }
    if (isArray) await this.#output.writeAnswer(await this.#formatJson(records));
    if (this.format === 'csv') await this.#output.writeAnswer(header);
    else if (header === '') for (const note of new Set(notes)) await this.#output.note(note);
    if (absentAttributes?.length)
      await this.#output.warn(
        `no answer has ${absentAttributes.join(', ')}: ${this.#spec.missingAttributeHint}`,
      );
  }

  /** Formats all rows that were printed with `--xlsx`. */
  async createWorkbook() {
    const { buildWorkbook } = await import('./workbook.ts');
    const modified = new Date(this.#output.system.clock.now());
    const content = await buildWorkbook(this.#columns, this.#records, modified);
    return { content, rowCount: this.#records.length };
  }

  #toRecord(row: ResultRow<Value>) {
    const record = rowToJson(row);
    return this.#requestedFields ? pickFields(record, this.#requestedFields) : record;
  }

  async #formatJson(value: unknown) {
    const json = toTerminalSafeJson(value);
    return this.#filter ? this.#filter(json) : `${json}\n`;
  }

  async #createRenderer(
    initialRows: readonly ResultRow<Value>[],
    { inputs, page }: PrintHints,
  ): Promise<RowRenderer<Value>> {
    if (this.format === 'json') return { text: (row) => this.#formatJson(this.#toRecord(row)) };
    if (this.format !== 'text') return this.#createColumnRenderer();
    const { fields: allFields, outputKind, isInBlocks } = this.#spec;
    const render = await this.#output.renderContext();
    const requested = this.#requestedFields && selectFields(allFields, this.#requestedFields);
    if (page && !requested) return { text: () => page(render), notes: render.notes };
    const fields =
      requested ??
      allFields.filter(
        ({ inTables }) => !inTables || (inTables === 'terminal' && this.#output.isTerminal),
      );
    const isTable = outputKind !== 'item' && (requested || !isInBlocks);
    if (!isTable) return createDetailsRenderer(fields, render);
    const mayFail = outputKind === 'rows' && !requested;
    // The `extra` column also shows errors; a `sentence` moves below its row if it is too long.
    const columns = fields.map(
      (field): Field<Value> =>
        mayFail && field.name === 'extra' ? { ...field, type: 'sentence' } : field,
    );
    const { createTableRenderer } = await import('./table.ts');
    const table = await createTableRenderer(columns, render, initialRows, inputs);
    // Pinned columns are never dropped: if they do not fit, print one line per field.
    if (!table.fits) return createDetailsRenderer(fields, render);
    return { header: table.header, text: table.draw, notes: render.notes };
  }

  async #createColumnRenderer(): Promise<RowRenderer<Value>> {
    if (this.format === 'xlsx') {
      const collect = (row: ResultRow<Value>) => {
        this.#records.push(rowToJson(row));
        return '';
      };
      return { text: collect };
    }
    const { formatCsvLine, formatCsvRow } = await import('./csv.ts');
    const names = this.#columns.map(({ name }) => name);
    const header = this.format === 'csv' ? formatCsvLine(names) : '';
    const text = (row: ResultRow<Value>) => {
      const record = rowToJson(row);
      // Print no line for a domain without a name: xargs would pass an empty name on.
      const isNameless = this.format === 'names' && getFieldValue(record, 'domain') === null;
      return isNameless ? '' : formatCsvRow(record, names);
    };
    return { header, text };
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

export function appendErrorFields(fields: FieldList, outputKind?: OutputKind): FieldList {
  return outputKind === 'rows' ? [...fields, ...errorFields] : fields;
}
