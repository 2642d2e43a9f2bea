import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readStream, writeFileAtomic } from '../../src/system/files.ts';
import { temporaryFolder } from '../support/home.ts';

it.each<[string, Parameters<typeof writeFileAtomic>[1]]>([
  ['text', 'new'],
  ['bytes', Buffer.from('new')],
  ['a callback', (temporary) => writeFileSync(temporary, 'new', { mode: 0o644 })],
])('makes the folder and replaces the file by %s, readable only by its owner', (_, content) => {
  const file = path.join(temporaryFolder(), 'a', 'b', 'file');
  writeFileAtomic(file, 'old');
  writeFileAtomic(file, content);
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(file))).toEqual(['file']);
});

it('leaves the old file, and nothing else, when the write fails', () => {
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, 'old');
  const fail = (temporary: string) => {
    writeFileSync(temporary, 'half');
    throw new Error('of the write');
  };
  expect(() => writeFileAtomic(file, fail)).toThrow('of the write');
  expect(readFileSync(file, 'utf8')).toBe('old');
  expect(readdirSync(path.dirname(file))).toEqual(['file']);
});

it('leaves the old file when it cannot be moved into place', () => {
  const file = path.join(temporaryFolder(), 'folder');
  mkdirSync(path.join(file, 'inner'), { recursive: true });
  expect(() => writeFileAtomic(file, 'new')).toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/);
  expect(readdirSync(path.dirname(file))).toEqual(['folder']);
});

it('ends the reading of a stream at once when it is stopped, with the reason of the stop', async () => {
  const stop = new AbortController();
  const stream = new Readable({ read() {} });
  const read = readStream(stream, stop.signal);
  stop.abort(new Error('stopped'));
  await expect(read).rejects.toThrow('stopped');
  expect(stream.destroyed).toBe(true);
});

it('reads a stream as it comes, in texts or in bytes', async () => {
  const { signal } = new AbortController();
  const parts = ['a', Buffer.from('b\r'), '\nc'];
  expect((await readStream(Readable.from(parts), signal)).toString()).toBe('ab\r\nc');
});
