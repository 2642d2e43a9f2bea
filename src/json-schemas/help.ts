import * as z from 'zod/mini';
import { text } from './shapes.ts';

const texts = z.array(z.string());

const option = z.strictObject({
  name: z.string(),
  short: text,
  value: text.check(z.describe('what its value is called; null for a switch')),
  description: z.string(),
  values: z.nullable(texts).check(z.describe('null where any value is possible')),
  default: text,
  list: z.boolean().check(z.describe('takes several with commas, or may be given several times')),
});

const exitCode = { code: z.int(), meaning: z.string() };

const command = z.strictObject({
  name: z.string(),
  path: z.string().check(z.describe('the words that are typed for it')),
  summary: z.string(),
  description: z.string(),
  arguments: z.array(
    z.strictObject({
      name: z.string(),
      description: z.string(),
      required: z.boolean(),
      variadic: z.boolean(),
      values: z.nullable(texts),
    }),
  ),
  options: z.array(option),
  fields: texts.check(z.describe('what --fields chooses from')),
  json_schema: z.boolean().check(z.describe('whether --json-schema prints one')),
  exit_codes: z
    .array(z.strictObject(exitCode))
    .check(z.describe('those that mean something of their own here')),
  examples: z.array(z.strictObject({ command: z.string(), purpose: text })),
  read_only: z.boolean().check(z.describe('changes neither what dotaf has stored nor a file')),
  writes_with: texts.check(z.describe('options with which it writes after all')),
  reaches_service: z.boolean(),
  related: texts,
  get commands() {
    return z.array(command);
  },
});

/** What `dotaf help --json` prints, and with the words of a command what it prints of that one. */
export const help = z.union([
  z.strictObject({
    name: z.string(),
    version: z.string(),
    summary: z.string(),
    commands: z.array(command),
    options: z.array(option).check(z.describe('those of every command')),
    topics: z.array(z.strictObject({ name: z.string(), summary: z.string() })),
    environment: z.array(z.strictObject({ name: z.string(), meaning: z.string(), default: text })),
    exit_codes: z.array(z.strictObject({ ...exitCode, errors: texts })),
  }),
  command,
]);

export type CommandJson = z.infer<typeof command>;

export type OptionJson = z.infer<typeof option>;

export type HelpJson = Exclude<z.infer<typeof help>, CommandJson>;
