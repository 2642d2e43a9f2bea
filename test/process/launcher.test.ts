import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'rolldown/utils';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CommandSpec } from '../../src/completion/complete.ts';
import { helpTopics } from '../../src/help/topics.ts';
import { prerender } from '../../src/startup/prerender.ts';
import { version } from '../../src/version.ts';
import { environment, temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';
import { ended, program, run, shell } from '../support/spawn.ts';

const { tree } = prerender();

const hasScript = spawnSync('script', ['--version']).status === 0;

const written: Record<string, string> = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../dist/prebuilt.json'), 'utf8'),
);

describe('what the build has written down', () => {
  it('is the version, and help for each command and topic', () => {
    const pages = [[], ...commands(tree), ...[...helpTopics.keys()].map((name) => [name])];
    const helps = pages.map((words) => ['help', ...words].join(' '));
    expect(Object.keys(written).sort()).toEqual(['--version', ...helps].sort());
  });

  it.each(Object.entries(written))('equals what the program says: %s', async (line, text) => {
    const { stdout } = await dotaf(line.split(' '), { env: {} });
    expect(text).toBe(stdout);
  });
});

/** The words of every command and of every group of commands. */
function commands(
  { commands: inner }: Pick<CommandSpec, 'commands'>,
  before: string[] = [],
): string[][] {
  return inner.flatMap((command) => {
    const words = [...before, command.name];
    return [words, ...commands(command, words)];
  });
}

it.each([
  ['-V', '--version'],
  ['-h', 'help'],
  ['--help --timeout x', 'help'],
  ['--help auth login', 'help auth login'],
  ['help auth login', 'help auth login'],
  ['check kabul.af --help', 'help check'],
  ['help --help', 'help help'],
  ['help exit-codes', 'help exit-codes'],
])("answers '%s' as it does '%s'", async (line, words) => {
  const answer = await run(line.split(' ').filter(Boolean), { env: {} });
  expect(answer).toMatchObject({ stdout: written[words], stderr: '', code: 0 });
});

it.skipIf(!hasScript)(
  'shows help on a terminal without credentials, and refuses elsewhere',
  async () => {
    const line = `stty cols 80; '${process.execPath}' '${program}'`;
    const child = spawn('script', ['-qec', line, '/dev/null'], { env: environment() });
    onTestFinished(() => void child.kill('SIGKILL'));
    const { stdout, code } = await ended(child);
    expect(stdout).toContain('Usage: dotaf <command>');
    expect(code).toBe(0);
    expect(await shell('dotaf > /dev/null')).toMatchObject({ stdout: '', code: 3 });
  },
);

it('leaves to the program what only looks like a question for help', async () => {
  expect(await run(['check', '--', '--help'], { env: {} })).toMatchObject({ stdout: '', code: 2 });
  const { stdout } = await run(['--profile', 'check', '--help'], { env: {} });
  expect(stdout).toMatch(/^Usage: dotaf <command>/);
});

it('starts by a link, also where Node keeps the name of the link', async () => {
  const link = path.join(temporaryFolder(), 'dotaf');
  symlinkSync(program, link);
  const env = environment({ NODE_PRESERVE_SYMLINKS_MAIN: '1' });
  const session = await run(['tier', '--sandbox'], { env, command: [process.execPath, link] });
  expect(session).toMatchObject({ code: 0 });
});

it('exits with 0 when the reader closes the pipe, and with 10 on a full disk', async () => {
  const gone = await shell('{ dotaf --help; echo $? >&2; } | true');
  expect(gone).toMatchObject({ stdout: '', stderr: '0\n' });
  const full = await shell('dotaf --version > /dev/full');
  expect(full).toMatchObject({ code: 10 });
  expect(full.stderr).toMatch(/^error: .*ENOSPC/);
});

describe('the check of the version of Node', () => {
  it.each([
    ['20.18.3', { stdout: '', code: 70 }],
    ['20.19.0', { stdout: `${version}\n`, stderr: '', code: 0 }],
  ])('of %s comes before anything else', async (node, expected) => {
    const preload = path.join(temporaryFolder(), 'versions.cjs');
    const fake = JSON.stringify({ ...process.versions, node });
    writeFileSync(preload, `Object.defineProperty(process, 'versions', { value: ${fake} });`);
    const env = environment({ NODE_OPTIONS: `--require=${preload}` });
    const stderr = `error: dotaf needs Node 20.19 or later; this is ${node}\n`;
    expect(await run(['--version'], { env })).toMatchObject({ stderr, ...expected });
  });

  it('the launcher can be read: it has no syntax that is newer than ES2015', () => {
    const source = readFileSync(program, 'utf8');
    const code = (target: string) => transformSync(program, source, { target }).code;
    expect(code('es2015')).toBe(code('esnext'));
    expect(transformSync(program, 'a?.b', { target: 'es2015' }).code).not.toContain('?.');
  });
});
