import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'rolldown/utils';
import { describe, expect, it, onTestFinished } from 'vitest';
import { topicNames } from '../../src/help/topics.ts';
import { schemaText } from '../../src/json-schemas/schema-text.ts';
import { prebuilt } from '../../src/startup/prebuilt.ts';
import { version } from '../../src/version.ts';
import { environment, temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';
import { ended, program, run, shell } from '../support/spawn.ts';

const { answers, tree } = await prebuilt();

const hasScript = spawnSync('script', ['--version']).status === 0;

const written = path.join(import.meta.dirname, '../../dist/prebuilt');

/** The words that help can be asked for; none for the first page. */
const topics = Object.keys(answers).flatMap((words) =>
  /^help(?!.*--)/.test(words) ? [words.split(' ').slice(1)] : [],
);

describe('what the build has written down', () => {
  it('is the version, and help in words and as JSON', () => {
    const pages = [[], ...commands(tree), ...topicNames.map((name) => [name])];
    const helps = pages.map((words) => ['help', ...words].join(' '));
    expect(readdirSync(written).sort()).toEqual(['version', 'help --json', ...helps].sort());
  });

  it.each([...topics, ['--json']])('equals what the program says: %s %s', async (...words) => {
    const argv = ['help', ...words.filter(Boolean)];
    const { stdout } = await dotaf(argv, { env: {} });
    expect(readFileSync(path.join(written, argv.join(' ')), 'utf8')).toBe(stdout);
  });
});

/** The words of every command and of every group of commands. */
function commands({ commands: inner }: typeof tree, before: string[] = []): string[][] {
  return inner.flatMap((command) => {
    const words = [...before, command.name];
    return [words, ...commands(command, words)];
  });
}

it('answers version and help in each spelling', async () => {
  const answer = async (...argv: string[]) => {
    const { stdout, stderr, code } = await run(argv, { env: {} });
    expect({ stderr, code }, argv.join(' ')).toEqual({ stderr: '', code: 0 });
    return stdout;
  };
  for (const argv of [['--version'], ['-V'], ['version'], ['version', '-q']]) {
    expect(await answer(...argv)).toBe(`${version}\n`);
  }
  const page = (words: string) => readFileSync(path.join(written, words), 'utf8');
  expect(await answer()).toBe(page('help'));
  for (const [line, words] of [
    ['-h', 'help'],
    ['--json', 'help'],
    ['--help --timeout x', 'help'],
    ['--help auth login', 'help auth login'],
    ['help auth login', 'help auth login'],
    ['check kabul.af --help', 'help check'],
    ['help --help', 'help help'],
    ['help exit-codes', 'help exit-codes'],
    ['--json help', 'help --json'],
  ] as const) {
    expect(await answer(...line.split(' ')), line).toBe(page(words));
  }
});

it.skipIf(!hasScript)('shows the home page on a terminal, and help elsewhere', async () => {
  const line = `stty cols 80; '${process.execPath}' '${program}'`;
  const child = spawn('script', ['-qec', line, '/dev/null'], { env: environment() });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { stdout, code } = await ended(child);
  expect(stdout).toMatch(/dotaf auth login .* store your credentials/);
  expect(stdout).not.toContain('Usage:');
  expect(code).toBe(0);
  expect((await shell('dotaf > /dev/null')).code).toBe(0);
});

describe('a JSON Schema', () => {
  it.each([
    ['check --json-schema', 'check'],
    ['check --json-schema --nosuch kabul.af', 'check'],
    ['--json-schema', ''],
    ['--profile check tier --json-schema', 'tier'],
    ['--sandbox domains ls --changes --json-schema', 'domains ls'],
  ])('is the answer to %s', async (line, path) => {
    expect(await dotaf(line.split(' '), { env: {} })).toEqual({
      stdout: schemaText(path),
      stderr: '',
      code: 0,
    });
  });

  it.each([
    ['domains --json-schema', "'domains' prints no JSON"],
    ['domains nope --json-schema', "unknown command 'nope'"],
    ['../domains --json-schema', "unknown command '../domains'"],
    ['check -- --json-schema', "not a domain name: '--json-schema'"],
  ])('is not there for %s', async (line, error) => {
    const { stdout, stderr, code } = await dotaf(line.split(' '), { env: {} });
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
    expect(stderr.startsWith(`error: ${error}`)).toBe(true);
    expect(stderr).toContain('\nhint: ');
  });

  it('comes after help and version', async () => {
    const help = readFileSync(`${written}/help tier`, 'utf8');
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
