import { expect, it } from 'vitest';
import { herat, mockDomainList } from '../support/domains.ts';
import { balanceBody, balanceData, mockService } from '../support/fixtures.ts';
import { startServer } from '../support/loopback-server.ts';
import { type CliResult, runCli } from '../support/run-cli.ts';
import { runProcess, startProcess, waitForExit } from '../support/spawn.ts';
import { TestClock } from '../support/test-clock.ts';

function parseFailure({
  stdout,
  stderr,
  code,
}: CliResult | Awaited<ReturnType<typeof runProcess>>) {
  const { error } = JSON.parse(stderr);
  return { stdout, code, error: error.code, message: error.message };
}

async function advanceUntilDone(clock: TestClock, session: Promise<CliResult>): Promise<CliResult> {
  let isRunning = true;
  const end = session.finally(() => {
    isRunning = false;
  });
  while (isRunning) {
    clock.advance(50);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return end;
}

it('rejects an endless expression before any request', async () => {
  const clock = new TestClock();
  const session = runCli(['balance', '--jq', 'range(1e9)'], { clock });
  expect(parseFailure(await advanceUntilDone(clock, session))).toEqual({
    stdout: '',
    code: 2,
    error: 'usage',
    message: "--jq 'range(1e9)' failed: it took more than 10 s, or all memory",
  });
});

it('times out on an expression that is endless for this answer', async () => {
  const clock = new TestClock();
  const expression = 'if . == null then 1 else range(1e9) end';
  const session = await new Promise<Promise<CliResult>>((resolve) => {
    mockService()
      .get('/api/v1/account/balance')
      .reply(() => {
        resolve(advanceUntilDone(clock, running));
        return [200, { success: true, data: balanceData }];
      });
    const running = runCli(['balance', '--jq', expression], { clock });
  });
  expect(parseFailure(await session)).toEqual({
    stdout: '',
    code: 8,
    error: 'unexpected_response',
    message: `--jq '${expression}' failed: it took more than 10 s, or all memory`,
  });
});

it('a failed expression on a list prints the error without warnings', async () => {
  mockDomainList([herat, { ...herat, domain: null }]);
  const session = await runCli(['domains', 'ls', '--jq', '.[] | error("no")']);
  expect(parseFailure(session)).toMatchObject({
    stdout: '',
    code: 8,
    error: 'unexpected_response',
  });
});

it('jq running out of memory is not reported as a bug', async () => {
  const expression = '"x" * 1000000000';
  expect(parseFailure(await runProcess(['balance', '--sandbox', '--jq', expression]))).toEqual({
    stdout: '',
    code: 2,
    error: 'usage',
    message: `--jq '${expression}' failed: it took more than 10 s, or all memory`,
  });
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends an endless expression', async (signal, code) => {
  const argv = ['balance', '--jq', 'if . == null then 1 else range(1e9) end'];
  const env = await startServer((_, response) => {
    response.end(balanceBody);
    response.once('close', () => child.kill(signal));
  });
  const child = startProcess(argv, { env });
  expect(await waitForExit(child)).toMatchObject({ stdout: '', code });
});
