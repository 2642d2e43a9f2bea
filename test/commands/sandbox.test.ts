import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createEnv, createTempFolder } from '../support/home.ts';
import { listenUntilTestEnd } from '../support/loopback-server.ts';
import { runCli } from '../support/run-cli.ts';
import { readFirstChunk, runProcess, startProcess, waitForExit } from '../support/spawn.ts';

interface RunningSandbox {
  client: Record<string, string>;
  line: string;
  stop(): ReturnType<typeof waitForExit>;
}

async function startSandboxProcess(...options: string[]): Promise<RunningSandbox> {
  const child = startProcess(['sandbox', '--json', ...options]);
  const line = await readFirstChunk(child);
  const { base_url, key, secret } = JSON.parse(line);
  return {
    line,
    client: createEnv({ DOTAF_BASE_URL: base_url, DOTAF_KEY: key, DOTAF_SECRET: secret }),
    stop: () => {
      const end = waitForExit(child);
      child.kill('SIGTERM');
      return end;
    },
  };
}

function writeAccountFile(account: object): string {
  const file = path.join(createTempFolder(), 'account.json');
  writeFileSync(file, JSON.stringify(account));
  return file;
}

it('prints one line of JSON, serves a client, and exits with 143 on SIGTERM', async () => {
  const { line, client, stop } = await startSandboxProcess();
  expect(line).toMatch(
    /^{"base_url":"http:\/\/127\.0\.0\.1:\d+\/api\/v1","key":"sandbox_key_\w+","secret":"sandbox_secret_\w+"}\n$/,
  );
  expect((await runProcess(['tier', '--jq', '.current_tier'], { env: client })).stdout).toBe(
    'Silver\n',
  );
  expect((await stop()).code).toBe(143);
});

it('prints export lines and notes that nothing is real', async () => {
  const child = startProcess(['sandbox']);
  const text = await readFirstChunk(child);
  expect(text).toMatch(
    /^export DOTAF_BASE_URL=\S+\nexport DOTAF_KEY=\S+\nexport DOTAF_SECRET=\S+\n$/,
  );
  const end = waitForExit(child);
  child.kill('SIGINT');
  const { stderr, code } = await end;
  expect(stderr).toBe(
    'paste these lines into another terminal, then: dotaf balance\n' +
      'the sandbox runs until Ctrl-C; nothing in it is real\n',
  );
  expect(code).toBe(130);
});

it.each([
  ['401', 3, 'unauthorized'],
  ['403', 3, 'unauthorized'],
  ['429', 7, 'rate_limited'],
  ['500', 6, 'api_error'],
  ['reset', 5, 'network'],
  ['html', 8, 'unexpected_response'],
  ['slow', 5, 'timeout'],
])('--fail %s makes a client exit with %i', async (kind, code, error) => {
  // A second --fail shows that the option can be repeated.
  const { client } = await startSandboxProcess('--fail', `${kind}:100`, '--fail', '500:1');
  const session = await runProcess(
    ['tier', '--json', '--max-wait', '0', '--timeout', kind === 'slow' ? '0.3' : '15'],
    { env: client },
  );
  expect(JSON.parse(session.stderr).error.code).toBe(error);
  expect(session.code).toBe(code);
});

it('enforces its rate limit', async () => {
  const { client } = await startSandboxProcess('--rate-limit', '2/1h');
  const argv = ['check', 'a.af', 'b.af', 'c.af', '--max-wait', '0', '--jq', '.error.code'];
  const { stdout, code } = await runProcess(argv, { env: client });
  expect(stdout.split('\n').sort()).toEqual(['', 'null', 'null', 'rate_limited']);
  expect(code).toBe(9);
});

it('reports a port that is in use', async () => {
  const port = await listenUntilTestEnd(createServer());
  expect(await runCli(['sandbox', '--port', String(port)])).toEqual({
    stdout: '',
    stderr: `error: cannot listen on port ${port}: another program uses it (EADDRINUSE)\nhint: choose another --port from 1024 to 65535, or 0 for any\n`,
    code: 10,
  });
});

it('serves a truncated list', async () => {
  const domains = Array.from({ length: 101 }, (_, index) => ({ domain: `name-${index}.af` }));
  const { client } = await startSandboxProcess('--data', writeAccountFile({ domains }));
  const { stdout, stderr, code } = await runProcess(['domains', 'ls', '--names'], { env: client });
  expect(stdout.trim().split('\n')).toHaveLength(100);
  const message =
    "the list of the service lacks 1 of the 101 domains of the account: dotaf config set domains-file '<path>'";
  expect({ stderr, code }).toEqual({ stderr: `warning: ${message}\n`, code: 0 });
});
