import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'rolldown/utils';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/version.ts';
import { pageNames } from '../help/pages.ts';
import { createEnv, createTempFolder } from '../support/home.ts';
import { runCli } from '../support/run-cli.ts';
import {
  launcherPath,
  runProcess,
  runShell,
  startOnTerminal,
  waitForExit,
} from '../support/spawn.ts';
import { hasScript } from '../support/terminal.ts';

const prebuiltOutput: Record<string, string> = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../dist/prebuilt.json'), 'utf8'),
);

describe('the prebuilt output', () => {
  it('holds the version and the help of each command and topic', () => {
    const helpLines = pageNames.map((page) => `help ${page}`.trim());
    expect(Object.keys(prebuiltOutput).sort()).toEqual(['--version', ...helpLines].sort());
  });

  it.each(Object.entries(prebuiltOutput))(
    'equals the output of the program: %s',
    async (line, text) => {
      const { stdout } = await runCli(line.split(' '), { env: {} });
      expect(text).toBe(stdout);
    },
  );
});

it.each([
  ['-V', '--version'],
  ['-h', 'help'],
  ['--help --timeout x', 'help'],
  ['--help auth login', 'help auth login'],
  ['help auth login', 'help auth login'],
  ['check kabul.af --help', 'help check'],
  ['help --help', 'help help'],
  ['help exit-codes', 'help exit-codes'],
])("answers '%s' like '%s'", async (line, words) => {
  const answer = await runProcess(line.split(' ').filter(Boolean), { env: {} });
  expect(answer).toMatchObject({ stdout: prebuiltOutput[words], stderr: '', code: 0 });
});

it.skipIf(!hasScript)(
  'without credentials shows help on a terminal and fails elsewhere',
  async () => {
    const line = `stty cols 80; '${process.execPath}' '${launcherPath}'`;
    const { stdout, code } = await waitForExit(startOnTerminal(line, createEnv()));
    expect(stdout).toContain('Usage: dotaf <command>');
    expect(code).toBe(0);
    expect(await runShell('dotaf > /dev/null')).toMatchObject({ stdout: '', code: 3 });
  },
);

it.each([
  ['balance', "Cannot find module 'FOLDER/dist/prepare-node.js'"],
  ['--version', "ENOENT: no such file or directory, open 'FOLDER/dist/prebuilt.json'"],
])("says how to get the files of the program if they are missing: '%s'", async (word, reason) => {
  const folder = createTempFolder();
  mkdirSync(path.join(folder, 'bin'));
  const launcher = path.join(folder, 'bin/dotaf.js');
  cpSync(launcherPath, launcher);
  const answer = await runProcess([word], { env: {}, command: [process.execPath, launcher] });
  expect(answer).toMatchObject({
    stdout: '',
    stderr: `error: dotaf cannot start: ${reason.replace('FOLDER', folder)}
hint: install it again; in a copy of the repository, npm run build
`,
    code: 10,
  });
});

it('leaves arguments that only look like --help to the program', async () => {
  expect(await runProcess(['check', '--', '--help'], { env: {} })).toMatchObject({
    stdout: '',
    code: 2,
  });
  const { stdout } = await runProcess(['--profile', 'check', '--help'], { env: {} });
  expect(stdout).toMatch(/^Usage: dotaf <command>/);
});

it('starts through a symbolic link, also with NODE_PRESERVE_SYMLINKS_MAIN', async () => {
  const link = path.join(createTempFolder(), 'dotaf');
  symlinkSync(launcherPath, link);
  const env = createEnv({ NODE_PRESERVE_SYMLINKS_MAIN: '1' });
  const session = await runProcess(['tier', '--sandbox'], {
    env,
    command: [process.execPath, link],
  });
  expect(session).toMatchObject({ code: 0 });
});

it('exits with 0 when the reader closes the pipe, and with 10 on a full disk', async () => {
  const brokenPipe = await runShell('{ dotaf --help; echo $? >&2; } | true');
  expect(brokenPipe).toMatchObject({ stdout: '', stderr: '0\n' });
  const fullDisk = await runShell('dotaf --version > /dev/full');
  expect(fullDisk).toMatchObject({ code: 10 });
  expect(fullDisk.stderr).toMatch(/^error: .*ENOSPC/);
});

describe('the Node version check', () => {
  it.each([
    ['18.20.8', { stdout: '', code: 70 }],
    ['20.18.3', { stdout: '', code: 70 }],
    ['20.19.0', { stdout: `${version}\n`, stderr: '', code: 0 }],
    ['22.0.0', { stdout: `${version}\n`, stderr: '', code: 0 }],
  ])('of %s runs before anything else', async (node, expected) => {
    const preload = path.join(createTempFolder(), 'versions.cjs');
    const fake = JSON.stringify({ ...process.versions, node });
    writeFileSync(preload, `Object.defineProperty(process, 'versions', { value: ${fake} });`);
    const env = createEnv({ NODE_OPTIONS: `--require=${preload}` });
    const stderr = `error: dotaf needs Node 20.19 or later; this is ${node}\n`;
    expect(await runProcess(['--version'], { env })).toMatchObject({ stderr, ...expected });
  });

  it('the launcher uses no syntax newer than ES2015', () => {
    const source = readFileSync(launcherPath, 'utf8');
    const code = (target: string) => transformSync(launcherPath, source, { target }).code;
    expect(code('es2015')).toBe(code('esnext'));
    expect(transformSync(launcherPath, 'a?.b', { target: 'es2015' }).code).not.toContain('?.');
  });
});
