import { chmodSync, chownSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectLogin, wholesale } from '../support/fixtures.ts';
import { createHome, createTempFolder } from '../support/home.ts';
import { runCli } from '../support/run-cli.ts';
import { runProcess } from '../support/spawn.ts';

function createHomeWithCommand(secret_command: string, mode = 0o600) {
  const home = createHome({ profiles: [{ ...wholesale, secret_command }], active: 'wholesale' });
  chmodSync(`${home.DOTAF_HOME}/config.json`, mode);
  return { ...home, PATH: process.env.PATH };
}

it('yields the first line of output and inherits the environment', async () => {
  expectLogin(wholesale.key, 'secret_of_it');
  const home = createHomeWithCommand('printf \'%s\\r\\nlogin: me\\n\' "$MY_SECRET"');
  const env = { ...home, MY_SECRET: 'secret_of_it' };
  const { stdout, stderr, code } = await runCli(['balance', '-v'], { env });
  expect(code).toBe(0);
  expect(stdout + stderr).not.toContain('secret_of_it');
});

it.each([
  ['echo secret_of_it', 'exit 0', 0],
  ['printf secret_of_it', 'exit 0', 0],
  ['sleep 0.1; echo secret_of_it', 'exit 0', 0],
  ['echo secret_of_it', 'exit 2', 3],
  ['echo secret_of_it', 'exec sleep 1000', 0],
])(
  'is not awaited after its exit or first line, despite background processes: %s; %s',
  async (printCommand, exitCommand, code) => {
    if (code === 0) expectLogin(wholesale.key, 'secret_of_it');
    const running = path.join(createTempFolder(), 'running');
    writeFileSync(running, '');
    const env = createHomeWithCommand(
      `(while [ -e '${running}' ]; do sleep 0.1; done) & ${printCommand}; ${exitCommand}`,
    );
    const { stderr, code: actualCode } = await runCli(['balance'], { env });
    expect([actualCode, stderr.includes('failed with code 2')]).toEqual([code, code === 3]);
    rmSync(running);
  },
);

const noSecretMessage = 'printed nothing that can be a secret';

it.each([
  ['echo hunter2 >&2; exit 2', 'failed with code 2'],
  ['echo hunter2; kill -9 $$', 'failed with code SIGKILL'],
  ['echo; echo hunter2', noSecretMessage],
  ["printf 'hunter2\\374'", noSecretMessage],
  // cat waits for stdin, which is empty.
  ['cat # hunter2', noSecretMessage],
])('is not printed or quoted when it fails: %s', async (command, reason) => {
  const env = createHomeWithCommand(command);
  const source = `profile 'wholesale' in ${env.DOTAF_HOME}/config.json`;
  const message = `error: the secret command of ${source} ${reason}`;
  const stderr = `${message}\nhint: run the secret_command of ${source} by hand\n`;
  expect(await runCli(['balance'], { env })).toEqual({ stdout: '', stderr, code: 3 });
});

it.each(['balance --json', 'check a.af b.af --json', 'doctor', 'auth status', 'auth ls --json'])(
  'is not printed or quoted by %s',
  async (line) => {
    const env = createHomeWithCommand('echo hunter2; echo hunter2 >&2; exit 2');
    const { stdout, stderr } = await runCli(line.split(' '), { env });
    expect(stdout + stderr).not.toMatch(/hunter2|exit 2/);
    expect(stdout + stderr).not.toBe('');
  },
);

/** Root cannot test with its own files, since files of root are always trusted. */
const isRoot = process.getuid?.() === 0;
const owner = isRoot ? 65_534 : (process.getuid?.() ?? 0);

describe.skipIf(process.platform === 'win32')(
  'a secret command in a config writable by others',
  () => {
    it.each<[string, number, number]>([
      ['another user', 0o600, owner + 1],
      ['its owner, where a group may write', 0o620, owner],
    ])('is not run by %s, and the config is unchanged', async (_, mode, userId) => {
      const env = createHomeWithCommand('echo secret_of_it', mode);
      const file = `${env.DOTAF_HOME}/config.json`;
      if (isRoot) chownSync(file, owner, owner);
      const before = [statSync(file).mode, readFileSync(file, 'utf8')];
      const culprit = owner === userId ? 'you' : `user ${owner}`;
      const hint = `if you trust it: sudo chown "$USER" '${file}'; chmod go-w '${file}'`;
      const stderr = `error: '${file}' is not used: others can write to '${file}', which belongs to ${culprit}\nhint: ${hint}\n`;
      for (const argv of [['balance'], ['config', 'set', 'timeout', '30']]) {
        expect(await runCli(argv, { env, userId })).toEqual({ stdout: '', stderr, code: 10 });
      }
      expect([statSync(file).mode, readFileSync(file, 'utf8')]).toEqual(before);
    });

    it.skipIf(!isRoot)('is run by any user if root owns the config', async () => {
      expectLogin(wholesale.key, 'secret_of_it');
      const env = createHomeWithCommand('echo secret_of_it', 0o644);
      expect(await runCli(['balance'], { env, userId: owner })).toMatchObject({
        stderr: '',
        code: 0,
      });
    });

    it('is run from a world-readable config, which becomes private', async () => {
      expectLogin(wholesale.key, 'secret_of_it');
      const env = createHomeWithCommand('echo secret_of_it', 0o644);
      expect(await runCli(['balance'], { env })).toMatchObject({ stderr: '', code: 0 });
      expect(statSync(`${env.DOTAF_HOME}/config.json`).mode & 0o777).toBe(0o600);
    });
  },
);

it('is ended by Ctrl-C', async () => {
  const env = createHomeWithCommand('kill -INT $PPID; exec sleep 1000');
  expect(await runProcess(['balance'], { env })).toMatchObject({
    stderr: 'error: interrupted\n',
    code: 130,
  });
});
