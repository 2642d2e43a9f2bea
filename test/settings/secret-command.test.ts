import { chmodSync, chownSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { welcomes, wholesale } from '../support/fixtures.ts';
import { homeWith } from '../support/home.ts';
import { dotaf } from '../support/session.ts';
import { run } from '../support/spawn.ts';

function homeWithCommand(secret_command: string) {
  return homeWith({ profiles: [{ ...wholesale, secret_command }], active: 'wholesale' });
}

it.each([
  ['one line', "printf 'secret_of_it'"],
  ['the first of two lines', "printf 'secret_of_it\\r\\nlogin: me\\n'"],
  ['what an own variable holds', 'printf %s "$MY_SECRET"'],
])('takes %s', async (_, command) => {
  welcomes(wholesale.key, 'secret_of_it');
  const env = { ...homeWithCommand(command), MY_SECRET: 'secret_of_it', PATH: process.env.PATH };
  expect(await dotaf(['balance'], { env })).toMatchObject({ stderr: '', code: 0 });
});

it.each([
  ['fails', 'echo locked out >&2; exit 2', 'failed: locked out'],
  ['fails without a word', 'exit 7', 'failed: exit code 7'],
  ['prints and fails', 'echo hunter2; exit 7', 'failed: exit code 7'],
  ['is killed', 'kill -9 $$', 'failed: ended by SIGKILL'],
  ['prints nothing', 'true', 'printed nothing that can be a secret'],
  ['prints an empty line first', 'echo; echo hunter2', 'printed nothing that can be a secret'],
  ['prints what no header carries', "printf 'h\\374nter'", 'printed nothing that can be a secret'],
  ['prints without end', 'yes', 'printed far too much'],
  ['waits for somebody to type', 'cat', 'printed nothing that can be a secret'],
])('that %s is reported once, with its source', async (_, command, reason) => {
  const env = { ...homeWithCommand(command), PATH: process.env.PATH };
  expect(await dotaf(['balance'], { env })).toEqual({
    stdout: '',
    stderr: [
      `error: the secret command of profile 'wholesale' in ${env.DOTAF_HOME}/config.json ${reason}`,
      `hint: run it by hand to see why: ${command}`,
      '',
    ].join('\n'),
    code: 3,
  });
});

describe.skipIf(process.getuid?.() !== 0)('in a config of another user', () => {
  const foreign = 65_534;
  const homeOfAnother = () => {
    const home = homeWithCommand("printf 'secret_of_it'");
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
    const env = { ...homeOfAnother(), SUDO_UID: String(foreign), PATH: process.env.PATH };
    expect(await dotaf(['balance'], { userId: 0, env })).toMatchObject({ stderr: '', code: 0 });
  });
});

describe('in a config that others can write to', () => {
  const openHome = (mode: number, command = "printf 'secret_of_it'") => {
    const home = homeWithCommand(command);
    chmodSync(`${home.DOTAF_HOME}/config.json`, mode);
    return home;
  };

  it.each([0o666, 0o620, 0o602])('is not run, and the file stays as it is: %o', async (mode) => {
    const env = openHome(mode);
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
    const env = { ...openHome(0o644), PATH: process.env.PATH };
    expect(await dotaf(['balance'], { env })).toMatchObject({ code: 0 });
    expect(statSync(`${env.DOTAF_HOME}/config.json`).mode & 0o777).toBe(0o600);
  });
});

it('ends at Ctrl-C', async () => {
  const env = homeWithCommand('kill -INT $PPID; exec sleep 1000');
  expect(await run(['balance'], { env })).toEqual({
    stdout: '',
    stderr: 'error: interrupted\n',
    code: 130,
  });
});

it('leaves the secret out of the trace', async () => {
  welcomes(wholesale.key, 'secret_of_it');
  const env = { ...homeWithCommand('echo secret_of_it'), PATH: process.env.PATH };
  const { stdout, stderr } = await dotaf(['balance', '-v'], { env });
  expect(stdout + stderr).not.toContain('secret_of_it');
});
