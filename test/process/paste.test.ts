import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { deferred } from '../support/deferred.ts';
import { balanceData } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { serve } from '../support/loopback-server.ts';
import { ended, program } from '../support/spawn.ts';

const hasScript = spawnSync('script', ['--version']).status === 0;

it.skipIf(!hasScript)('a log-in leaves nothing of a paste to the shell', async () => {
  const answer = deferred();
  const env = await serve(async (_, response) => {
    await answer.promise;
    response.end(JSON.stringify({ success: true, data: balanceData }));
  });
  const file = path.join(temporaryFolder(), 'file');
  const shell = spawn('script', ['-qec', 'bash --norc --noprofile -i', '/dev/null'], {
    env: { PATH: env.PATH, DOTAF_HOME: env.DOTAF_HOME, TERM: 'xterm', HISTFILE: '', LC_ALL: 'C' },
  });
  onTestFinished(() => void shell.kill('SIGKILL'));
  const end = ended(shell);
  let screen = '';
  let wake = () => {};
  shell.stdout.on('data', (text) => {
    screen += text;
    wake();
  });
  const until = async (text: string) => {
    while (!screen.includes(text)) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    screen = '';
  };
  const login = `auth login --base-url ${env.DOTAF_BASE_URL} --key key_of_it`;
  shell.stdin.write(`'${process.execPath}' '${program}' ${login}\n`);
  await until('API secret');
  shell.stdin.write('secret_of_it\n');
  await until('asking');
  shell.stdin.write(`touch '${file}'\ntouch '${file}'`);
  answer.resolve();
  await until('logged in as');
  shell.stdin.write('\nexit\n');
  await end;
  expect(existsSync(file)).toBe(false);
});
