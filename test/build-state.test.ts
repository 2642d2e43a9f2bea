import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isBuildCurrent, markBuildStart } from './setup/build-state.ts';
import { createTempFolder } from './support/home.ts';

const minute = (minutes: number) => new Date(Date.UTC(2020, 0, 1) + minutes * 60_000);

/** Creates a repository whose build ran from minute 10 to minute 11. */
function createRepository() {
  const root = createTempFolder();
  const date = (name: string, minutes: number) =>
    utimesSync(path.join(root, name), minute(minutes), minute(minutes));
  const write = (name: string, minutes: number) => {
    writeFileSync(path.join(root, name), '');
    date(name, minutes);
  };
  for (const folder of ['src/api', 'dist']) mkdirSync(path.join(root, folder), { recursive: true });
  write('package.json', 1);
  write('src/main.ts', 2);
  write('src/api/client.ts', 3);
  for (const folder of ['src/api', 'src']) date(folder, 3);
  for (const name of ['main.js', 'jq.wasm']) write(`dist/${name}`, 11);
  markBuildStart(root, minute(10));
  return { root, write };
}

it.each<[string, boolean, (repository: ReturnType<typeof createRepository>) => void]>([
  ['as long as nothing changes', true, () => {}],
  ['if a test changes', true, ({ write }) => write('test.ts', 12)],
  ['unless a source file changes', false, ({ write }) => write('src/api/client.ts', 12)],
  [
    'unless a source file changes during the build',
    false,
    ({ write }) => write('src/main.ts', 10.5),
  ],
  ['unless a source file is deleted', false, ({ root }) => rmSync(`${root}/src/api/client.ts`)],
  ['unless a dependency changes', false, ({ write }) => write('package.json', 12)],
  ['unless a built file is deleted', false, ({ root }) => rmSync(`${root}/dist/jq.wasm`)],
  ['unless it is deleted', false, ({ root }) => rmSync(`${root}/dist`, { recursive: true })],
])('the build is kept %s', (_, isCurrent, change) => {
  const repository = createRepository();
  change(repository);
  expect(isBuildCurrent(repository.root)).toBe(isCurrent);
});
