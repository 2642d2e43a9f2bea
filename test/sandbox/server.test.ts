import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import nock from 'nock';
import { describe, expect, it } from 'vitest';
import { errorReply, noon, sendRequest, startSandboxClient } from '../support/sandbox-client.ts';

describe('startSandbox', () => {
  it('answers JSON dated by its clock, with a request id on errors', async () => {
    const { send } = await startSandboxClient();
    const { headers } = await send('/account/tier');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('date')).toBe(new Date(noon).toUTCString());
    expect((await send('/nowhere')).body).toEqual({
      success: false,
      error: { code: 'not_found', message: 'no such operation', request_id: 'req_000002' },
    });
  });
});

it.each([
  ['another key', { 'X-Service-Key': 'sandbox_key_0' }],
  ['another secret', { 'X-Service-Secret': 'sandbox_secret_0' }],
  ['an empty secret', { 'X-Service-Secret': '' }],
])('rejects credentials with %s before any other check', async (_, headers) => {
  const { baseUrl, send } = await startSandboxClient();
  expect(await send('/nowhere', { headers })).toMatchObject(errorReply(401, 'unauthorized'));
  expect(await sendRequest(`${baseUrl}/nowhere`)).toMatchObject(errorReply(401, 'unauthorized'));
});

describe('the rate limit', () => {
  it('is 60 in 60 seconds by default', async () => {
    const { send } = await startSandboxClient();
    for (let count = 0; count < 60; count += 1) {
      expect((await send('/account/tier')).status).toBe(200);
    }
    const reply = await send('/account/tier');
    expect(reply).toMatchObject(errorReply(429, 'rate_limited'));
    expect(reply.headers.get('retry-after')).toBe('60');
  });

  it('is a sliding window that a request leaves exactly one window after its arrival', async () => {
    const { clock, send } = await startSandboxClient({ rate: { requests: 2, windowMs: 10_000 } });
    const at = async (ms: number) => {
      clock.now = noon + ms;
      const { status, headers } = await send('/account/tier');
      return [status, headers.get('retry-after')];
    };
    expect(await at(0)).toEqual([200, null]);
    expect(await at(4_000)).toEqual([200, null]);
    expect(await at(4_000)).toEqual([429, '6']);
    expect(await at(8_999)).toEqual([429, '2']);
    expect(await at(10_000)).toEqual([200, null]);
    expect(await at(10_000)).toEqual([429, '4']);
    expect(await at(14_000)).toEqual([200, null]);
  });

  it('counts failed requests, except those with unknown credentials', async () => {
    const { baseUrl, send } = await startSandboxClient({ rate: { requests: 1, windowMs: 1_000 } });
    await sendRequest(`${baseUrl}/account/tier`);
    expect((await send('/nowhere')).status).toBe(404);
    expect((await send('/account/tier')).status).toBe(429);
  });
});

it('injects faults in the same order for the same seed', async () => {
  const statuses = async (seed: string) => {
    const faults = [
      { kind: '401', percent: 0 },
      { kind: '403', percent: 30 },
      { kind: '500', percent: 100 },
    ] as const;
    const { send } = await startSandboxClient({ seed, faults: [...faults] });
    const codes: number[] = [];
    for (let count = 0; count < 50; count += 1) codes.push((await send('/account/tier')).status);
    return codes;
  };
  const [first = [], sameSeed, otherSeed] = await Promise.all(['one', 'one', 'two'].map(statuses));
  expect(new Set(first)).toEqual(new Set([403, 500]));
  const forbidden = first.filter((status) => status === 403).length;
  expect(forbidden).toBeGreaterThan(7);
  expect(forbidden).toBeLessThan(24);
  expect(sameSeed).toEqual(first);
  expect(otherSeed).not.toEqual(first);
});

it.each([
  ['localhost', 404],
  ['LOCALHOST:4010', 404],
  ['127.8.9.1', 404],
  ['[::1]:4010', 404],
  ['localhost.evil.example', 421],
  ['127.0.0.1.evil.example:4010', 421],
  ['192.168.0.1', 421],
  ['[', 421],
])('answers a request for the host %s with %i, on any path', async (host, status) => {
  const sandbox = await startSandboxClient();
  const socket = sendHead(sandbox, `GET /nowhere HTTP/1.1\nHost: ${host}`);
  const reply = await text(socket);
  expect(reply).toMatch(`HTTP/1.1 ${status} `);
  if (status === 404) return;
  const code = '"code":"misdirected_request"';
  const message = '"message":"the Host header must name this machine, such as localhost"';
  expect(reply).toMatch(`{"success":false,"error":{${code},${message},`);
});

it('reads the whole of a body that is too large before it answers 413', async () => {
  const sandbox = await startSandboxClient();
  const lines = 'POST /api/v1/pricing HTTP/1.1\nHost: localhost\nContent-Length: 20000000';
  const socket = sendHead(sandbox, lines);
  // More than socket buffers hold, so it is sent only if the server reads it.
  socket.write(Buffer.alloc(20_000_000));
  const [reply] = await once(socket, 'data');
  expect(String(reply)).toMatch(/^HTTP\/1.1 413 [\s\S]*"code":"body_too_large"/);
  socket.destroy();
});

/** Sends the head of a request; fetch can neither set a Host header nor send in pieces. */
function sendHead(
  { baseUrl, key, secret }: Record<'baseUrl' | 'key' | 'secret', string>,
  lines: string,
) {
  // nock would intercept the connection.
  nock.restore();
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
  const credentials = `X-Service-Key: ${key}\nX-Service-Secret: ${secret}`;
  socket.write(`${lines}\n${credentials}\nConnection: close\n\n`.replaceAll('\n', '\r\n'));
  return socket;
}
