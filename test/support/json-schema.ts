import { overviewFields } from '../../src/account/fields.ts';
import { CommandWithDefinition, findCommand } from '../../src/cli/command-line.ts';
import { createProgram } from '../../src/cli/parser.ts';
import { comparedAttributes } from '../../src/core/api-vocabulary.ts';
import { isJsonObject } from '../../src/core/json.ts';
import { exitCodeTable } from '../../src/errors.ts';
import {
  errorFields,
  type Field,
  type FieldList,
  type FieldType,
} from '../../src/output/field-list.ts';
import { buildProgram } from '../../src/program.ts';

interface CommandOutput {
  stdout: string;
  stderr: string;
}

const nullableDomainFields = [...comparedAttributes, 'unicode'].join(' ');
const program = buildProgram();

const retailFields = 'retail margin retail_currency';

const renewalFields = 'renewal.amount renewal.currency renewal_retail';

/** Nullable fields by command; the command of the page `dotaf` alone is empty. */
const nullableFields: Readonly<Record<string, string>> = {
  '': `current_tier runs_out_on changes ${nullableDomainFields} field before after`,
  check: `status available pricing.amount pricing.currency checked_at unicode ${retailFields} ${renewalFields}`,
  quote: `action years amount currency ${retailFields}`,
  'domains ls': `domain days ${nullableDomainFields} ${renewalFields} retail_currency`,
  'domains show': nullableDomainFields,
  'domains changes': 'field before after',
  'domains compare': 'field before after',
  'prices changes': 'before currency percent renewals effect',
  'prices compare': `amount currency below_cost ${retailFields}`,
  balance: 'credit_limit',
  tier: 'current_tier next_tier domains_needed',
  forecast:
    'credit_limit covered covered_with_credit short_by runs_out_on domain auto_renew amount left',
  statement: 'from before years amount explained not_explained',
  'auth status': 'profile',
  'auth ls': 'base_url key secret',
  'auth logout': 'active_profile',
  'config ls': 'origin',
  'config get': 'origin',
  'config set': 'origin',
  'config unset': 'origin',
  doctor: 'next',
};

const nullableErrorFields = 'error.api_code error.status error.hint error.request_id';

const failureFields: FieldList = [
  ...errorFields,
  { name: 'error.hint' },
  { name: 'error.request_id' },
  { name: 'error.retryable', type: 'flag' },
];

/** Fields of a failed row beside its error. */
const inputFields = (path: string) => (path === 'quote' ? ['tld', 'action', 'years'] : ['domain']);

const errorCodes: readonly unknown[] = exitCodeTable.flatMap(([, ofExit]) => [...ofExit]);

const isString = (value: unknown) => typeof value === 'string';
const matches = (pattern: RegExp) => (value: unknown) =>
  isString(value) && pattern.test(String(value));

const typeChecks: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  text: isString,
  sentence: isString,
  name: isString,
  money: matches(/^-?\d+(\.\d+)?$/),
  day: matches(/^\d{4}-\d{2}-\d{2}$/),
  count: Number.isInteger,
  flag: (value) => typeof value === 'boolean',
  names: (value) => Array.isArray(value) && value.every(isString),
  list: Array.isArray,
  extra: isJsonObject,
  cells: isJsonObject,
  anything: () => true,
};

/** @throws Error if JSON output does not match the fields of its command */
export function assertJsonSchema(argv: readonly string[], { stdout, stderr }: CommandOutput): void {
  const line = `dotaf ${argv.join(' ')}`;
  for (const text of completeLines(stderr)) {
    if (!text.startsWith('{"error":')) continue;
    const { error } = JSON.parse(text);
    const isKnown = errorCodes.includes(error.code);
    const fault = isKnown
      ? findRecordError({ error }, failureFields, nullableErrorFields)
      : 'error.code';
    if (fault !== undefined) throw new Error(`${line}, on stderr: ${fault} in ${text}`);
  }
  const path = parseJsonCommand(argv);
  if (path === undefined) return;
  for (const text of completeLines(stdout)) {
    const value = JSON.parse(text);
    const fault = findSchemaError(path, value);
    if (fault !== undefined) throw new Error(`${line}: ${fault} in ${text}`);
  }
}

/** @returns the first field that does not match, or undefined */
export function findSchemaError(path: string, value: unknown): string | undefined {
  const fieldList = findFieldList(path) ?? [];
  const records: unknown[] = Array.isArray(value) ? value : [value];
  if (fieldList.length === 0) return undefined;
  return findFirst(records, (record) => {
    const isFailed = isJsonObject(record) && 'error' in record;
    const expectedFields = fieldList.filter(({ name }) => {
      return name.startsWith('error.') ? isFailed : !isFailed || inputFields(path).includes(name);
    });
    return findRecordError(
      record,
      expectedFields,
      `${nullableFields[path] ?? ''} ${isFailed ? nullableErrorFields : ''}`,
    );
  });
}

/** @returns undefined for a command that prints no JSON */
function findFieldList(path: string): FieldList | undefined {
  if (path === '') return overviewFields;
  const { command, rest } = findCommand(program, path.split(' '));
  if (rest.length > 0 || !(command instanceof CommandWithDefinition)) return undefined;
  const { definition } = command;
  return 'fields' in definition ? definition.fields() : undefined;
}

function findRecordError(
  record: unknown,
  fieldList: FieldList,
  nullable: string,
): string | undefined {
  if (!isJsonObject(record)) return 'no object';
  const values = new Map<string, unknown>();
  for (const [key, value] of Object.entries(record)) {
    const isHolder = fieldList.some(({ name }) => name.startsWith(`${key}.`));
    if (!isHolder) values.set(key, value);
    else
      for (const [innerKey, innerValue] of Object.entries(value ?? {}))
        values.set(`${key}.${innerKey}`, innerValue);
  }
  const unknownKey = [...values.keys()].find((key) => !fieldList.some(({ name }) => name === key));
  return unknownKey ?? findFirst(fieldList, (field) => findFieldError(field, values, nullable));
}

function findFieldError(
  { name, type = 'text', inData, items }: Field<never>,
  values: ReadonlyMap<string, unknown>,
  nullable: string,
): string | undefined {
  if (inData === 'never') return undefined;
  const isChosen = inData === 'onRequest' && !name.startsWith('error.');
  const isOptional = isChosen || `${retailFields} ${renewalFields}`.includes(name);
  if (!values.has(name)) return isOptional ? undefined : `${name} is missing`;
  const value = values.get(name);
  if (value === null) return nullable.split(' ').includes(name) ? undefined : `${name} is null`;
  if (!typeChecks[type](value)) return name;
  if (items === undefined || !Array.isArray(value)) return undefined;
  return findFirst(value, (item) => findRecordError(item, items, nullable));
}

/** @returns the command, or undefined if it does not print all of its fields as JSON */
function parseJsonCommand(argv: readonly string[]): string | undefined {
  try {
    const globals = createProgram();
    const { operands } = globals.parseOptions([...argv]);
    const { json, fields, jq, help, version } = globals.opts();
    if (
      !json ||
      argv.includes('--dry-run') ||
      help ||
      version ||
      fields !== undefined ||
      jq !== undefined
    )
      return undefined;
    const paths = [operands.slice(0, 2).join(' '), operands[0] ?? ''];
    return paths.find((path) => findFieldList(path) !== undefined);
  } catch {
    // An invalid command line prints JSON only as an error.
    return undefined;
  }
}

function findFirst<Item>(
  items: Iterable<Item>,
  findError: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items) {
    const fault = findError(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** A killed process may leave an incomplete last line. */
function completeLines(text: string): string[] {
  return text.split('\n').slice(0, -1);
}
