import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ESTree, parseSync } from 'rolldown/utils';
import { expect, it } from 'vitest';
import { temporaryFolder } from './support/home.ts';

/*
 * `{"toString": 1}` throws where it is made text, so that one answer could end a whole run. No linter
 * here knows types; the compiler does. It is given a copy of the sources in which everything that
 * is made text is an argument of a function that takes no unknown value.
 */
const gate = `
type Plain = string | number | bigint | boolean | null | undefined | readonly string[];
type Known<Value> = 0 extends 1 & Value ? never : Value;
declare function __text<Value extends Plain>(value: Known<Value>): Value;
declare function __symbol<Value extends Plain | symbol>(value: Known<Value>): Value;
declare function __texts<Value extends readonly Plain[] | null | undefined>(values: Known<Value>): Value;
`;

const sample = `
declare const unknown: unknown;
declare const any: any;
declare const object: object;
declare const list: unknown[];
export const known = [\`\${1}\`, String('1'), Number('1'), ['1', 1].join(), 1 + 1];
export const wrong = [
  \`\${unknown}\`,
  \`\${any}\`,
  String(object),
  Number(unknown),
  list.join(),
  list.sort(),
  '1' + object,
];
`;

const root = path.join(import.meta.dirname, '..');

it('makes text only of values whose type is known to be plain', async () => {
  const copy = temporaryFolder();
  const source = path.join(copy, 'src');
  cpSync(path.join(root, 'src'), source, { recursive: true });
  cpSync(path.join(root, 'package.json'), path.join(copy, 'package.json'));
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  writeFileSync(path.join(source, 'sample.ts'), sample);
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    const whole = path.join(source, file);
    if (/(?<!\.d)\.ts$/.test(file)) writeFileSync(whole, gated(readFileSync(whole, 'utf8')));
  }
  writeFileSync(path.join(source, 'gate.d.ts'), gate);
  const settings = JSON.parse(readFileSync(path.join(root, 'tsconfig.json'), 'utf8'));
  writeFileSync(
    path.join(copy, 'tsconfig.json'),
    JSON.stringify({ ...settings, include: ['src'] }),
  );
  const errors = (await compiled(copy)).split('\n').filter((line) => /^\S/.test(line));
  const isOfSample = (line: string) => line.startsWith('src/sample.ts(');
  expect(errors.filter((line) => !isOfSample(line))).toEqual([]);
  const lines = errors.filter(isOfSample).map((line) => Number(/\d+/.exec(line)?.[0]));
  expect([...new Set(lines)]).toEqual([8, 9, 10, 11, 12, 13, 14]);
});

function compiled(folder: string): Promise<string> {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [compiler, '-p', folder, '--pretty', 'false'],
      { cwd: folder },
      (_, stdout) => resolve(stdout),
    );
  });
}

interface Insertion {
  at: number;
  text: string;
}

function gated(text: string): string {
  const openings: Insertion[] = [];
  const endings: Insertion[] = [];
  const wrap = ({ start, end }: ESTree.Span, name: string) => {
    openings.push({ at: start, text: `${name}(` });
    endings.unshift({ at: end, text: ')' });
  };
  visit(parseSync('source.ts', text).program, undefined, wrap);
  // Of those at one place, an outer one opens first and ends last.
  const insertions = [...endings, ...openings].sort((one, other) => one.at - other.at);
  let done = 0;
  const parts = insertions.map(({ at, text: inserted }) => {
    const part = text.slice(done, at) + inserted;
    done = at;
    return part;
  });
  return parts.join('') + text.slice(done);
}

type Wrap = (node: ESTree.Span, name: string) => void;

function visit(node: unknown, parent: ESTree.Node | undefined, wrap: Wrap): void {
  if (Array.isArray(node)) for (const one of node) visit(one, parent, wrap);
  else if (isNode(node)) {
    wrapTexts(node, parent, wrap);
    for (const inner of Object.values(node)) visit(inner, node, wrap);
  }
}

function wrapTexts(node: ESTree.Node, parent: ESTree.Node | undefined, wrap: Wrap): void {
  if (node.type === 'TemplateLiteral' && parent?.type !== 'TaggedTemplateExpression') {
    for (const expression of node.expressions) wrap(expression, '__text');
  }
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    for (const side of [node.left, node.right]) wrap(side, '__text');
  }
  if (node.type !== 'CallExpression') return;
  const { callee, arguments: given } = node;
  if (callee.type === 'Identifier' && /^(String|Number|BigInt)$/.test(callee.name)) {
    for (const one of given) wrap(one, callee.name === 'String' ? '__symbol' : '__text');
  }
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
  const { object, property } = callee;
  const isPath = object.type === 'Identifier' && object.name === 'path';
  const isOfPath = object.type === 'MemberExpression' && isPathName(object);
  const makesText =
    property.name === 'join' || (/^(sort|toSorted)$/.test(property.name) && given.length === 0);
  if (makesText && !isPath && !isOfPath) wrap(object, '__texts');
}

/** As `path.posix`. */
function isPathName({ object }: ESTree.MemberExpression): boolean {
  return object.type === 'Identifier' && object.name === 'path';
}

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
