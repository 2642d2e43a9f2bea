import { createServer, type ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { resolveConnectionTarget } from '../../src/api/connect.ts';
import { Transport } from '../../src/api/transport.ts';
import { CliError } from '../../src/errors.ts';
import { balanceBody } from '../support/fixtures.ts';
import { listenUntilTestEnd } from '../support/loopback-server.ts';
import { TestClock } from '../support/test-clock.ts';

const interruptError = new CliError('interrupted', 'interrupted');

async function startPendingRequest(isBulk: boolean) {
  const clock = new TestClock();
  const server = createServer();
  const [stop, closing] = [new AbortController(), new AbortController()];
  const transport = new Transport({
    route: resolveConnectionTarget(
      new URL(`http://127.0.0.1:${await listenUntilTestEnd(server)}/api/v1`),
      {},
    ),
    key: 'key_of_the_test',
    secret: 'secret_of_the_test',
    timeoutMs: 15_000,
    clock,
    stopSignal: stop.signal,
    closeSignal: closing.signal,
    trace: undefined,
  });
  const send = () =>
    transport.send({ method: 'GET', path: '/account/balance', operation: 'balance', isBulk });
  const reply = send();
  reply.catch(() => {});
  const response = await new Promise<ServerResponse>((resolve) =>
    server.once('request', (_, first) => resolve(first)),
  );
  const answer = () => response.end(balanceBody);
  return { clock, stop, closing, send, reply, answer };
}

it.each([
  ['a single request at once', false, 0],
  ['a bulk request after the grace period', true, 1200],
])('aborts %s', async (_, isBulk, graceMs) => {
  const { clock, stop, send, reply } = await startPendingRequest(isBulk);
  stop.abort(interruptError);
  clock.advance(graceMs);
  await expect(reply).rejects.toBe(interruptError);
  await expect(send()).rejects.toBe(interruptError);
});

it('a bulk request may finish within the grace period', async () => {
  const { clock, stop, reply, answer } = await startPendingRequest(true);
  stop.abort(interruptError);
  clock.advance(1199);
  answer();
  expect(await reply).toMatchObject({ status: 200, text: balanceBody });
});

it('closing the run aborts every request', async () => {
  const { closing, reply } = await startPendingRequest(true);
  closing.abort();
  await expect(reply).rejects.toBe(closing.signal.reason);
});
