import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { type FileContent, replaceFile, stageFile } from '../../src/system/files.ts';
import { readStreamToBuffer } from '../../src/system/input.ts';
import { createTempFolder } from '../support/home.ts';

it.each<[string, FileContent]>([
  ['text', 'new'],
  ['a callback', (tempFile) => writeFileSync(tempFile, 'new', { mode: 0o600 })],
])('creates the folder and replaces the file with %s, readable only by its owner', (_, content) => {
  const file = path.join(createTempFolder(), 'a', 'b', 'file');
  replaceFile(file, 'old');
  replaceFile(file, content);
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(file))).toEqual(['file']);
});

it('keeps only the old file when the write fails', () => {
  const file = path.join(createTempFolder(), 'file');
  writeFileSync(file, 'old');
  const fail = (tempFile: string) => {
    writeFileSync(tempFile, 'half');
    throw Object.assign(new Error('of the write'), { code: 'ENOSPC' });
  };
  expect(() => replaceFile(file, fail)).toThrow(
    `cannot write '${file}': the disk is full (ENOSPC)`,
  );
  expect(readFileSync(file, 'utf8')).toBe('old');
  expect(readdirSync(path.dirname(file))).toEqual(['file']);
});

it('keeps the old file when the rename fails', () => {
  const file = path.join(createTempFolder(), 'folder');
  mkdirSync(path.join(file, 'inner'), { recursive: true });
  expect(() => replaceFile(file, 'new')).toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/);
  expect(readdirSync(path.dirname(file))).toEqual(['folder']);
});

it('a staged file is in place only once it is committed', () => {
  const file = path.join(createTempFolder(), 'file');
  writeFileSync(file, 'old');
  const [discarded, committed] = [stageFile(file, 'discarded'), stageFile(file, 'new')];
  expect(readFileSync(file, 'utf8')).toBe('old');
  discarded.discard();
  committed.commit();
  committed.discard();
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(readdirSync(path.dirname(file))).toEqual(['file']);
});

it('deletes the temporary files of processes that no longer run, and no others', () => {
  const folder = createTempFolder();
  const { pid } = spawnSync('true');
  const kept = [
    `file.dotaf-${process.pid}--abcdef`,
    `file.dotaf-${pid}-abcdef.txt`,
    `file.dotaf-notes`,
    'file.unfinished-notes',
    `other.dotaf-${pid}--abcdef`,
  ];
  const abandoned = [
    `file.dotaf-${pid}--abcdef`,
    `file.dotaf-${pid}-1-qwerty.tmp-1234567890abcdef`,
  ];
  for (const name of [...kept, ...abandoned]) writeFileSync(path.join(folder, name), '');
  const documents = createTempFolder();
  writeFileSync(path.join(documents, 'thesis'), '');
  symlinkSync(documents, path.join(folder, `file.dotaf-${pid}--zzzzzz`));
  mkdirSync(path.join(folder, `file.dotaf-${pid}--folder`));
  replaceFile(path.join(folder, 'file'), 'new');
  expect(readdirSync(folder).sort()).toEqual([...kept, 'file', `file.dotaf-${pid}--folder`].sort());
  expect(readdirSync(documents)).toEqual(['thesis']);
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
