import { chmodSync, chownSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { welcomes, wholesale } from '../support/fixtures.ts';
import { homeWith } from '../support/home.ts';
import { dotaf } from '../support/session.ts';
import { run } from '../support/spawn.ts';

const printsSecret = "printf 'secret_of_it'";

function homeWithCommand(secret_command: string, mode = 0o600) {
  const home = homeWith({ profiles: [{ ...wholesale, secret_command }], active: 'wholesale' });
  chmodSync(`${home.DOTAF_HOME}/config.json`, mode);
  return { ...home, PATH: process.env.PATH };
}

it.each([
  ['the first of two lines', "printf 'secret_of_it\\r\\nlogin: me\\n'"],
  ['what an own variable holds', 'printf %s "$MY_SECRET"'],
])('takes %s', async (_, command) => {
  welcomes(wholesale.key, 'secret_of_it');
  const env = { ...homeWithCommand(command), MY_SECRET: 'secret_of_it' };
  const { stdout, stderr, code } = await dotaf(['balance', '-v'], { env });
  expect(code).toBe(0);
  expect(stdout + stderr).not.toContain('secret_of_it');
});

describe('that does not work, is neither printed nor quoted', () => {
  it.each([
    ['fails', 'echo hunter2 >&2; exit 2', 'failed with exit code 2'],
    ['is killed', 'echo hunter2; kill -9 $$', 'was ended by SIGKILL'],
    ['prints an empty line first', 'echo; echo hunter2', 'printed nothing that can be a secret'],
    [
      'prints what no header carries',
      "printf 'hunter2\\374'",
      'printed nothing that can be a secret',
    ],
    ['prints without end', 'yes hunter2', 'printed far too much'],
    ['waits for somebody to type', 'cat # hunter2', 'printed nothing that can be a secret'],
  ])('when it %s', async (_, command, reason) => {
    const env = homeWithCommand(command);
    const source = `profile 'wholesale' in ${env.DOTAF_HOME}/config.json`;
    const says = `error: the secret command of ${source} ${reason}`;
    const stderr = `${says}\nhint: run the secret_command of ${source} by hand\n`;
    expect(await dotaf(['balance'], { env })).toEqual({ stdout: '', stderr, code: 3 });
  });

  it.each([
    'balance --json',
    'balance -v',
    'check a.af b.af --json',
    'doctor',
    'doctor --report',
    'auth status',
    'auth ls --json',
  ])('by %s', async (line) => {
    const env = homeWithCommand('echo hunter2; echo hunter2 >&2; exit 2');
    const { stdout, stderr } = await dotaf(line.split(' '), { env });
    expect(stdout + stderr).not.toMatch(/hunter2|exit 2/);
    expect(stdout + stderr).not.toBe('');
  });
});

/** Nothing is run or changed, and the file stays as it is. */
async function isRefused(home: { DOTAF_HOME: string }, as: { userId?: number; env?: object } = {}) {
  const file = `${home.DOTAF_HOME}/config.json`;
  const before = [statSync(file).mode, readFileSync(file, 'utf8')];
  const hint = `if you trust the command: sudo chown "$USER" '${file}'; chmod 600 '${file}'`;
  const stderr = `error: others can write to the config ${file}, which holds a secret command\nhint: ${hint}\n`;
  for (const argv of [['balance'], ['balance'], ['config', 'set', 'timeout', '30']]) {
    const session = await dotaf(argv, { ...as, env: { ...home, ...as.env } });
    expect(session).toEqual({ stdout: '', stderr, code: 10 });
  }
  expect([statSync(file).mode, readFileSync(file, 'utf8')]).toEqual(before);
}

describe.skipIf(process.getuid?.() !== 0)('in a config of another user', () => {
  const foreign = 65_534;
  const homeOfAnother = () => {
    const home = homeWithCommand(printsSecret);
    chownSync(`${home.DOTAF_HOME}/config.json`, foreign, foreign);
    return home;
  };

  it.each<[string, { userId: number; env?: object }]>([
    ['another user', { userId: 1000 }],
    ['root', { userId: 0 }],
    ['root for a third user', { userId: 0, env: { SUDO_UID: '1000' } }],
  ])('is not run by %s', async (_, as) => {
    await isRefused(homeOfAnother(), as);
  });

  it('is run by root for that user, through sudo', async () => {
    welcomes(wholesale.key, 'secret_of_it');
    const env = { ...homeOfAnother(), SUDO_UID: String(foreign) };
    expect(await dotaf(['balance'], { userId: 0, env })).toMatchObject({ stderr: '', code: 0 });
  });
});

describe('in a config that others can write to', () => {
  it.each([0o620, 0o602])('is not run: %o', async (mode) => {
    await isRefused(homeWithCommand(printsSecret, mode));
  });

  it('is run where they can only read it, which they cannot any longer', async () => {
    welcomes(wholesale.key, 'secret_of_it');
    const env = homeWithCommand(printsSecret, 0o644);
    expect(await dotaf(['balance'], { env })).toMatchObject({ code: 0 });
    expect(statSync(`${env.DOTAF_HOME}/config.json`).mode & 0o777).toBe(0o600);
  });
});

it('ends at Ctrl-C', async () => {
  const env = homeWithCommand('kill -INT $PPID; exec sleep 1000');
  expect(await run(['balance'], { env })).toMatchObject({
    stderr: 'error: interrupted\n',
    code: 130,
  });
});
