import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deferred } from '../support/deferred.ts';
import { balanceData } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { serve } from '../support/loopback-server.ts';
import { ended, program } from '../support/spawn.ts';

const hasScript = spawnSync('script', ['--version']).status === 0;

/** A shell on a terminal, in which a log-in is at the question for the secret. */
async function shellAtSecret(answer: Promise<void>) {
  const env = await serve(async (_, response) => {
    await answer;
    response.end(JSON.stringify({ success: true, data: balanceData }));
  });
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
  /** Returns what was shown since the last time, up to this text. */
  const until = async (text: string) => {
    while (!screen.includes(text)) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const length = screen.indexOf(text) + text.length;
    const shown = screen.slice(0, length);
    screen = screen.slice(length);
    return shown;
  };
  const write = (text: string) => shell.stdin.write(text);
  const login = `auth login --base-url ${env.DOTAF_BASE_URL} --key key_of_it`;
  const own = `sh -c 'echo "process $$;"; exec "$0" "$@"'`;
  write(`${own} '${process.execPath}' '${program}' ${login}\n`);
  const [, pid] = /process (\d+);/.exec(await until('not shown')) ?? [];
  return { write, until, end, pid: Number(pid) };
}

describe.skipIf(!hasScript)('a log-in at a terminal', () => {
  it('leaves nothing of a paste to the shell', async () => {
    const answer = deferred();
    const { write, until, end } = await shellAtSecret(answer.promise);
    const file = path.join(temporaryFolder(), 'file');
    write('secret_of_it\n');
    await until('asking');
    write(`touch '${file}'\ntouch '${file}'`);
    answer.resolve();
    await until('logged in as');
    write('\nexit\n');
    await end;
    expect(existsSync(file)).toBe(false);
  });

  it('is not stopped by Ctrl-Z, and goes on where something else has stopped it', async () => {
    const { write, until, end, pid } = await shellAtSecret(Promise.resolve());
    write('\u001aé\n');
    await until('it contains characters');
    process.kill(pid, 'SIGTSTP');
    await until('Stopped');
    write('fg\n');
    // The question that was stopped shows the cursor at its end.
    await until('\u001b[?25h');
    await until('not shown');
    write('secret_of_it\n');
    await until('logged in as');
    write('exit\n');
    expect((await end).stdout).not.toContain('secret_of_it');
  });
});
