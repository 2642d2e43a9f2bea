import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { CliResult } from '../support/run-cli.ts';

export function formatSection(command: string, session: CliResult): string {
  return `$ ${command}\n${formatResult(session)}`;
}

/** Formats streams and exit code, with escape sequences made visible. */
export function formatResult({ stdout, stderr, code }: CliResult): string {
  const text = [
    stdout,
    /[^\n]$/.test(stdout) ? '(no line end)\n' : '',
    stderr && `--- stderr\n${stderr}`,
    code === 0 ? '' : `--- exit code ${code}\n`,
  ].join('');
  return text
    .replaceAll('\u001b', '\\e')
    .replaceAll('\r', '\\r')
    .replaceAll(/(127\.0\.0\.1(:|\s+port\s+))\d+/g, '$1PORT');
}

/** Compares with the golden file, or rewrites it if UPDATE_GOLDEN is set. */
export function expectGolden(name: string, text: string): void {
  const file = path.join(import.meta.dirname, name);
  if (process.env.UPDATE_GOLDEN !== undefined) writeFileSync(file, text);
  const committed = existsSync(file) ? readFileSync(file, 'utf8') : '';
  expect(text, text === committed ? '' : describeDifference(name, text, committed)).toBe(committed);
}

/**
 * Describes the first line that differs, the command that printed it, and the way to rewrite the
 * file. The title of its test begins with the name of the file.
 */
function describeDifference(name: string, text: string, committed: string): string {
  const [lines, committedLines] = [text.split('\n'), committed.split('\n')];
  const index = lines.findIndex((line, at) => line !== committedLines[at]);
  const at = index === -1 ? lines.length - 1 : index;
  return `the output differs from test/golden/${name}:${at + 1}
${describeCommand(lines, at)}
To rewrite this file, after you have read the difference:
npm run test:update -- -t '^${name}'
`;
}

/** Describes the command that printed a line: its exit code and both streams. */
function describeCommand(lines: readonly string[], at: number): string {
  const start = lines.findLastIndex((line, index) => index <= at && line.startsWith('$ '));
  // In errors.txt, a line is a command with its error and its hint.
  if (start === -1) return `${lines[at]}\n`;
  const isNext = (line: string, index: number) => index > start && /^(\$|##?|reply) /.test(line);
  const end = lines.findIndex(isNext);
  const output = lines.slice(start + 1, end === -1 ? undefined : end).join('\n');
  const [streams = '', code = '0'] = output.split('--- exit code ');
  const [stdout = '', stderr = ''] = streams.split('--- stderr\n');
  const parts = [`exit code ${code}`, `stdout\n${stdout}`, `stderr\n${stderr}`];
  return [lines[start], ...parts.map((part) => `--- ${part.trimEnd()}`), ''].join('\n');
}
