import { overviewFields } from '../../src/account/fields.ts';
import { DefinedCommand, findCommand } from '../../src/cli/command-line.ts';
import { createProgram } from '../../src/cli/parser.ts';
import { comparedFacts } from '../../src/core/domain-facts.ts';
import { isObject } from '../../src/core/json.ts';
import { exitCodeTable } from '../../src/errors.ts';
import {
  errorFields,
  type Field,
  type FieldList,
  type FieldType,
} from '../../src/output/field-list.ts';
import { buildProgram } from '../../src/program.ts';

interface Printed {
  stdout: string;
  stderr: string;
}

const ofDomain = [...comparedFacts, 'unicode'].join(' ');
const program = buildProgram();

const retail = 'retail margin retail_currency';

/** Fields that may be null, by the command; `dotaf` alone has no words. */
const mayBeNull: Readonly<Record<string, string>> = {
  '': `current_tier runs_out_on changes ${ofDomain} field before after`,
  check: `status available pricing.amount pricing.currency unicode ${retail}`,
  quote: `action years amount currency ${retail}`,
  'domains ls': `domain days ${ofDomain}`,
  'domains show': ofDomain,
  'domains changes': 'field before after',
  'domains compare': 'field before after',
  'prices changes': 'before after currency',
  'prices compare': `amount currency below_cost ${retail}`,
  balance: 'credit_limit',
  tier: 'current_tier next_tier domains_needed',
  forecast:
    'credit_limit covered covered_with_credit short_by runs_out_on domain auto_renew amount left',
  'auth status': 'profile',
  'auth ls': 'base_url key secret',
  'auth logout': 'active_profile',
  'config ls': 'origin',
  'config get': 'origin',
  'config set': 'origin',
  'config unset': 'origin',
  doctor: 'next',
};

const ofFailures = 'error.api_code error.status error.hint error.request_id';

const failureKind: FieldList = [
  ...errorFields,
  { name: 'error.hint' },
  { name: 'error.request_id' },
  { name: 'error.retryable', type: 'flag' },
];

/** A row that has failed says what was asked, and nothing more. */
const asked = (path: string) => (path === 'quote' ? ['tld', 'action', 'years'] : ['domain']);

const codes: readonly unknown[] = exitCodeTable.flatMap(([, ofExit]) => [...ofExit]);

const isText = (value: unknown) => typeof value === 'string';
const isLike = (pattern: RegExp) => (value: unknown) =>
  isText(value) && pattern.test(String(value));

const fits: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  text: isText,
  sentence: isText,
  name: isText,
  money: isLike(/^-?\d+(\.\d+)?$/),
  day: isLike(/^\d{4}-\d{2}-\d{2}$/),
  count: Number.isInteger,
  flag: (value) => typeof value === 'boolean',
  names: (value) => Array.isArray(value) && value.every(isText),
  list: Array.isArray,
  extra: isObject,
  anything: () => true,
};

/** Fails the test when a line of JSON is not what the kind of the command promises. */
export function checkJson(argv: readonly string[], { stdout, stderr }: Printed): void {
  const line = `dotaf ${argv.join(' ')}`;
  for (const text of linesOf(stderr)) {
    if (!text.startsWith('{"error":')) continue;
    const { error } = JSON.parse(text);
    const isKnown = codes.includes(error.code);
    const fault = isKnown ? faultIn({ error }, failureKind, ofFailures) : 'error.code';
    if (fault !== undefined) throw new Error(`${line}, on stderr: ${fault} in ${text}`);
  }
  const path = jsonCommand(argv);
  if (path === undefined) return;
  for (const text of linesOf(stdout)) {
    const fault = faultOf(path, JSON.parse(text));
    if (fault !== undefined) throw new Error(`${line}: ${fault} in ${text}`);
  }
}

/** Names the first field that is not as the kind of the command says. */
export function faultOf(path: string, value: unknown): string | undefined {
  const kind = kindOf(path) ?? [];
  const records: unknown[] = Array.isArray(value) ? value : [value];
  if (kind.length === 0) return undefined;
  return first(records, (record) => {
    const isFailed = isObject(record) && 'error' in record;
    const own = kind.filter(({ name }) => {
      return name.startsWith('error.') ? isFailed : !isFailed || asked(path).includes(name);
    });
    return faultIn(record, own, `${mayBeNull[path] ?? ''} ${isFailed ? ofFailures : ''}`);
  });
}

/** Undefined where a command prints no JSON. */
function kindOf(path: string): FieldList | undefined {
  if (path === '') return overviewFields;
  const { command, rest } = findCommand(program, path.split(' '));
  if (rest.length > 0 || !(command instanceof DefinedCommand)) return undefined;
  const { definition } = command;
  return 'fields' in definition ? definition.fields() : undefined;
}

function faultIn(record: unknown, kind: FieldList, nullable: string): string | undefined {
  if (!isObject(record)) return 'no object';
  const values = new Map<string, unknown>();
  for (const [key, value] of Object.entries(record)) {
    const isHolder = kind.some(({ name }) => name.startsWith(`${key}.`));
    if (!isHolder) values.set(key, value);
    else for (const [inner, one] of Object.entries(value ?? {})) values.set(`${key}.${inner}`, one);
  }
  const unknown = [...values.keys()].find((key) => !kind.some(({ name }) => name === key));
  return unknown ?? first(kind, (field) => faultOfField(field, values, nullable));
}

function faultOfField(
  { name, type = 'text', inData, items }: Field<never>,
  values: ReadonlyMap<string, unknown>,
  nullable: string,
): string | undefined {
  if (inData === 'never') return undefined;
  const isChosen = inData === 'onRequest' && !name.startsWith('error.');
  const isOptional = isChosen || retail.includes(name);
  if (!values.has(name)) return isOptional ? undefined : `${name} is missing`;
  const value = values.get(name);
  if (value === null) return nullable.split(' ').includes(name) ? undefined : `${name} is null`;
  if (!fits[type](value)) return name;
  if (items === undefined || !Array.isArray(value)) return undefined;
  return first(value, (item) => faultIn(item, items, nullable));
}

/** The words of the command whose whole JSON is printed. */
function jsonCommand(argv: readonly string[]): string | undefined {
  try {
    const globals = createProgram();
    const { operands } = globals.parseOptions([...argv]);
    const { json, fields, jq, help, version } = globals.opts();
    if (!json || help || version || fields !== undefined || jq !== undefined) return undefined;
    const paths = [operands.slice(0, 2).join(' '), operands[0] ?? ''];
    return paths.find((path) => kindOf(path) !== undefined);
  } catch {
    // It was no command line, and only the failure is JSON.
    return undefined;
  }
}

function first<Item>(
  items: Iterable<Item>,
  faultFound: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items) {
    const fault = faultFound(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** A process that was killed may leave half a line. */
function linesOf(text: string): string[] {
  return text.split('\n').slice(0, -1);
}
