import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/version.ts';
import { tree } from '../completion/tree-of-dotaf.ts';
import { environment, temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';
import { run, shell } from '../support/spawn.ts';

const ready = path.join(import.meta.dirname, '../../dist/ready');

function commands({ name, commands: inner }: typeof tree, before: string[] = []): string[][] {
  const words = name === tree.name ? [] : [...before, name];
  return [words, ...inner.flatMap((command) => commands(command, words))];
}

describe('what the build has written down', () => {
  it('is the version, and the help of every command', () => {
    const helps = commands(tree).map((words) => [...words, '--help'].join(' '));
    expect(readdirSync(ready).sort()).toEqual(['--version', ...helps].sort());
  });

  it.each(commands(tree))('equals what the program says: %s %s', async (...words) => {
    const argv = [...words.filter(Boolean), '--help'];
    const { stdout } = await dotaf(argv, { env: {} });
    expect(readFileSync(path.join(ready, argv.join(' ')), 'utf8')).toBe(stdout);
  });
});

it('answers version and help, in each spelling', async () => {
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

it('leaves to the program what only looks like a question for help', async () => {
  expect(await run(['check', '--', '--help'], { env: {} })).toMatchObject({ stdout: '', code: 2 });
  const { stdout } = await run(['--profile', 'check', '--help'], { env: {} });
  expect(stdout).toMatch(/^Usage: dotaf <command>/);
});

it('ends well with a reader who goes, and fails on a full disk, as every answer does', async () => {
  const gone = await shell('{ dotaf --help; echo $? >&2; } | true');
  expect(gone).toMatchObject({ stdout: '', stderr: '0\n' });
  const full = await shell('dotaf --version > /dev/full');
  expect(full).toMatchObject({ code: 10 });
  expect(full.stderr).toMatch(/^error: .*ENOSPC/);
});

describe('the names of profiles, for TAB', () => {
  const ask = ['__complete', 'profiles'];

  it('are those of the config that every shell takes as they stand', async () => {
    const env = environment();
    const names = ['main', 'shop.af', 'کابل', 'two words', '-x', '$(touch x)', 'a\nb', 7, null];
    const profiles = names.map((name) => ({ name, key: 'key', secret: 'never shown' }));
    writeFileSync(path.join(env.DOTAF_HOME ?? '', 'config.json'), JSON.stringify({ profiles }));
    expect(await run(ask, { env })).toMatchObject({
      stdout: 'main\nshop.af\nکابل\n',
      stderr: '',
      code: 0,
    });
  });

  it.each(['', '[', 'null', '{"profiles":7}', '{"profiles":[null]}'])(
    'are none for the config %j, and no error',
    async (text) => {
      const env = environment();
      writeFileSync(path.join(env.DOTAF_HOME ?? '', 'config.json'), text);
      expect(await run(ask, { env })).toMatchObject({ stdout: '', stderr: '', code: 0 });
    },
  );

  it('are none without a config or a home, and nothing is made', async () => {
    const home = temporaryFolder();
    for (const env of [{ HOME: home }, { HOME: '/nonexistent' }, { DOTAF_HOME: '/dev/null' }]) {
      expect(await run(ask, { env })).toMatchObject({ stdout: '', stderr: '', code: 0 });
    }
    expect(readdirSync(home)).toEqual([]);
  });

  it('are all that can be asked for', async () => {
    expect(await run(['__complete', 'secrets'])).toMatchObject({ stdout: '', code: 0 });
    expect(await run(['__complete'])).toMatchObject({ stdout: '', code: 0 });
  });
});
