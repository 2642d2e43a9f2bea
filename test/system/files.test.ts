import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { replaceFile } from '../../src/system/files.ts';
import { createTempFolder } from '../support/home.ts';

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
