import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createTempFolder } from '../support/home.ts';
import { startSandboxWithEnv } from '../support/loopback-server.ts';
import { dotafScript, installProgram, waitForExit } from '../support/spawn.ts';
import { listExampleLines } from './pages.ts';

async function createScriptEnv() {
  const home = createTempFolder();
  writeFileSync(path.join(home, 'names.txt'), 'hello.af\nkite.af\n');
  // A shell function could not be killed together with its children.
  installProgram(home, 'dotaf', dotafScript);
  return {
    ...(await startSandboxWithEnv()),
    PATH: `${home}:${path.dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: home,
    DOTAF_RATE_LIMIT: '1000/60s',
  };
}

function toRunnable(line: string): string {
  return line.endsWith('&')
    ? `${line}\nuntil [ -s sandbox.json ]; do :; done; kill $!; wait $! 2> /dev/null`
    : line;
}

it.each(['scripting', 'skill'])(
  'every command in dotaf help %s runs',
  async (page) => {
    const env = await createScriptEnv();
    const lines = listExampleLines(page).filter((line) => !line.startsWith('#'));
    expect(lines.length).toBeGreaterThan(2);
    const script = lines.map((line) => {
      const mark = `printf '\\n== %s\\n' "$code"`;
      return `${toRunnable(line)}\ncode=$?\n${mark}\n${mark} >&2`;
    });
    // One shell runs all examples, like a reader who follows the page.
    const child = spawn('bash', ['-c', ['cd "$HOME"', ...script].join('\n')], { env });
    onTestFinished(() => void child.kill('SIGKILL'));
    const { stdout, stderr } = await waitForExit(child);
    const errors = stderr.split(/\n== \d+\n/);
    const results = [...stdout.matchAll(/\n== (\d+)\n/g)].map(([, code], index) => ({
      line: lines[index],
      code,
      error: /^(error|hint): .*/m.exec(errors[index] ?? '')?.[0],
    }));
    // SIGTERM ends the sandbox with 143.
    expect(results).toEqual(
      lines.map((line) => ({ line, code: expect.stringMatching(/^(0|143)$/), error: undefined })),
    );
  },
  120_000,
);
