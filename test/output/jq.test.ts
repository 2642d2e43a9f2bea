import { expect, it } from 'vitest';
import { herat, lists } from '../support/domains.ts';
import { balanceData, balanceText, service } from '../support/fixtures.ts';
import { serve } from '../support/loopback-server.ts';
import { dotaf, type Session } from '../support/session.ts';
import { ended, run, start } from '../support/spawn.ts';
import { TestClock } from '../support/test-clock.ts';

function failureOf({ stdout, stderr, code }: Session | Awaited<ReturnType<typeof run>>) {
  const { error } = JSON.parse(stderr);
  return { stdout, code, error: error.code, message: error.message };
}

/** Lets time pass, as long as the session lasts. */
async function whileTimePasses(clock: TestClock, session: Promise<Session>): Promise<Session> {
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

it('refuses an expression without an end before anything is sent', async () => {
  const clock = new TestClock();
  const session = dotaf(['balance', '--jq', 'range(1e9)'], { clock });
  expect(failureOf(await whileTimePasses(clock, session))).toEqual({
    stdout: '',
    code: 2,
    error: 'usage',
    message: "--jq 'range(1e9)' failed: it took more than 10 s, or all memory",
  });
});

it('ends an expression that has no end with this answer, which was asked for', async () => {
  const clock = new TestClock();
  const expression = 'if . == null then 1 else range(1e9) end';
  const session = await new Promise<Promise<Session>>((resolve) => {
    service()
      .get('/api/v1/account/balance')
      .reply(() => {
        resolve(whileTimePasses(clock, running));
        return [200, { success: true, data: balanceData }];
      });
    const running = dotaf(['balance', '--jq', expression], { clock });
  });
  expect(failureOf(await session)).toEqual({
    stdout: '',
    code: 8,
    error: 'unexpected_response',
    message: `--jq '${expression}' failed: it took more than 10 s, or all memory`,
  });
});

it('prints the failure and no warning when it fails on a list', async () => {
  lists([herat, { ...herat, domain: null }]);
  const session = await dotaf(['domains', 'ls', '--jq', '.[] | error("no")']);
  expect(failureOf(session)).toMatchObject({ stdout: '', code: 8, error: 'unexpected_response' });
});

it('takes it for no bug when jq has no memory left', async () => {
  const expression = '"x" * 1000000000';
  expect(failureOf(await run(['balance', '--sandbox', '--jq', expression]))).toEqual({
    stdout: '',
    code: 2,
    error: 'usage',
    message: `--jq '${expression}' failed: it took more than 10 s, or all memory`,
  });
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends an expression that has no end', async (signal, code) => {
  const argv = ['balance', '--jq', 'if . == null then 1 else range(1e9) end'];
  const env = await serve((_, response) => {
    response.end(balanceText);
    response.once('close', () => child.kill(signal));
  });
  const child = start(argv, { env });
  expect(await ended(child)).toMatchObject({ stdout: '', code });
});
