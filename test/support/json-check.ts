import * as z from 'zod/mini';
import { createProgram } from '../../src/cli/command-line.ts';
import { commandSchemas } from '../../src/json-schemas/commands.ts';
import { failure } from '../../src/json-schemas/shapes.ts';

interface Printed {
  stdout: string;
  stderr: string;
}

/** Fails the test when a line of JSON is not what the JSON Schema of the command promises. */
export function checkJson(argv: readonly string[], { stdout, stderr }: Printed): void {
  const line = `dotaf ${argv.join(' ')}`;
  for (const text of linesOf(stderr)) {
    if (text.startsWith('{"error":')) checkLine(failure, text, `${line}, on stderr`);
  }
  const schema = commandSchemas[jsonCommand(argv) ?? ''];
  if (schema === undefined) return;
  for (const text of linesOf(stdout)) checkLine(schema, text, line);
}

/** The words of the command whose whole JSON is printed. */
function jsonCommand(argv: readonly string[]): string | undefined {
  try {
    const program = createProgram();
    const { operands } = program.parseOptions([...argv]);
    const { json, fields, jq, help, version, jsonSchema } = program.opts();
    const isWhole = json && !(help || version || jsonSchema) && fields === undefined;
    if (!isWhole || jq !== undefined) return undefined;
    const paths = [operands.slice(0, 2).join(' '), operands[0] ?? ''];
    return paths.find((path) => Object.hasOwn(commandSchemas, path));
  } catch {
    // It was no command line, and only the failure is JSON.
    return undefined;
  }
}

/** A process that was killed may leave half a line. */
function linesOf(text: string): string[] {
  return text.split('\n').slice(0, -1);
}

function checkLine(schema: z.ZodMiniType, text: string, where: string): void {
  const parsed = schema.safeParse(JSON.parse(text));
  if (parsed.success) return;
  throw new Error(
    `${where}: this line is not as --json-schema says:\n${text}\n${z.prettifyError(parsed.error)}`,
  );
}
