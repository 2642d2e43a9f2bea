import { spawn, spawnSync } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { deferred } from '../support/deferred.ts';
import { serve } from '../support/loopback-server.ts';
import { ended, program } from '../support/spawn.ts';

const hasScript = spawnSync('script', ['--version']).status === 0;

const ctrlZ = '\u001a';
const cursorHidden = '\u001b[?25l';
const cursorShown = '\u001b[?25h';

/** An interactive bash on a terminal of its own, which starts the built program. */
async function bash(env: NodeJS.ProcessEnv) {
  const child = spawn('script', ['-qec', 'bash --norc --noprofile -i', '/dev/null'], {
    env: { ...env, TERM: 'xterm', PS1: 'ready> ', HISTFILE: '', LC_ALL: 'C', NO_COLOR: '1' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let unread = '';
  let wake = () => {};
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    unread += text;
    wake();
  });
  const end = ended(child);
  const shell = {
    type: (keys: string) => void child.stdin.write(keys),
    /** Gives what has come up to the text, with it. */
    async until(text: string): Promise<string> {
      while (!unread.includes(text)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const length = unread.indexOf(text) + text.length;
      const read = unread.slice(0, length);
      unread = unread.slice(length);
      return read;
    },
    async exit(): Promise<void> {
      child.stdin.write('exit\n');
      await end;
    },
  };
  await shell.until('ready> ');
  shell.type(`'${process.execPath}' '${program}' tier\n`);
  return shell;
}

it.skipIf(!hasScript)('Ctrl-Z, bg and fg leave the shell a cursor and lose no answer', async () => {
  const answer = deferred();
  const env = await serve(async (_, response) => {
    await answer.promise;
    response.end('{"success":true,"data":{"current_tier":"Silver"}}');
  });
  const shell = await bash(env);
  await shell.until('asking');
  shell.type(ctrlZ);
  const stopped = await shell.until('Stopped');
  expect(stopped.lastIndexOf(cursorShown)).toBeGreaterThan(stopped.lastIndexOf('asking'));
  await shell.until('ready> ');
  shell.type('bg; echo in the back"ground"\n');
  expect(await shell.until('in the background')).not.toContain('asking');
  shell.type('fg\n');
  expect(await shell.until('asking')).toContain(cursorHidden);
  answer.resolve();
  expect(await shell.until('Silver')).toContain(cursorShown);
  await shell.exit();
});
