import type { JsonObject } from '../core/json.ts';
import { failureKind, rowErrorKind } from '../local-kinds.ts';
import type { Field, Kind } from '../output/kind.ts';
import type { CommandEntry } from './command.ts';

const day = String.raw`^\d{4}-\d{2}-\d{2}$`;

/** Decimal text, which no computer rounds. */
const money = String.raw`^-?\d+(\.\d+)?$`;

const types = {
  text: { type: 'string' },
  name: { type: 'string' },
  money: { type: 'string', pattern: money },
  day: { type: 'string', pattern: day },
  count: { type: 'integer' },
  flag: { type: 'boolean' },
  names: { type: 'array', items: { type: 'string' } },
  list: { type: 'array' },
  extra: { type: 'object' },
  anything: {},
} as const;

/**
 * The JSON Schema (draft 2020-12) of each line that a command prints under `--json`, without
 * `--fields` and `--jq`, as text.
 *
 * @param path the words that are typed for it
 */
export function commandSchema(
  { kind = [], shape, everyProfile }: CommandEntry,
  path: string,
): string {
  const one = objectOf(kind);
  const asked = kind.filter(({ isAsked }) => isAsked);
  const profile: Kind = [{ name: 'profile', isStated: true }];
  const lines: JsonObject[] = [shape === 'list' ? { type: 'array', items: one } : one];
  if (shape === 'rows') lines.push(objectOf([...asked, ...rowErrorKind]));
  if (everyProfile) {
    const { key } = everyProfile;
    lines.push(objectOf([...profile, ...(key ? [{ name: key, of: kind }] : kind)]));
    lines.push(objectOf([...profile, ...rowErrorKind]));
  }
  const [line, ...others] = lines;
  const whole = kind.length === 0 ? {} : others.length === 0 ? line : { anyOf: lines };
  return textOf(`dotaf ${path} --json`, 'each line on stdout, without --fields and --jq', whole);
}

/** The JSON Schema of the one line on stderr of a command that has failed. */
export function failureSchema(): string {
  const description = 'the line on stderr when a command has failed';
  return textOf('dotaf --json', description, objectOf(failureKind));
}

function textOf(title: string, description: string, schema: JsonObject = {}): string {
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  return `${JSON.stringify({ $schema, title, description, ...schema }, null, 2)}\n`;
}

/** Fields with a dot in their name lie in an object of their own. */
function objectOf(kind: Kind): JsonObject {
  const fields = kind.filter(({ only }) => only !== 'people' && only !== 'terminal');
  const properties: JsonObject = {};
  const required = new Set<string>();
  for (const field of fields) {
    const [name = '', inner] = field.name.split('.');
    const isThere = field.only === undefined && field.type !== 'extra';
    if (isThere) required.add(name);
    if (inner === undefined) properties[name] = schemaOf(field);
    else if (!(name in properties)) {
      const own = fields.filter((one) => one.name.startsWith(`${name}.`));
      properties[name] = objectOf(
        own.map((one) => ({ ...one, name: one.name.slice(name.length + 1) })),
      );
    }
  }
  return { type: 'object', properties, required: [...required], additionalProperties: false };
}

function schemaOf({ type = 'text', words, of, isStated }: Field<never>): JsonObject {
  if (of !== undefined) return { type: 'array', items: objectOf(of) };
  const stated: JsonObject = { ...types[type], ...(words && { enum: words }) };
  const mayBeNull = !isStated && type !== 'extra' && type !== 'anything';
  return mayBeNull ? { anyOf: [stated, { type: 'null' }] } : stated;
}
