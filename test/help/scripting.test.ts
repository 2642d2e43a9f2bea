import { spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startSandboxServer } from '../../src/sandbox/server.ts';
import { createTempFolder } from '../support/home.ts';
import { launcherPath, waitForExit } from '../support/spawn.ts';
import { listExampleLines } from './pages.ts';

/** Starts a sandbox for all examples of a page, with a folder for their files. */
async function createScriptEnv() {
  const { baseUrl, key, secret, close } = await startSandboxServer({
    now: Date.now,
    delay: async () => {},
    rate: { requests: 1000, windowMs: 60_000 },
  });
  onTestFinished(close);
  const home = createTempFolder();
  writeFileSync(path.join(home, 'names.txt'), 'hello.af\nkite.af\n');
  const dotaf = path.join(home, 'dotaf');
  // Use a script: a shell function could not be killed together with its children.
  writeFileSync(dotaf, `#!/bin/sh\nexec '${process.execPath}' '${launcherPath}' "$@"\n`);
  chmodSync(dotaf, 0o755);
  return {
    PATH: `${home}:${path.dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: home,
    DOTAF_BASE_URL: baseUrl,
    DOTAF_KEY: key,
    DOTAF_SECRET: secret,
    DOTAF_RATE_LIMIT: '1000/60s',
  };
}

/** Stops a background sandbox once it is ready. */
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
    // Run all examples in one shell, like a reader who follows the page.
    const child = spawn('bash', ['-c', ['cd "$HOME"', ...script].join('\n')], { env });
    onTestFinished(() => void child.kill('SIGKILL'));
    const { stdout, stderr } = await waitForExit(child);
    const errors = stderr.split(/\n== \d+\n/);
    const results = [...stdout.matchAll(/\n== (\d+)\n/g)].map(([, code], index) => ({
      line: lines[index],
      code,
      error: /^(error|hint): .*/m.exec(errors[index] ?? '')?.[0],
    }));
    // 143: the sandbox was terminated.
    expect(results).toEqual(
      lines.map((line) => ({ line, code: expect.stringMatching(/^(0|143)$/), error: undefined })),
    );
  },
  120_000,
);
