import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/home.ts';
import { dotaf, dotafSandbox } from '../support/session.ts';

const env = { DOTAF_HOME: temporaryFolder() };

async function refusal(...argv: string[]) {
  const { stdout, stderr, code } = await dotaf(argv, { env });
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  return stderr;
}

function told(message: string, hint: string): string {
  return `error: ${message}\nhint: ${hint}\n`;
}

describe('a command line that is wrong', () => {
  it.each([
    ['balace', "unknown command 'balace'", 'did you mean balance? dotaf --help'],
    ['chek --help', "unknown command 'chek'", 'did you mean check? dotaf --help'],
    ['-q auth lgoin -h', "unknown command 'lgoin'", 'did you mean login? dotaf auth --help'],
    ['auth lgoin', "unknown command 'lgoin'", 'did you mean login? dotaf auth --help'],
    ['balance --jsn', "unknown option '--jsn'", 'did you mean --json? dotaf balance --help'],
    ['-z balance', "unknown option '-z'", 'dotaf balance --help'],
    ['auth use', '<profile> is missing', 'dotaf auth use --help'],
    ['balance --timeout', '--timeout needs a value: --timeout <seconds>', 'dotaf --help'],
    [
      'auth login --secret-command',
      '--secret-command needs a value: --secret-command <command>',
      'dotaf auth login --help',
    ],
    ['--profile auth balance x', 'dotaf balance takes no arguments', 'dotaf balance --help'],
    ['balance -- --json', 'dotaf balance takes no arguments', 'dotaf balance --help'],
  ])('%s', async (line, message, hint) => {
    expect(await refusal(...line.split(' '))).toBe(told(message, `${hint} shows what there is`));
  });

  it('is one line of JSON under --json, wherever that stands, and after --jq', async () => {
    for (const argv of [
      ['--json', 'balace'],
      ['balace', '--json'],
      ['balace', '--jq', '.'],
      ['balace', '--jq=.'],
    ]) {
      const stderr = await refusal(...argv);
      expect(stderr).toBe(
        `${JSON.stringify({
          error: {
            code: 'usage',
            message: "unknown command 'balace'",
            hint: 'did you mean balance? dotaf --help shows what there is',
            status: null,
            api_code: null,
            request_id: null,
            retryable: false,
          },
        })}\n`,
      );
    }
  });

  it('is a sentence on a terminal under --jq, and JSON under --json', async () => {
    const options = { env: { ...env, NO_COLOR: '1' }, tty: { stderr: true } };
    const { stderr } = await dotaf(['balace', '--jq', '.'], options);
    expect(stderr).toMatch(/^error: unknown command 'balace'\nhint: /);
    expect((await dotaf(['balace', '--json'], options)).stderr).toMatch(/^{"error":/);
  });

  it('is told in words when --json stands behind --', async () => {
    expect(await refusal('balace', '--', '--json')).toMatch(/^error: /);
  });
});

describe('a secret on the command line', () => {
  const never = told(
    'the secret is never an argument, where others could read it',
    'dotaf auth login --base-url <url> --key <key> --secret-stdin < secret.txt',
  );

  it.each([
    ['--secret', 'hunter2'],
    ['auth', 'login', '--secret=hunter2', '--key', 'k'],
    ['auth', 'login', '--secret-stdin=hunter2'],
    ['balance', '--password', 'hunter2'],
  ])('as %s %s is refused for what it is', async (...argv) => {
    expect(await refusal(...argv)).toBe(never);
  });

  it.each([
    ['-shunter2', '-s'],
    ['-s=hunter2', '-s'],
    ['--sekret=hunter2', '--sekret'],
    ['--sekret=hun\nter2', '--sekret'],
    ['--sécret=hunter2', '--sécret'],
  ])('as %s is not repeated', async (word, name) => {
    const stderr = await refusal('balance', word);
    expect(stderr).toMatch(/^error: unknown option .*\nhint: .*\n$/);
    expect(stderr.split('\n')[0]).toBe(`error: unknown option '${name}'`);
    expect(await refusal('balance', word, '--json')).not.toMatch(/hun|ter2/);
  });

  it.each([
    ['5f4dcc3b5aa765d61d8327deb882cf99'],
    ['balance', '--5f4dcc3b5aa765d61d8327deb882cf99'],
    ['auth', 'ls', '5f4dcc3b5aa765d61d8327deb882cf99'],
    ['two words'],
  ])('or what could be one, as in %s %s, is not repeated', async (...argv) => {
    expect(await refusal(...argv)).not.toMatch(/5f4dcc3b|two words/);
  });
});

it('takes global options before and after the command', async () => {
  const { stdout } = await dotafSandbox(['balance', '--json', '--fields', 'currency']);
  for (const argv of [
    ['--json', '--fields', 'currency', 'balance'],
    ['--json', 'balance', '--fields=currency'],
    ['--fields', 'currency', 'balance', '--json'],
  ])
    expect(await dotafSandbox(argv)).toEqual({ stdout, stderr: '', code: 0 });
});

it.each([
  ['domains list', 'domains ls'],
  ['domains get kabul.af', 'domains show kabul.af'],
])('takes %s for %s', async (alias, line) => {
  for (const more of [[], ['--json'], ['--help'], ['--json-schema'], ['--wrong']]) {
    const session = await dotafSandbox([...line.split(' '), ...more]);
    expect(await dotafSandbox([...alias.split(' '), ...more])).toEqual(session);
  }
});

it('takes words behind -- for arguments', async () => {
  expect(await dotaf(['config', 'get', '--', 'timeout'], { env })).toMatchObject({
    stdout: '15\n',
    code: 0,
  });
  expect(await dotaf(['config', 'get', '--', '--json'], { env })).toMatchObject({
    stderr: expect.stringMatching(/^error: unknown preference '--json'\n/),
    code: 2,
  });
});

it.each([[[]], [['auth']], [['config']]])('answers %j with its help', async (argv) => {
  const { stdout, stderr, code } = await dotaf(argv, { env });
  expect(stdout).toMatch(/^Usage: dotaf .*<command> \[options\]\n/);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
});
