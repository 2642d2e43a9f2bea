import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { writeFileAtomic } from '../../src/system/files.ts';
import { readStreamToBuffer } from '../../src/system/input.ts';
import { createTempFolder } from '../support/home.ts';

it.each<[string, Parameters<typeof writeFileAtomic>[1]]>([
  ['text', 'new'],
  ['bytes', Buffer.from('new')],
  ['a callback', (temporary) => writeFileSync(temporary, 'new', { mode: 0o644 })],
])('creates the folder and replaces the file with %s, readable only by its owner', (_, content) => {
  const file = path.join(createTempFolder(), 'a', 'b', 'file');
  writeFileAtomic(file, 'old');
  writeFileAtomic(file, content);
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(file))).toEqual(['file']);
});

it('keeps only the old file when the write fails', () => {
  const file = path.join(createTempFolder(), 'file');
  writeFileSync(file, 'old');
  const fail = (temporary: string) => {
    writeFileSync(temporary, 'half');
    throw new Error('of the write');
  };
  expect(() => writeFileAtomic(file, fail)).toThrow('of the write');
  expect(readFileSync(file, 'utf8')).toBe('old');
  expect(readdirSync(path.dirname(file))).toEqual(['file']);
});

it('keeps the old file when the rename fails', () => {
  const file = path.join(createTempFolder(), 'folder');
  mkdirSync(path.join(file, 'inner'), { recursive: true });
  expect(() => writeFileAtomic(file, 'new')).toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/);
  expect(readdirSync(path.dirname(file))).toEqual(['folder']);
});

it('an abort ends reading a stream at once, with its reason', async () => {
  const stop = new AbortController();
  const stream = new Readable({ read() {} });
  const result = readStreamToBuffer(stream, stop.signal);
  stop.abort(new Error('stopped'));
  await expect(result).rejects.toThrow('stopped');
  expect(stream.destroyed).toBe(true);
});

it('reads a stream of strings and buffers', async () => {
  const { signal } = new AbortController();
  const parts = ['a', Buffer.from('b\r'), '\nc'];
  expect((await readStreamToBuffer(Readable.from(parts), signal)).toString()).toBe('ab\r\nc');
});
