import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/home.ts';
import { dotafSandbox, type SessionOptions } from '../support/session.ts';

const names = Array.from({ length: 20 }, (_, at) => `name-${at}.af`);

/** A list of twenty names, some of which are none. */
async function check(
  options: SessionOptions,
  invalid: readonly number[] = [],
  argv: string[] = [],
) {
  const folder = temporaryFolder();
  const list = path.join(folder, 'names.txt');
  const out = path.join(folder, 'answers.jsonl');
  writeFileSync(list, names.map((name, at) => (invalid.includes(at) ? `-${at}` : name)).join('\n'));
  const words = ['check', '--file', list, '--out', out, '--no-color', ...argv];
  const { stdout, stderr, code } = await dotafSandbox(words, options);
  const note = `note: all further rows are only in '${out}'\n`;
  const inFile = readFileSync(out, 'utf8').trimEnd().split('\n').length;
  return { rows: stdout.trimEnd().split('\n').slice(1), stderr, code, note, inFile };
}

it('shows one screen of rows that are in a file as well, and says where the others are', async () => {
  const { rows, stderr, code, note, inFile } = await check({ tty: { stdout: true }, rows: 12 });
  expect(rows.map((row) => row.split(' ')[0])).toEqual(names.slice(0, 7));
  expect(stderr.split(note)).toHaveLength(2);
  expect({ inFile, code }).toEqual({ inFile: 20, code: 0 });
});

it('shows at least one row', async () => {
  const { rows } = await check({ tty: { stdout: true }, rows: 3 });
  expect(rows).toHaveLength(1);
});

it('shows all rows that fit, and says nothing', async () => {
  const { rows, stderr, note } = await check({ tty: { stdout: true }, rows: 25 });
  expect(rows).toHaveLength(20);
  expect(stderr).not.toContain(note);
});

it('writes all rows into a pipe', async () => {
  const { rows, stderr, note } = await check({ rows: 12 });
  expect(rows).toHaveLength(20);
  expect(stderr).not.toContain(note);
});

it('tells of failures among the rows that are not shown', async () => {
  const screen = { tty: { stdout: true }, rows: 12 };
  const { stderr, code } = await check(screen, [2, 18]);
  expect(stderr).toContain("warning: no answer: '-18': not a domain name: it ");
  expect(code).toBe(9);
});

it('leaves out of the count what --only leaves out', async () => {
  const screen = { tty: { stdout: true }, rows: 12 };
  const { rows, stderr, note } = await check(screen, [2, 3], ['--only', 'unknown']);
  expect(rows.filter((row) => row.startsWith('-'))).toHaveLength(2);
  expect(stderr).not.toContain(note);
});
