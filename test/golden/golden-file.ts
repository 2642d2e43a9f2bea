import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { CliResult } from '../support/run-cli.ts';

/** Formats a command and its output, with escape sequences made visible. */
export function formatSection(command: string, session: CliResult): string {
  return `$ ${command}\n${formatResult(session)}`;
}

/** Formats both streams and the exit code. */
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
  expect(text, 'npm run test:update rewrites it, after you have read the difference').toBe(
    committed,
  );
}
