import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDeferred } from '../support/deferred.ts';
import { balanceData } from '../support/fixtures.ts';
import { createTempFolder } from '../support/home.ts';
import { startServer } from '../support/loopback-server.ts';
import { launcherPath, startOnTerminal, waitForExit } from '../support/spawn.ts';
import { hasScript } from '../support/terminal.ts';

/** Starts an interactive bash in which `auth login` prompts for the secret. */
async function startShellAtSecretPrompt(answer: Promise<void>) {
  const env = await startServer(async (_, response) => {
    await answer;
    response.end(JSON.stringify({ success: true, data: balanceData }));
  });
  const { PATH, DOTAF_HOME } = env;
  const shellEnv = { PATH, DOTAF_HOME, TERM: 'xterm', HISTFILE: '', LC_ALL: 'C' };
  const shell = startOnTerminal('bash --norc --noprofile -i', shellEnv);
  const end = waitForExit(shell);
  let screen = '';
  let wake = () => {};
  shell.stdout.on('data', (text) => {
    screen += text;
    wake();
  });
  /** @returns the output from the end of the last call to the end of `text` */
  const until = async (text: string) => {
    while (!screen.includes(text)) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const length = screen.indexOf(text) + text.length;
    const output = screen.slice(0, length);
    screen = screen.slice(length);
    return output;
  };
  const write = (text: string) => shell.stdin.write(text);
  const login = `auth login --base-url ${env.DOTAF_BASE_URL} --key key_of_it`;
  const pidWrapper = `sh -c 'echo "process $$;"; exec "$0" "$@"'`;
  write(`${pidWrapper} '${process.execPath}' '${launcherPath}' ${login}\n`);
  const [, pid] = /process (\d+);/.exec(await until('not shown')) ?? [];
  return { write, until, end, pid: Number(pid) };
}

describe.skipIf(!hasScript)('a login on a terminal', () => {
  it('consumes the whole paste, so that the shell runs none of it', async () => {
    const answer = createDeferred();
    const { write, until, end } = await startShellAtSecretPrompt(answer.promise);
    const file = path.join(createTempFolder(), 'file');
    write('secret_of_it\n');
    await until('asking');
    write(`touch '${file}'\ntouch '${file}'`);
    answer.resolve();
    await until('logged in as');
    write('\nexit\n');
    await end;
    expect(existsSync(file)).toBe(false);
  });

  it('ignores Ctrl-Z and continues after SIGTSTP', async () => {
    const { write, until, end, pid } = await startShellAtSecretPrompt(Promise.resolve());
    write('\u001aé\n');
    await until('it contains characters');
    process.kill(pid, 'SIGTSTP');
    await until('Stopped');
    write('fg\n');
    // The interrupted prompt shows the cursor again when it ends.
    await until('\u001b[?25h');
    await until('not shown');
    write('secret_of_it\n');
    await until('logged in as');
    write('exit\n');
    expect((await end).stdout).not.toContain('secret_of_it');
  });
});
