import type { JsonObject } from '../core/json.ts';
import { Failure } from '../errors.ts';
import { digestKind } from '../kinds.ts';
import { failureKind, rowErrorKind } from '../local-kinds.ts';
import type { Field, Kind } from '../output/kind.ts';
import type { CommandEntry } from './command.ts';

const types = {
  text: { type: 'string' },
  sentence: { type: 'string' },
  name: { type: 'string' },
  // Decimal text, which no computer rounds.
  money: { type: 'string', pattern: String.raw`^-?\d+(\.\d+)?$` },
  day: { type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2}$` },
  count: { type: 'integer' },
  flag: { type: 'boolean' },
  names: { type: 'array', items: { type: 'string' } },
  list: { type: 'array' },
  extra: { type: 'object' },
  anything: {},
} as const;

/** An empty path is `dotaf` alone. @throws Failure `usage` for a command that prints no JSON */
export function schemaOf(path: readonly string[], entry: CommandEntry | undefined): string {
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  const title = ['dotaf', ...path, '--json'].join(' ');
  if (path.length > 0 && entry?.kind === undefined) {
    throw new Failure('usage', `'${path.join(' ')}' prints no JSON`, {
      hint: 'name a command that does: dotaf domains ls --json-schema',
    });
  }
  const description = entry
    ? 'each line on stdout, without --fields and --jq'
    : 'the line of dotaf alone on stdout, or the line on stderr when any command has failed';
  const alone = { anyOf: [objectOf(digestKind), objectOf(failureKind)] };
  const schema = entry ? lineSchema(entry) : alone;
  return `${JSON.stringify({ $schema, title, description, ...schema }, null, 2)}\n`;
}

function lineSchema({ kind = [], shape }: CommandEntry): JsonObject {
  if (kind.length === 0) return {};
  const one = objectOf(kind);
  const lines: JsonObject[] = [shape === 'list' ? { type: 'array', items: one } : one];
  if (shape === 'rows') {
    lines.push(objectOf([...kind.filter(({ schema }) => schema?.isAsked), ...rowErrorKind]));
  }
  return lines.length === 1 ? { ...lines[0] } : { anyOf: lines };
}

/** Fields with a dot in their name lie in an object of their own. */
function objectOf(kind: Kind): JsonObject {
  const fields = kind.filter(({ machines }) => machines !== 'never');
  const properties: JsonObject = {};
  const required = new Set<string>();
  for (const field of fields) {
    const [name = '', inner] = field.name.split('.');
    if (isAlwaysThere(field)) required.add(name);
    const within = fields.flatMap((one) =>
      one.name.startsWith(`${name}.`) ? { ...one, name: one.name.slice(name.length + 1) } : [],
    );
    properties[name] = inner === undefined ? schemaOfField(field) : objectOf(within);
  }
  return { type: 'object', properties, required: [...required], additionalProperties: false };
}

function isAlwaysThere({ type, machines, schema = {} }: Field<never>): boolean {
  return type !== 'extra' && machines !== 'chosen' && !schema.isAdded;
}

function schemaOfField({ type = 'text', schema = {} }: Field<never>): JsonObject {
  const { words, of, isStated } = schema;
  if (of !== undefined) return { type: 'array', items: objectOf(of) };
  const stated: JsonObject = words ? { ...types[type], enum: words } : types[type];
  const mayBeNull = !isStated && type !== 'extra' && type !== 'anything';
  return mayBeNull ? { anyOf: [stated, { type: 'null' }] } : stated;
}
