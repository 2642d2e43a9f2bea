import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { version } from '../src/version.ts';
import { temporaryFolder } from './support/home.ts';

const root = path.join(import.meta.dirname, '..');

it('packs a package that installs globally and runs from any folder', () => {
  const folder = temporaryFolder();
  // Without --ignore-scripts this would rebuild dist while other tests run it.
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], root);
  const packed = readdirSync(folder);
  expect(packed).toEqual([`dotaf-${version}.tgz`]);
  const prefix = path.join(folder, 'global');
  run(
    'npm',
    ['install', '--global', '--offline', '--prefix', prefix, path.join(folder, packed[0] ?? '')],
    folder,
  );
  const elsewhere = temporaryFolder();
  const dotaf = path.join(prefix, 'bin', 'dotaf');
  expect(run(dotaf, ['--version'], elsewhere)).toBe(`${version}\n`);
  expect(run(dotaf, ['balance', '--sandbox', '--jq', '.currency'], elsewhere)).toBe('USD\n');
  expect(readdirSync(path.join(prefix, 'lib/node_modules/dotaf')).sort()).toEqual([
    'LICENSE',
    'README.md',
    'bin',
    'completions',
    'dist',
    'package.json',
  ]);
});

it('includes the licence of every bundled package', () => {
  const dist = path.join(root, 'dist');
  const maps = readdirSync(dist).filter((file) => file.endsWith('.map'));
  const sources = maps.flatMap((file): string[] => {
    return JSON.parse(readFileSync(path.join(dist, file), 'utf8')).sources;
  });
  const held = sources.flatMap(
    (file) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [],
  );
  const texts = readFileSync(path.join(dist, 'LICENSES.txt'), 'utf8').split(/^-{72}$/m);
  const named = texts.map(
    (text) => /^(\S+) \d+\.\d+\.\d+\S*\n\n[\s\S]{300,}/.exec(text.trim())?.[1],
  );
  expect(held).toContain('undici');
  expect([...new Set(named)].sort()).toEqual([...new Set(held)].sort());
});

function run(file: string, args: string[], cwd: string): string {
  const env = { ...process.env, HOME: temporaryFolder(), npm_config_update_notifier: 'false' };
  const { stdout, stderr, status } = spawnSync(file, args, { cwd, env, encoding: 'utf8' });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}
