import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/*
 * Packs two copies of the project that differ in date, folder, user, umask, time zone and language.
 * If the tarballs are equal, prints their hash as sha256sum does; otherwise the files that differ.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const inputs = [
  ...['package.json', 'package-lock.json', '.npmrc', 'README.md', 'LICENSE'],
  ...['bin', 'src', 'completions', 'test/pictures'],
];
const clock = pathToFileURL(path.join(root, 'test/setup/fake-date.mjs')).href;
const temporary = mkdtempSync(path.join(tmpdir(), 'dotaf-reproducible-'));

try {
  const ada = { USER: 'ada', TZ: 'UTC', LANG: 'C', DOTAF_TEST_NOW: '2026-01-02' };
  const bob = { USER: 'bob', TZ: 'Asia/Kabul', LANG: 'fa_AF.UTF-8', DOTAF_TEST_NOW: '2031-07-08' };
  const first = pack('a', 0o022, ada);
  const second = pack('an/other and deeper', 0o077, bob);
  if (first.hash !== second.hash) throw new Error(describeDifference(first, second));
  process.stdout.write(`${first.hash}  ${first.name}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

/** Packs a copy of the project in a folder of this name. */
function pack(folder, umask, user) {
  const copy = path.join(temporary, folder);
  const home = path.join(temporary, user.USER);
  process.umask(umask);
  for (const created of [copy, home]) mkdirSync(created, { recursive: true });
  for (const input of inputs)
    cpSync(path.join(root, input), path.join(copy, input), { recursive: true });
  // As if git had created the files with this umask.
  run('chmod', ['-R', umask === 0o022 ? 'go=rX' : 'go=', '.'], copy);
  // Link node_modules file by file, since the output names packages by their real paths; copy it
  // across file systems.
  const modules = realpathSync(path.join(root, 'node_modules'));
  run('sh', ['-c', 'cp -al "$0" . 2> /dev/null || cp -a "$0" .', modules], copy);
  run('npm', ['pack', '--silent'], copy, {
    ...user,
    HOME: home,
    NODE_OPTIONS: `--import=${clock}`,
  });
  const name = readdirSync(copy).find((file) => file.endsWith('.tgz'));
  const hash = createHash('sha256')
    .update(readFileSync(path.join(copy, name)))
    .digest('hex');
  return { copy, name, hash };
}

function run(file, args, cwd, env) {
  const options = { cwd, env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' };
  const { status, stderr } = spawnSync(file, args, options);
  if (status !== 0) throw new Error(`${file} failed: ${stderr}`);
}

function describeDifference(first, second) {
  const args = ['-rq', '--exclude=node_modules', '--exclude=*.tgz', first.copy, second.copy];
  const { stdout } = spawnSync('diff', args, { encoding: 'utf8' });
  return `two builds differ\n${stdout || 'in the modes or the order of their files'}`;
}
