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
  ['one line', printsSecret],
  ['the first of two lines', "printf 'secret_of_it\\r\\nlogin: me\\n'"],
  ['what an own variable holds', 'printf %s "$MY_SECRET"'],
])('takes %s', async (_, command) => {
  welcomes(wholesale.key, 'secret_of_it');
  const env = { ...homeWithCommand(command), MY_SECRET: 'secret_of_it' };
  const { stdout, stderr, code } = await dotaf(['balance', '-v'], { env });
  expect({ code, isShown: /secret_of_it/.test(stdout + stderr) }).toEqual({
    code: 0,
    isShown: false,
  });
});

describe('that does not work, is neither printed nor quoted', () => {
  const cases = [
    ['fails', 'echo hunter2 >&2; exit 2', 'failed with exit code 2'],
    ['prints and fails', 'echo hunter2; exit 7', 'failed with exit code 7'],
    ['is killed', 'echo hunter2; kill -9 $$', 'was ended by SIGKILL'],
    ['prints nothing', ': hunter2', 'printed nothing that can be a secret'],
    ['prints an empty line first', 'echo; echo hunter2', 'printed nothing that can be a secret'],
    [
      'prints what no header carries',
      "printf 'hunter2\\374'",
      'printed nothing that can be a secret',
    ],
    ['prints without end', 'yes hunter2', 'printed far too much'],
    ['waits for somebody to type', 'cat # hunter2', 'printed nothing that can be a secret'],
  ];

  it.each(cases)('when it %s', async (_, command, reason) => {
    const env = homeWithCommand(command);
    const source = `profile 'wholesale' in ${env.DOTAF_HOME}/config.json`;
    expect(await dotaf(['balance'], { env })).toEqual({
      stdout: '',
      stderr: [
        `error: the secret command of ${source} ${reason}`,
        `hint: run the secret_command of ${source} by hand`,
        '',
      ].join('\n'),
      code: 3,
    });
  });

  it.each([
    ['balance', '--json'],
    ['balance', '-v'],
    ['check', 'a.af', 'b.af', '--json'],
    ['doctor'],
    ['doctor', '--json'],
    ['doctor', '--report'],
    ['auth', 'status'],
    ['auth', 'status', '--json'],
    ['auth', 'ls'],
    ['auth', 'ls', '--json'],
  ])('by %s %s', async (...argv) => {
    const env = homeWithCommand('echo hunter2; echo hunter2 >&2; exit 2');
    const { stdout, stderr } = await dotaf(argv.filter(Boolean), { env });
    expect(stdout + stderr).not.toMatch(/hunter2|exit 2/);
    expect(stdout + stderr).not.toBe('');
  });
});

describe.skipIf(process.getuid?.() !== 0)('in a config of another user', () => {
  const foreign = 65_534;
  const homeOfAnother = () => {
    const home = homeWithCommand(printsSecret);
    chownSync(`${home.DOTAF_HOME}/config.json`, foreign, foreign);
    return home;
  };

  it.each([
    ['another user', { userId: 1000 }],
    ['root', { userId: 0 }],
    ['root for a third user', { userId: 0, env: { SUDO_UID: '1000' } }],
  ])('is not run by %s', async (_, { userId, env }: { userId: number; env?: object }) => {
    const { DOTAF_HOME } = homeOfAnother();
    expect(await dotaf(['balance'], { userId, env: { DOTAF_HOME, ...env } })).toEqual({
      stdout: '',
      stderr: [
        `error: the secret command of profile 'wholesale' in ${DOTAF_HOME}/config.json is not run: another user owns that file`,
        `hint: if you trust the command, make the file yours: sudo chown "$USER" '${DOTAF_HOME}/config.json'`,
        '',
      ].join('\n'),
      code: 3,
    });
  });

  it('is run by root for that user, through sudo', async () => {
    welcomes(wholesale.key, 'secret_of_it');
    const env = { ...homeOfAnother(), SUDO_UID: String(foreign) };
    expect(await dotaf(['balance'], { userId: 0, env })).toMatchObject({ stderr: '', code: 0 });
  });
});

describe('in a config that others can write to', () => {
  it.each([0o666, 0o620, 0o602])('is not run, and the file stays as it is: %o', async (mode) => {
    const env = homeWithCommand(printsSecret, mode);
    const file = `${env.DOTAF_HOME}/config.json`;
    const before = readFileSync(file, 'utf8');
    const hint = `hint: if you trust the command, close the file to`;
    for (let time = 0; time < 2; time += 1) {
      expect(await dotaf(['balance'], { env })).toEqual({
        stdout: '',
        stderr: `error: the secret command of profile 'wholesale' in ${file} is not run: others can write to that file\n${hint} them: chmod 600 '${file}'\n`,
        code: 3,
      });
    }
    expect(await dotaf(['config', 'set', 'timeout', '30'], { env })).toEqual({
      stdout: '',
      stderr: `error: the config ${file} is not changed: others can write to it, and it holds a secret command\n${hint} others: chmod 600 '${file}'\n`,
      code: 10,
    });
    expect([statSync(file).mode & 0o777, readFileSync(file, 'utf8')]).toEqual([mode, before]);
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
