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
