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
import type { RowRenderer } from './table.ts';
import type { OutputColumn } from './workbook.ts';

export interface OutputFormatOptions {
  kind: 'text' | 'json' | 'csv' | 'xlsx' | 'names';
  fields: string | undefined;
  filter?: JsonFilter | undefined;
}

/** With `--json`, `list` results are printed as one array, and `rows` as JSON Lines. */
export type OutputKind = 'text' | 'object' | 'item' | 'list' | 'rows';

interface PrintSpec<Value> {
  fields: FieldList<Value>;
  outputKind: OutputKind;
  isInBlocks: boolean | undefined;
  missingAttributeHint: string;
}

export type TextRenderer = (render: RenderContext) => string | Promise<string>;

interface PrintHints {
  inputs?: readonly object[];
  page?: TextRenderer;
}

export class RowPrinter<Value extends object> {
  readonly format;
  readonly #output;
  readonly #spec;
  readonly #filter;
  readonly #requestedFields;
  readonly #records: object[] = [];
  readonly #columns: readonly OutputColumn[];
  #absentAttributes: readonly string[] | undefined;

  constructor(
    output: OutputWriter,
    spec: PrintSpec<Value>,
    { kind, fields, filter }: OutputFormatOptions,
  ) {
    this.format = kind;
    this.#output = output;
    this.#spec = spec;
    this.#filter = filter;
    const dataFields = appendErrorFields(spec.fields, spec.outputKind).filter(
      ({ inData }) => inData !== 'never',
    );
    const names = dataFields.map(({ name }) => name);
    this.#requestedFields = fields === undefined ? undefined : parseFieldSelection(fields, names);
    const columnNames = this.#requestedFields ?? getDefaultFieldNames(dataFields);
    this.#columns = columnNames.map((name) => ({
      name,
      // Columns of the user's file, such as `file.customer`, have the type of the `file` field.
      type: dataFields.find((field) => [name, name.split('.')[0]].includes(field.name))?.type,
    }));
  }

  get showsErrors() {
    const requested = this.#requestedFields;
    // Print errors on stderr: no workbook is written if all rows fail with the same exit code.
    if (this.format === 'xlsx') return false;
    return (
      this.format === 'json' || !requested || requested.some((field) => field.startsWith('error'))
    );
  }

  async print(
    rows: readonly ResultRow<Value>[] | AsyncIterable<ResultRow<Value>>,
    hints: PrintHints = {},
  ) {
    const render = await this.#output.renderContext();
    const initialRows = 'length' in rows ? rows : [];
    let { header, draw } = await this.#createRenderer(render, initialRows, hints);
    const isArray = this.format === 'json' && this.#spec.outputKind === 'list';
    for await (const row of rows) {
      if ('value' in row) this.#updateAbsentAttributes(row.value);
      if (isArray || this.format === 'xlsx') this.#records.push(this.#toRecord(row));
      else await this.#output.writeAnswer(header + (await draw(row)));
      header = '';
    }
    if (isArray) await this.#output.writeAnswer(await this.#formatJson(this.#records));
    if (this.format === 'csv') await this.#output.writeAnswer(header);
    else if (header === '') for (const note of new Set(render.notes)) await this.#output.note(note);
    if (this.#absentAttributes?.length) {
      const names = this.#absentAttributes.join(', ');
      await this.#output.warn(`no answer has ${names}: ${this.#spec.missingAttributeHint}`);
    }
  }

  async createWorkbook() {
    const { buildWorkbook } = await import('./workbook.ts');
    const modified = new Date(this.#output.system.clock.now());
    const content = await buildWorkbook(this.#columns, this.#records, modified);
    return { content, rowCount: this.#records.length };
  }

  #updateAbsentAttributes(value: Value) {
    const candidates =
      this.#absentAttributes ??
      this.#requestedFields?.filter((name) => configurableAttributes.includes(name));
    this.#absentAttributes = candidates?.filter(
      (name) => (getFieldValue(value, name) ?? null) === null,
    );
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
    render: RenderContext,
    initialRows: readonly ResultRow<Value>[],
    { inputs, page }: PrintHints,
  ): Promise<RowRenderer<Value>> {
    if (this.format === 'json' || this.format === 'xlsx')
      return { header: '', draw: (row) => this.#formatJson(this.#toRecord(row)) };
    if (this.format !== 'text') return this.#createCsvRenderer();
    const { fields: allFields, outputKind, isInBlocks } = this.#spec;
    const requested = this.#requestedFields && selectFields(allFields, this.#requestedFields);
    if (page && !requested) return { header: '', draw: () => page(render) };
    const fields =
      requested ??
      allFields.filter(
        ({ inTables }) => !inTables || (inTables === 'terminal' && this.#output.isTerminal),
      );
    const { createBlockRenderer, createTableRenderer } = await import('./table.ts');
    const isTable = outputKind !== 'item' && (requested || !isInBlocks);
    if (!isTable) return createBlockRenderer(fields, render);
    const mayFail = outputKind === 'rows' && !requested;
    const columns = fields.map(
      (field): Field<Value> =>
        mayFail && field.name === 'extra' ? { ...field, type: 'sentence' } : field,
    );
    return createTableRenderer(columns, render, initialRows, inputs);
  }

  async #createCsvRenderer(): Promise<RowRenderer<Value>> {
    const { formatCsvLine, formatCsvRow } = await import('./csv.ts');
    const names = this.#columns.map(({ name }) => name);
    return {
      header: this.format === 'csv' ? formatCsvLine(names) : '',
      draw: (row) => {
        const record = rowToJson(row);
        // Skip domains without a name: scripts would treat an empty line as a domain name.
        const isNameless = this.format === 'names' && getFieldValue(record, 'domain') === null;
        return isNameless ? '' : formatCsvRow(record, names);
      },
    };
  }
}

export function appendErrorFields(fields: FieldList, outputKind?: OutputKind): FieldList {
  return outputKind === 'rows' ? [...fields, ...errorFields] : fields;
}
