import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { toCliError } from '../../src/errors.ts';
import { createEnv, createTempFolder } from '../support/home.ts';
import { startSandboxWithEnv } from '../support/loopback-server.ts';
import {
  launcherPath,
  runProcess,
  startOnTerminal,
  startProcess,
  withUlimit,
} from '../support/spawn.ts';
import { hasScript } from '../support/terminal.ts';

const itOnUnix = it.skipIf(process.platform === 'win32');

/** Prints more than a pipe buffer holds. */
const argv = ['domains', 'ls', '--sandbox', '--jq', '[range(300) as $i | .]'];

const intoOnePipe = ['sh', '-c', 'exec "$@" 2>&1', 'sh', process.execPath, launcherPath] as const;

itOnUnix.each([
  ['SIGTERM', 143, undefined],
  ['SIGINT', 130, undefined],
  ['SIGTERM', 143, [...intoOnePipe]],
] as const)(
  '%s ends with %d a run whose output is not read, wherever stderr goes: %j',
  async (signal, code, command) => {
    const child = startProcess(argv, command && { command });
    const stderr = child.stderr && text(child.stderr);
    const exit = once(child, 'exit');
    // Nobody reads the pipe, so that writing blocks.
    if (child.stdout) await once(child.stdout, 'readable');
    child.kill(signal);
    expect(await exit).toEqual([code, null]);
    child.stdout?.destroy();
    if (!command) expect(JSON.parse((await stderr) ?? '').error.code).toBe('interrupted');
  },
);

it.skipIf(!hasScript)('a lost terminal at the secret prompt exits with 129', async () => {
  const folder = createTempFolder();
  const pipe = path.join(folder, 'code');
  spawnSync('mkfifo', [pipe]);
  // The shell ignores SIGHUP to outlive its terminal; Node resets the signal for dotaf.
  const line = `trap '' HUP; ulimit -c 0; '${process.execPath}' '${launcherPath}' auth login --base-url http://127.0.0.1:9; echo $? > ${pipe}`;
  const terminal = startOnTerminal(line, createEnv({ TERM: 'xterm', SHELL: '/bin/sh' }));
  let screen = '';
  terminal.stdout.setEncoding('utf8');
  const until = async (question: string) => {
    while (!screen.includes(question)) screen += String(await once(terminal.stdout, 'data'));
    screen = '';
  };
  await until('API key');
  terminal.stdin.write('key_of_the_shop\r');
  await until('API secret');
  terminal.stdin.write('hunter2');
  await until('(not shown)');
  const code = readFile(pipe, 'utf8');
  terminal.kill('SIGKILL');
  expect(await code).toBe('129\n');
});

itOnUnix(
  'too few file descriptors are an error that suggests a higher limit, and no bug',
  async () => {
    const env = await startSandboxWithEnv();
    const runWithLimit = (files: number, argv: string[]) =>
      runProcess(argv, {
        env: { ...env, DOTAF_HOME: createTempFolder() },
        command: withUlimit(`-n ${files}`),
      });
    let minFiles = 14;
    // With fewer descriptors, Node itself does not start.
    while ((await runWithLimit(minFiles, ['--version'])).code !== 0) minFiles += 1;
    const errors: unknown[] = [];
    for (let files = minFiles; files < minFiles + 8; files += 2) {
      for (const argv of [
        ['check', 'a.af'],
        ['tier', '--jq', '.'],
      ]) {
        const { stderr, code } = await runWithLimit(files, [...argv, '--max-wait', '0']);
        if (code === 0) continue;
        errors.push(code);
        expect([5, 10], `${argv} with ${files}: ${stderr}`).toContain(code);
        expect(stderr).toMatch(/ulimit -n 1024/);
      }
    }
    expect(errors).not.toEqual([]);
  },
);

it.each(['EMFILE', 'ENOMEM', 'ERR_WORKER_OUT_OF_MEMORY', 'ERR_WORKER_INIT_FAILED'])(
  '%s is reported as resource exhaustion',
  (code) => {
    const error = Object.assign(new Error('of the system'), { code });
    for (const thrown of [error, new Error('around it', { cause: error })]) {
      const error = toCliError(thrown);
      const message = `dotaf cannot go on: there are too few files or too little memory (${code})`;
      expect(error.message).toBe(message);
      expect([error.code, ...error.hints]).toEqual(['io', 'allow more: ulimit -n 1024']);
    }
  },
);
