import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'rolldown/utils';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandSchemas } from '../../src/json-schemas/commands.ts';
import { prebuilt } from '../../src/startup/prebuilt.ts';
import { version } from '../../src/version.ts';
import { environment, temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';
import { ended, program, run, shell } from '../support/spawn.ts';

const { tree } = await prebuilt();

const hasScript = spawnSync('script', ['--version']).status === 0;

const written = path.join(import.meta.dirname, '../../dist/prebuilt');

function commands({ name, commands: inner }: typeof tree, before: string[] = []): string[][] {
  const words = name === tree.name ? [] : [...before, name];
  return [words, ...inner.flatMap((command) => commands(command, words))];
}

describe('what the build has written down', () => {
  it('is the version, the help of every command, and the schemas of those that print JSON', () => {
    const helps = commands(tree).map((words) => [...words, '--help'].join(' '));
    const schemas = ['', ...Object.keys(commandSchemas)].map((path) =>
      `${path} --json-schema`.trim(),
    );
    expect(readdirSync(written).sort()).toEqual(['--version', ...helps, ...schemas].sort());
  });

  it.each(['', ...Object.keys(commandSchemas)])(
    'equals the schema of the program: %s',
    async (line) => {
      const argv = [...line.split(' ').filter(Boolean), '--json-schema'];
      const { stdout } = await dotaf(argv, { env: {} });
      expect(readFileSync(path.join(written, argv.join(' ')), 'utf8')).toBe(stdout);
    },
  );

  it.each(commands(tree))('equals what the program says: %s %s', async (...words) => {
    const argv = [...words.filter(Boolean), '--help'];
    const { stdout } = await dotaf(argv, { env: {} });
    expect(readFileSync(path.join(written, argv.join(' ')), 'utf8')).toBe(stdout);
  });
});

it('answers version and help in each spelling', async () => {
  for (const argv of [['--version'], ['-V']]) {
    expect(await run(argv, { env: {} })).toMatchObject({
      stdout: `${version}\n`,
      stderr: '',
      code: 0,
    });
  }
  const { stdout: help } = await dotaf([], { env: {} });
  for (const argv of [[], ['--help'], ['-h'], ['--help', '-q']]) {
    expect(await run(argv, { env: {} })).toMatchObject({ stdout: help, stderr: '', code: 0 });
  }
  const { stdout: ofLogin } = await dotaf(['auth', 'login', '--help'], { env: {} });
  expect(await run(['auth', 'login', '-h'], { env: {} })).toMatchObject({
    stdout: ofLogin,
    code: 0,
  });
});

it.skipIf(!hasScript)('shows the home page on a terminal, and help elsewhere', async () => {
  const line = `stty cols 80; '${process.execPath}' '${program}'`;
  const child = spawn('script', ['-qec', line, '/dev/null'], { env: environment() });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { stdout, code } = await ended(child);
  expect(stdout).toMatch(/dotaf auth login .* store the credentials of your account/);
  expect(stdout).not.toContain('Usage:');
  expect(code).toBe(0);
  expect((await shell('dotaf > /dev/null')).code).toBe(0);
});

describe('a JSON Schema', () => {
  it.each([
    ['check --json-schema', 'check'],
    ['check kabul.af --json-schema', 'check'],
    ['check --json-schema --nosuch kabul.af', 'check'],
    ['domains ls --json-schema', 'domains ls'],
    ['tier x --json-schema', 'tier'],
    ['--json-schema', ''],
    ['--json-schema tier', 'tier'],
    ['--profile check tier --json-schema', 'tier'],
    ['--sandbox domains ls --changes --json-schema', 'domains ls'],
  ])('is the answer to %s', async (line, path) => {
    const stdout = readFileSync(`${written}/${`${path} --json-schema`.trim()}`, 'utf8');
    const session = await run(line.split(' '), { env: {} });
    expect(session).toMatchObject({ stdout, stderr: '', code: 0 });
  });

  it.each([
    ['domains --json-schema', "'domains' prints no JSON"],
    ['completion bash --json-schema', "'completion' prints no JSON"],
    ['domains nope --json-schema', "unknown command 'nope'"],
    ['nope --json-schema', "unknown command 'nope'"],
    ['../domains --json-schema', "unknown command '../domains'"],
    ['check -- --json-schema', "not a domain name: '--json-schema'"],
  ])('is not there for %s', async (line, error) => {
    const { stdout, stderr, code } = await run(line.split(' '), { env: {} });
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
    expect(stderr.startsWith(`error: ${error}`)).toBe(true);
    expect(stderr).toContain('\nhint: ');
  });

  it('comes after help and version', async () => {
    const help = readFileSync(`${written}/tier --help`, 'utf8');
    expect(await run(['tier', '--json-schema', '--help'])).toMatchObject({ stdout: help, code: 0 });
    const { stdout } = await run(['--version', 'tier', '--json-schema']);
    expect(stdout).toBe(`${version}\n`);
  });
});

it('leaves to the program what only looks like a question for help', async () => {
  expect(await run(['check', '--', '--help'], { env: {} })).toMatchObject({ stdout: '', code: 2 });
  const { stdout } = await run(['--profile', 'check', '--help'], { env: {} });
  expect(stdout).toMatch(/^Usage: dotaf <command>/);
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
    ['18.20.8', true],
    ['20.18.3', true],
    ['4.9.1', true],
    ['20.19.0', false],
    ['22.1.0', false],
  ])('%s: says so before anything else, and nothing otherwise', async (node, isTooOld) => {
    const preload = path.join(temporaryFolder(), 'versions.cjs');
    const fake = JSON.stringify({ ...process.versions, node });
    writeFileSync(preload, `Object.defineProperty(process, 'versions', { value: ${fake} });`);
    const env = environment({ NODE_OPTIONS: `--require=${preload}` });
    expect(await run(['--version'], { env })).toMatchObject(
      isTooOld
        ? {
            stdout: '',
            stderr: `error: dotaf needs Node 20.19 or later; this is ${node}\n`,
            code: 70,
          }
        : { stdout: `${version}\n`, stderr: '', code: 0 },
    );
  });

  it('the launcher can be read: it has no syntax that is newer than ES2015', () => {
    const source = readFileSync(program, 'utf8');
    const code = (target: string) => transformSync(program, source, { target }).code;
    expect(code('es2015')).toBe(code('esnext'));
    expect(transformSync(program, 'a?.b', { target: 'es2015' }).code).not.toContain('?.');
  });
});
