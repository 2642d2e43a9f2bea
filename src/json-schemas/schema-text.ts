import * as z from 'zod/mini';
import { commandSchemas } from './commands.ts';
import { failure } from './shapes.ts';

/**
 * The JSON Schema (draft 2020-12) of what a command prints under `--json` without `--fields` and
 * `--jq`.
 *
 * @param path the words that are typed for a command; none stand for the failure of any command
 * @returns undefined where no JSON is printed
 */
export function schemaText(path: string): string | undefined {
  if (path === '') {
    return textOf(failure, 'dotaf --json', 'the line on stderr when a command has failed');
  }
  const schema = Object.hasOwn(commandSchemas, path) ? commandSchemas[path] : undefined;
  return (
    schema &&
    textOf(schema, `dotaf ${path} --json`, 'each line on stdout, without --fields and --jq')
  );
}

/**
 * The keys of one object that a command prints, each with its type unless that is text:
 * `domain, available (boolean), pricing.amount (money or null)`.
 *
 * @param path as for `schemaText`
 */
export function keysText(path: string): string | undefined {
  const text = schemaText(path);
  if (text === undefined) return undefined;
  const schema: JsonSchema = JSON.parse(text);
  const object = firstObject(path === '' ? (schema.properties?.error ?? schema) : schema);
  return keysOf(object).join(', ');
}

/** The part of a JSON Schema that is looked at. */
interface JsonSchema {
  type?: string | string[];
  pattern?: string;
  enum?: string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

/** The usual answer stands first, before answers to some options and before failures. */
function firstObject({ anyOf: [first] = [], items, ...schema }: JsonSchema): JsonSchema {
  const inner = first ?? items;
  return inner === undefined ? schema : firstObject(inner);
}

function keysOf({ properties = {}, required = [] }: JsonSchema, before = ''): string[] {
  return Object.entries(properties).flatMap(([key, value]) => {
    if (key === 'extra') return [];
    const inner = value.items ?? value;
    const name = `${before}${key}${value.items?.properties ? '[]' : ''}`;
    const keys = inner.properties ? keysOf(inner, `${name}.`) : [`${name}${typeText(value)}`];
    return required.includes(key) ? keys : keys.map((one) => `[${one}]`);
  });
}

/** In brackets, and empty for a text that is always there. */
function typeText({ anyOf, ...schema }: JsonSchema): string {
  const types = (anyOf ?? [schema]).flatMap(typeNames);
  return types.length === 1 && types[0] === 'text' ? '' : ` (${types.join(' or ')})`;
}

function typeNames({ type = 'any', pattern, items }: JsonSchema): string[] {
  if (typeof type !== 'string') return type.flatMap((one) => typeNames({ type: one }));
  if (type === 'array' && items !== undefined) return [`array of ${typeNames(items).join(' or ')}`];
  if (type !== 'string') return [type];
  if (pattern === undefined) return ['text'];
  return [pattern.includes('{4}') ? 'date' : 'money'];
}

function textOf(schema: z.ZodMiniType, title: string, description: string): string {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    // Every whole number would have the bounds of JavaScript.
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return `${JSON.stringify({ $schema, title, description, ...rest }, null, 2)}\n`;
}
