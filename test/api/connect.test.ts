import dns from 'node:dns';
import { createServer, type IncomingMessage } from 'node:http';
import net from 'node:net';
import nock from 'nock';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { networkFailure } from '../../src/api/connect.ts';
import type { Environment } from '../../src/platform/surroundings.ts';
import { balanceText, credentials } from '../support/fixtures.ts';
import { environment } from '../support/home.ts';
import { environmentOf, listening, serve } from '../support/loopback-server.ts';
import { dotaf } from '../support/session.ts';
import { TestClock } from '../test-clock.ts';

// nock would stand between a connection and its socket.
beforeAll(() => nock.restore());

type OnConnect = (request: IncomingMessage, socket: net.Socket) => void;

/** A proxy on loopback. @returns the environment to reach the service through it */
async function proxied(onConnect: OnConnect, login = ''): Promise<Environment> {
  const proxy = createServer();
  proxy.on('connect', onConnect);
  const port = await listening(proxy);
  return environment({ ...credentials, HTTPS_PROXY: `http://${login}127.0.0.1:${port}` });
}

describe('a proxy', () => {
  it.each<[string, string, number, string]>([
    ['closes on CONNECT', '', 3, 'it closed the connection, 3 attempts in 0.8 s'],
    [
      'closes once the tunnel is open',
      'HTTP/1.1 200 Connection Established\r\n\r\n',
      3,
      'it closed the connection, 3 attempts in 0.8 s',
    ],
    ['answers 407', 'HTTP/1.1 407 No\r\n\r\n', 1, 'the proxy answered 407'],
    ['answers 502', 'HTTP/1.1 502 No\r\nContent-Length: 0\r\n\r\n', 1, 'the proxy answered 502'],
  ])('that %s', async (_, answer, attempts, reason) => {
    let asked = 0;
    const env = await proxied((_request, socket) => {
      asked += 1;
      socket.end(answer);
    });
    const { host } = new URL(env.HTTPS_PROXY ?? '');
    expect(await dotaf(['balance'], { env })).toEqual({
      stdout: '',
      stderr: `error: api.reseller.example through the proxy ${host} cannot be reached: ${reason}\nhint: check HTTPS_PROXY, or name the host of the service in NO_PROXY\n`,
      code: 5,
    });
    expect(asked).toBe(attempts);
  });

  it.each([
    ['user:p%40ss@', 'user:p@ss'],
    ['user:100%25@', 'user:100%'],
    ['user:100%@', 'user:100%'],
    ['user@', 'user:'],
  ])('learns who asks: %s', async (login, pair) => {
    const seen: unknown[] = [];
    const env = await proxied((request, socket) => {
      const { host, 'proxy-authorization': authorization } = request.headers;
      seen.push([request.url, host, authorization, request.headers['x-service-secret']]);
      socket.end('HTTP/1.1 407 No\r\n\r\n');
    }, login);
    const { stderr } = await dotaf(['balance', '-v'], { env });
    const basic = `Basic ${Buffer.from(pair).toString('base64')}`;
    const authority = 'api.reseller.example:443';
    expect(seen).toEqual([[authority, authority, basic, undefined]]);
    expect(stderr).not.toContain('100%');
    expect(stderr).not.toContain('ss@');
  });
});

describe('a connection that takes too long', () => {
  const late = (route: string) => ({
    stdout: '',
    stderr: `error: no connection to ${route} within 2 s, 3 attempts in 6.8 s\nhint: check your internet connection, or allow more time with --timeout <seconds>\n`,
    code: 5,
  });

  it('ends at a proxy that never answers', async () => {
    const clock = new TestClock();
    const env = await proxied(() => clock.advance(2000));
    const route = `api.reseller.example through the proxy ${new URL(env.HTTPS_PROXY ?? '').host}`;
    expect(await dotaf(['balance', '--timeout', '2'], { env, clock })).toEqual(late(route));
  });

  it('ends while TLS is being set up', async () => {
    const clock = new TestClock();
    const port = await listening(
      net.createServer((socket) => socket.once('data', () => clock.advance(2000))),
    );
    const env = { ...environmentOf(port), DOTAF_BASE_URL: `https://127.0.0.1:${port}` };
    const session = await dotaf(['balance', '--timeout', '2'], { env, clock });
    expect(session).toEqual(late(`127.0.0.1:${port}`));
  });

  it.each([
    [1, 500],
    [2, 1000],
    [15, 3000],
  ])('leaves time for a second address: --timeout %i', async (seconds, expected) => {
    const connect = vi.spyOn(net, 'connect');
    const env = await serve((_, response) => response.end(balanceText));
    await dotaf(['balance', '--timeout', String(seconds)], { env });
    expect(connect.mock.calls.at(-1)?.[0]).toMatchObject({
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: expected,
    });
    connect.mockRestore();
  });
});

describe('plain http', () => {
  const atLocalhost = (port: number) =>
    environment({ ...credentials, DOTAF_BASE_URL: `http://localhost:${port}` });

  it.each([[['127.0.0.1']], [['::1', '127.0.0.1']], [['::ffff:127.0.0.1']]])(
    'is sent to localhost at %j',
    async (addresses) => {
      const port = await listening(createServer((_, response) => response.end(balanceText)));
      hostsFile(addresses);
      expect((await dotaf(['balance'], { env: atLocalhost(port) })).code).toBe(0);
    },
  );

  it.each([
    ['192.0.2.1', ['192.0.2.1']],
    ['192.0.2.1', ['127.0.0.1', '192.0.2.1']],
    ['2001:db8::1', ['2001:db8::1']],
    ['128.0.0.1', ['128.0.0.1']],
    ['::ffff:10.0.0.1', ['::ffff:10.0.0.1']],
  ])('is never sent to %s, should localhost be %j', async (address, addresses) => {
    hostsFile(addresses);
    expect(await dotaf(['balance'], { env: atLocalhost(80) })).toEqual({
      stdout: '',
      stderr: `error: localhost is ${address}, which is not this machine\nhint: correct localhost in the hosts file, or use 127.0.0.1 in the base URL\n`,
      code: 5,
    });
  });
});

/** Looks up every name as a hosts file would. */
function hostsFile(addresses: readonly string[]): void {
  const found = addresses.map((address) => ({ address, family: net.isIP(address) }));
  vi.spyOn(dns, 'lookup').mockImplementation((...args: unknown[]) => {
    const callback = args.at(-1);
    if (typeof callback === 'function') callback(null, found);
  });
  onTestFinished(() => void vi.restoreAllMocks());
}

const next = ['check your internet connection', 'check the base URL: dotaf auth status'];

it.each<[string, string, readonly string[]]>([
  ['ENOTFOUND', 'its name is not known', next],
  ['ENETUNREACH', 'its network is unreachable', next],
  ['ECONNREFUSED', 'it refused the connection', next],
  ['EMFILE', 'too many files are open (EMFILE)', ['allow more of them: ulimit -n 1024']],
  ['EWHATEVER', 'EWHATEVER', next],
])('%s is said in words, with the next steps', (code, says, hints) => {
  const error = new AggregateError([Object.assign(new Error('no way'), { code })]);
  const failure = networkFailure(error, 'api.reseller.example', undefined);
  expect(failure.message).toBe(`api.reseller.example cannot be reached: ${says}`);
  expect(failure.hints).toEqual(hints);
});
