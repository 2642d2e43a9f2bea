import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { placeOf } from '../../src/cli/command-line.ts';
import { schemaOf } from '../../src/cli/json-schema.ts';
import { createProgram } from '../../src/cli/parser.ts';
import { tree } from '../../src/program.ts';

interface Printed {
  stdout: string;
  stderr: string;
}

const ajv = new Ajv2020({ allowUnionTypes: true });

const compiled = new Map<string, ValidateFunction>();

/** Fails the test when a line of JSON is not what the JSON Schema of the command promises. */
export function checkJson(argv: readonly string[], { stdout, stderr }: Printed): void {
  const line = `dotaf ${argv.join(' ')}`;
  for (const text of linesOf(stderr)) {
    if (text.startsWith('{"error":')) checkLine('', text, `${line}, on stderr`);
  }
  const path = jsonCommand(argv);
  if (path === undefined) return;
  for (const text of linesOf(stdout)) checkLine(path, text, line);
}

/** The JSON Schema of the lines that a command prints; undefined where it prints no JSON. */
export function schemaText(path: string): string | undefined {
  if (path === '') return schemaOf([], undefined);
  const words = path.split(' ');
  const { entry, rest } = placeOf(tree, words);
  const isCommand = rest.length === 0 && 'kind' in entry && entry.kind !== undefined;
  return isCommand ? schemaOf(words, entry) : undefined;
}

/** The words of the command whose whole JSON is printed. */
function jsonCommand(argv: readonly string[]): string | undefined {
  try {
    const program = createProgram();
    const { operands } = program.parseOptions([...argv]);
    const { json, fields, jq, help, version, jsonSchema } = program.opts();
    const isWhole = json && !(help || version || jsonSchema) && fields === undefined;
    if (!isWhole || jq !== undefined) return undefined;
    if (operands.length === 0) return '';
    const paths = [operands.slice(0, 2).join(' '), operands[0] ?? ''];
    return paths.find((path) => path !== '' && schemaText(path) !== undefined);
  } catch {
    // It was no command line, and only the failure is JSON.
    return undefined;
  }
}

/** A process that was killed may leave half a line. */
function linesOf(text: string): string[] {
  return text.split('\n').slice(0, -1);
}

/** Says what is not as the JSON Schema of the command says. */
export function faultOf(path: string, value: unknown): string | undefined {
  const isValid = compiled.get(path) ?? ajv.compile(JSON.parse(schemaText(path) ?? '{}'));
  compiled.set(path, isValid);
  return isValid(value) ? undefined : ajv.errorsText(isValid.errors);
}

function checkLine(path: string, text: string, where: string): void {
  const fault = faultOf(path, JSON.parse(text));
  if (fault === undefined) return;
  throw new Error(`${where}: this line is not as --json-schema says:\n${text}\n${fault}`);
}
