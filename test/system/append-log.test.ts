import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { AppendLog, splitLines } from '../../src/system/append-log.ts';
import { createTempFolder } from '../support/home.ts';

function createLog() {
  const file = path.join(createTempFolder(), 'state', 'log');
  return { file, log: new AppendLog(file) };
}

it('reads what was appended since the last call', () => {
  const { file, log } = createLog();
  expect(log.readNewLines()).toEqual([]);
  log.append('one');
  new AppendLog(file).append('نان');
  expect(log.readNewLines()).toEqual(['one', 'نان']);
  log.append('three');
  expect(log.readNewLines()).toEqual(['three']);
});

it('skips a last line that is cut, until it is complete', () => {
  const { file, log } = createLog();
  log.append('one');
  appendFileSync(file, 'tw');
  expect(log.readNewLines()).toEqual(['one']);
  appendFileSync(file, 'o\n');
  expect(log.readNewLines()).toEqual(['two']);
});

it('reads a rewritten file from the start, and a deleted one as empty', () => {
  const { file, log } = createLog();
  for (const line of ['one', 'two']) log.append(line);
  expect(log.readNewLines()).toHaveLength(2);
  writeFileSync(file, 'new\n');
  expect(log.readNewLines()).toEqual(['new']);
  rmSync(file);
  expect(log.readNewLines()).toEqual([]);
  log.append('again');
  expect(log.readNewLines()).toEqual(['again']);
});

it('splits lines of bytes, and drops one without a line feed', () => {
  expect([...splitLines(Buffer.from('a\n\nb\nc'))]).toEqual(['a', '', 'b']);
});
