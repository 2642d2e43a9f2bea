import {
  appendFileSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { AppendLog } from '../../src/state/append-log.ts';
import { createTempFolder } from '../support/home.ts';

function createLogs() {
  const file = path.join(createTempFolder(), 'logs', 'log');
  return { file, log: new AppendLog(file), other: new AppendLog(file) };
}

it('returns each line once to each reader, whoever appended it', () => {
  const { log, other } = createLogs();
  log.append('a');
  other.append('بلخ');
  expect(log.readNewLines()).toEqual(['a', 'بلخ']);
  expect(log.readNewLines()).toEqual([]);
  log.append('c');
  expect(log.readNewLines()).toEqual(['c']);
  expect(other.readNewLines()).toEqual(['a', 'بلخ', 'c']);
});

it('skips a torn last line, and appends the next line below it', () => {
  const { file, log } = createLogs();
  log.append('a');
  appendFileSync(file, 'to');
  expect(log.readNewLines()).toEqual(['a']);
  log.append('b');
  expect(log.readNewLines()).toEqual(['to', 'b']);
  expect(readFileSync(file, 'utf8')).toBe('a\nto\nb\n');
});

it.each<[string, (file: string) => void, string[]]>([
  ['removed', (file) => rmSync(path.dirname(file), { recursive: true }), []],
  ['shortened', (file) => truncateSync(file, 2), ['a']],
  [
    'replaced',
    (file) => {
      writeFileSync(`${file}.new`, 'x\ny\nz\n');
      renameSync(`${file}.new`, file);
    },
    ['x', 'y', 'z'],
  ],
])('reads a file that another program changed from its start: %s', (_, change, expected) => {
  const { file, log } = createLogs();
  log.append('a');
  log.append('b');
  log.readNewLines();
  change(file);
  expect(log.readNewLines()).toEqual(expected);
  log.append('c');
  expect(log.readNewLines()).toEqual(['c']);
});
