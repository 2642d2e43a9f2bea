import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createHead } from '../faults/fault-server.ts';
import { balanceBody, credentials, mockService } from '../support/fixtures.ts';
import {
  envForPort,
  listenUntilTestEnd,
  startRawServer,
  startServer,
} from '../support/loopback-server.ts';
import { runCli } from '../support/run-cli.ts';
import { TestClock } from '../support/test-clock.ts';

const expectedStdout = 'account         AF-1001\n';

function parseHost(env: { DOTAF_BASE_URL?: string | undefined }): string {
  return new URL(env.DOTAF_BASE_URL ?? '').host;
}

it('sends both credential headers and asks for no compression', async () => {
  const received: unknown[] = [];
  const env = await startServer(async (request, response) => {
    const body = String(Buffer.concat(await request.toArray()));
    received.push({ method: request.method, url: request.url, headers: request.headers, body });
    response.end(balanceBody.replace('}}', ',"amount":"35.00"}}'));
  });
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': expect.stringMatching(/^dotaf\/\d/),
    'x-service-key': credentials.DOTAF_KEY,
    'x-service-secret': credentials.DOTAF_SECRET,
    host: parseHost(env),
    connection: 'keep-alive',
  };
  await runCli(['balance'], { env });
  await runCli(['quote', 'com.af', '--action', 'restore'], { env });
  const body = '{"tld":".com.af","action":"restore","years":1}';
  const withBody = { 'content-type': 'application/json', 'content-length': '46' };
  expect(received).toEqual([
    { method: 'GET', url: '/api/v1/account/balance', headers, body: '' },
    { method: 'POST', url: '/api/v1/pricing', headers: { ...headers, ...withBody }, body },
  ]);
});

it('follows no redirect, to the same or another origin', async () => {
  let redirectedCount = 0;
  const otherServer = createServer((_, response) => {
    redirectedCount += 1;
    response.end(balanceBody);
  });
  const origin = `http://127.0.0.1:${await listenUntilTestEnd(otherServer)}`;
  let requestCount = 0;
  const env = await startServer((_, response) => {
    response.writeHead(307, { Location: `${origin}/api/v1/account/balance?s=1` }).end();
    requestCount += 1;
  });
  expect(await runCli(['balance'], { env })).toEqual({
    stdout: '',
    stderr:
      'error: balance: the service redirects, and redirects are never followed: HTTP 307\nhint: correct the base URL: dotaf auth login --base-url <url>\n',
    code: 6,
  });
  expect([requestCount, redirectedCount]).toEqual([1, 0]);
});

it('applies the timeout to each of three attempts', async () => {
  const clock = new TestClock();
  let requestCount = 0;
  const env = await startServer(() => {
    requestCount += 1;
    clock.advance(2000);
  });
  expect(await runCli(['balance', '--timeout', '2'], { env, clock })).toEqual({
    stdout: '',
    stderr: `error: no answer from ${parseHost(env)} within 2 s, 3 attempts in 6.8 s\nhint: check your internet connection, or allow more time with --timeout <seconds>\n`,
    code: 5,
  });
  expect(requestCount).toBe(3);
});

describe('a response', () => {
  it.each<[string, Record<string, string | number>, string]>([
    ['that ends with the connection', { Connection: 'close' }, balanceBody],
    [
      'with a byte order mark',
      { 'Content-Length': balanceBody.length + 3 },
      `\ufeff${balanceBody}`,
    ],
    [
      'with 40 kB of headers',
      { 'X-Long': 'x'.repeat(40_000), 'Content-Length': balanceBody.length },
      balanceBody,
    ],
  ])('%s is accepted', async (_, headers, body) => {
    const env = await startRawServer((socket) => socket.end(createHead('200 OK', headers) + body));
    expect((await runCli(['balance'], { env })).stdout).toContain(expectedStdout);
  });
});

describe('a connection', () => {
  it('is reused for the next request', async () => {
    const sockets = new Set<unknown>();
    const env = await startServer((request, response) => {
      sockets.add(request.socket);
      response.end('{"success":true,"data":{"amount":"35.00","currency":"USD"}}');
    });
    const names = Array.from({ length: 20 }, (_, index) => String(index + 1));
    const { code } = await runCli(['quote', '--action', 'renewal', '--years', names.join(',')], {
      env,
    });
    expect(code).toBe(0);
    expect(sockets.size).toBeLessThan(names.length / 2);
  });

  it('is reopened if the server closes it between requests', async () => {
    let requestCount = 0;
    const env = await startRawServer((socket) => {
      requestCount += 1;
      const body = '{"success":true,"data":{"amount":"35.00","currency":"USD"}}';
      // The server announces keep-alive, but closes the connection.
      socket.end(
        createHead('200 OK', { 'Content-Length': body.length, Connection: 'keep-alive' }) + body,
      );
    });
    const { stderr, code } = await runCli(['quote', '--years', '1-10'], { env });
    expect([stderr, code]).toEqual(['', 0]);
    expect(requestCount).toBeGreaterThanOrEqual(40);
  });

  it('is closed when the session ends', async () => {
    const server = createServer((_, response) => response.end(balanceBody));
    const env = envForPort(await listenUntilTestEnd(server));
    const socketClosed = new Promise((resolve) =>
      server.on('connection', (socket) => socket.on('close', resolve)),
    );
    await runCli(['balance'], { env });
    await socketClosed;
  });
});

it('--verbose traces an exchange without the credentials', async () => {
  const clock = new TestClock();
  const env = await startServer((_, response) => {
    clock.advance(35);
    response.end(balanceBody);
  });
  const { stderr } = await runCli(['balance', '-v'], { env, clock });
  expect(stderr).toBe(
    `> GET ${env.DOTAF_BASE_URL}/api/v1/account/balance\n< 200 in 35 ms, ${balanceBody.length} characters\n`,
  );
});

it('a few names share the wait budget of one request', async () => {
  mockService()
    .persist()
    .post('/api/v1/domains/check')
    .reply(429, { error: { code: 'slow_down' } });
  const clock = new TestClock();
  const argv = ['check', 'kabul.af', 'herat.af', '--json'];
  const { stdout, code } = await runCli(argv, { clock });
  const errors = stdout.split('\n').slice(0, -1);
  expect(errors.map((line) => JSON.parse(line).error.code)).toEqual(Array(2).fill('rate_limited'));
  expect(code).toBe(7);
  // TestClock adds up waits that run in parallel.
  expect(clock.elapsed()).toBeLessThanOrEqual(2 * 75_000);
});
