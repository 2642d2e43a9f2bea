import dns from 'node:dns';
import { createServer, type IncomingMessage } from 'node:http';
import net from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { resolveConnectionTarget, toNetworkError } from '../../src/api/connect.ts';
import type { EnvironmentVariables } from '../../src/system/system.ts';
import { balanceBody, credentials } from '../support/fixtures.ts';
import { createEnv, createHome, createTempFolder } from '../support/home.ts';
import { logInOnTerminal } from '../support/login.ts';
import { envForPort, listenUntilTestEnd, startServer } from '../support/loopback-server.ts';
import { runCli } from '../support/run-cli.ts';
import { TestClock } from '../support/test-clock.ts';

type OnConnect = (request: IncomingMessage, socket: net.Socket) => void;

async function startProxy(onConnect: OnConnect, login = ''): Promise<EnvironmentVariables> {
  const proxy = createServer();
  proxy.on('connect', onConnect);
  const port = await listenUntilTestEnd(proxy);
  return createEnv({ ...credentials, HTTPS_PROXY: `http://${login}127.0.0.1:${port}` });
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
  ])('causes a clear error when it %s', async (_, answer, attempts, reason) => {
    let requestCount = 0;
    const env = await startProxy((_request, socket) => {
      requestCount += 1;
      socket.end(answer);
    });
    const { host } = new URL(env.HTTPS_PROXY ?? '');
    expect(await runCli(['balance'], { env })).toEqual({
      stdout: '',
      stderr: `error: api.reseller.example through the proxy ${host} cannot be reached: ${reason}\nhint: check HTTPS_PROXY, or name the host of the service in NO_PROXY\n`,
      code: 5,
    });
    expect(requestCount).toBe(attempts);
  });

  it.each([
    ['user:p%40ss@', 'user:p@ss'],
    ['user:100%25@', 'user:100%'],
    ['user:100%@', 'user:100%'],
    ['user@', 'user:'],
  ])('receives the credentials of its URL: %s', async (login, pair) => {
    const received: unknown[] = [];
    const env = await startProxy((request, socket) => {
      const { host, 'proxy-authorization': authorization } = request.headers;
      received.push([request.url, host, authorization, request.headers['x-service-secret']]);
      socket.end('HTTP/1.1 407 No\r\n\r\n');
    }, login);
    const { stderr } = await runCli(['balance', '-v'], { env });
    const basic = `Basic ${Buffer.from(pair).toString('base64')}`;
    const authority = 'api.reseller.example:443';
    expect(received).toEqual([[authority, authority, basic, undefined]]);
    expect(stderr).not.toContain('100%');
    expect(stderr).not.toContain('ss@');
  });
});

describe('a connect timeout', () => {
  const timeoutResult = (route: string) => ({
    stdout: '',
    stderr: `error: no connection to ${route} within 2 s, 3 attempts in 6.8 s\nhint: check your internet connection, or allow more time with --timeout <seconds>\n`,
    code: 5,
  });

  it('applies to a proxy that never answers', async () => {
    const clock = new TestClock();
    const env = await startProxy(() => clock.advance(2000));
    const route = `api.reseller.example through the proxy ${new URL(env.HTTPS_PROXY ?? '').host}`;
    expect(await runCli(['balance', '--timeout', '2'], { env, clock })).toEqual(
      timeoutResult(route),
    );
  });

  it('applies to the TLS handshake', async () => {
    const clock = new TestClock();
    const port = await listenUntilTestEnd(
      net.createServer((socket) => socket.once('data', () => clock.advance(2000))),
    );
    const env = { ...envForPort(port), DOTAF_BASE_URL: `https://127.0.0.1:${port}` };
    const session = await runCli(['balance', '--timeout', '2'], { env, clock });
    expect(session).toEqual(timeoutResult(`127.0.0.1:${port}`));
  });

  it.each([
    [1, 500],
    [2, 1000],
    [15, 3000],
  ])('leaves time to try a second address: --timeout %i', async (seconds, expected) => {
    const connect = vi.spyOn(net, 'connect');
    const env = await startServer((_, response) => response.end(balanceBody));
    await runCli(['balance', '--timeout', String(seconds)], { env });
    expect(connect.mock.calls.at(-1)?.[0]).toMatchObject({
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: expected,
    });
    connect.mockRestore();
  });
});

it('localhost resolves to loopback without a DNS lookup', async () => {
  const port = await listenUntilTestEnd(createServer((_, response) => response.end(balanceBody)));
  const lookup = vi.spyOn(dns, 'lookup');
  const env = createEnv({ ...credentials, DOTAF_BASE_URL: `http://localhost:${port}` });
  expect((await runCli(['balance'], { env })).code).toBe(0);
  expect(lookup).not.toHaveBeenCalled();
  lookup.mockRestore();
});

it.each([
  ['ENOTFOUND', 'host name not found'],
  ['ENETUNREACH', 'its network is unreachable'],
  ['ECONNREFUSED', 'it refused the connection'],
  ['EWHATEVER', 'EWHATEVER'],
])('%s is explained, with hints', (code, message) => {
  const cause = new AggregateError([Object.assign(new Error('no way'), { code })]);
  const error = toNetworkError(
    cause,
    resolveConnectionTarget(new URL('https://api.reseller.example'), {}),
  );
  expect(error.message).toBe(`api.reseller.example cannot be reached: ${message}`);
  expect(error.hints).toEqual([
    'check your internet connection',
    'check the base URL: dotaf auth status',
  ]);
});

const HTTPS_PROXY = 'http://proxy.example:3128';

describe('HTTPS_PROXY', () => {
  it.each<[EnvironmentVariables, string | undefined]>([
    [{}, undefined],
    [{ HTTPS_PROXY }, 'http://proxy.example:3128/'],
    [{ HTTPS_PROXY, https_proxy: 'http://other.example' }, 'http://other.example/'],
    [{ HTTPS_PROXY: 'proxy.example:3128' }, 'http://proxy.example:3128/'],
    [{ HTTPS_PROXY: '' }, undefined],
    [{ http_proxy: HTTPS_PROXY, ALL_PROXY: HTTPS_PROXY }, undefined],
  ])('%j routes through %s', (env, expected) => {
    expect(resolveConnectionTarget(new URL('https://api.reseller.example'), env).proxy?.href).toBe(
      expected,
    );
  });

  it.each(['localhost', 'LOCALHOST.', '127.0.0.1', '127.1.2.3', '[::1]', '[0:0::1]'])(
    'does not apply to %s',
    (host) => {
      expect(
        resolveConnectionTarget(new URL(`https://${host}`), { HTTPS_PROXY }).proxy,
      ).toBeUndefined();
    },
  );

  it('is not used for plain http on loopback', async () => {
    let requestCount = 0;
    const proxy = net.createServer((socket) => {
      requestCount += 1;
      socket.destroy();
    });
    const url = `http://127.0.0.1:${await listenUntilTestEnd(proxy)}`;
    const env = await startServer((_, response) => response.end(balanceBody));
    const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY'];
    const all = Object.fromEntries(names.map((name) => [name, url]));
    expect((await runCli(['balance'], { env: { ...env, ...all } })).code).toBe(0);
    expect(requestCount).toBe(0);
  });

  it.each(['socks5://user:pass@proxy.example:1080', 'http://[', 'http://a b'])(
    '%s is rejected',
    async (text) => {
      const env = { ...credentials, DOTAF_HOME: createTempFolder(), HTTPS_PROXY: text };
      expect(await runCli(['balance'], { env })).toEqual({
        stdout: '',
        stderr:
          'error: HTTPS_PROXY is not the address of an http or https proxy\nhint: set it to an address such as http://proxy.example:3128, or unset it\n',
        code: 2,
      });
    },
  );
});

describe('NO_PROXY', () => {
  it.each([
    [
      'api.reseller.example',
      '* api.reseller.example API.Reseller.Example reseller.example example .reseller.example',
      'seller.example www.api.reseller.example api.*.example . *. 0.0.0.0/0',
    ],
    [
      'api.reseller.example',
      '*.reseller.example api.reseller.example:443 .reseller.example:443',
      'api.reseller.example:8443',
    ],
    ['api.reseller.example.', 'api.reseller.example .reseller.example', 'other.example'],
    ['api.reseller.example:8443', 'reseller.example reseller.example:8443', 'example:443'],
    [
      '192.0.2.10',
      '* 192.0.2.10 192.0.2.10:443 [192.0.2.10] ::ffff:192.0.2.10',
      '192.0.2.1 192.0.2.10:80 2.10 .0.2.10',
    ],
    [
      '192.0.2.10',
      '192.0.2.0/24 192.0.2.77/24 192.0.0.0/14:443 0.0.0.0/0 192.0.2.10/32',
      '192.0.2.0/29 192.0.2.0/24:80 192.0.2.10/33 192.0.2.10/x 192.0.2.10/ 192.0.2.10/-1',
    ],
    [
      '[2001:db8::1]',
      '2001:db8::1 [2001:db8::1] [2001:db8::1]:443 2001:DB8:0::1 2001:0db8:0:0:0:0:0:0001',
      '2001:db8: 2001:db8::2 2001:db8:: [2001:db8::1]:8443 1 :1',
    ],
    [
      '[2001:db8::1]',
      '2001:db8::/32 [2001:db8::]/32 [2001:db8::/33]:443 ::/0',
      '2001:db8:8000::/33 2001:db8::/129 [2001:db8::/32]:80',
    ],
    ['[2001:db8::443]', '2001:db8::443', '[2001:db8::]:443 2001:db8::'],
    ['[::ffff:10.1.2.3]', '10.0.0.0/8', '11.0.0.0/8'],
  ])('bypasses the proxy for %s: %s, but not %s', (host, matching, nonMatching) => {
    const url = new URL(`https://${host}`);
    const isProxied = (NO_PROXY: string) =>
      resolveConnectionTarget(url, { HTTPS_PROXY, NO_PROXY }).proxy !== undefined;
    expect(matching.split(' ').filter(isProxied)).toEqual([]);
    expect(nonMatching.split(' ').filter((pattern) => !isProxied(pattern))).toEqual([]);
  });

  it.each([
    ['a list with commas', { NO_PROXY: 'other.example,,api.reseller.example ' }, undefined],
    ['a list with blanks', { NO_PROXY: ' other.example\tapi.reseller.example' }, undefined],
    ['nothing', { NO_PROXY: ',, ,' }, 'proxy.example:3128'],
    ['small letters first', { no_proxy: 'x.example', NO_PROXY: '*' }, 'proxy.example:3128'],
  ])('is parsed as %s', (_, env, expected) => {
    const url = new URL('https://api.reseller.example');
    expect(resolveConnectionTarget(url, { HTTPS_PROXY, ...env }).proxy?.host).toBe(expected);
  });
});

it('login names an address that does not answer', async () => {
  const answers = ['http://127.0.0.1:1\r', '\u0003'];
  const { screen } = await logInOnTerminal([answers], { env: createHome() });
  expect(screen).toContain('> 127.0.0.1:1 cannot be reached: it refused the connection; press');
});

it('a server that does not speak TLS is a TLS failure', async () => {
  const port = await listenUntilTestEnd(
    net.createServer((socket) => socket.on('data', () => socket.end('HTTP/1.1 400 No\r\n\r\n'))),
  );
  const argv = ['balance', '--base-url', `https://127.0.0.1:${port}`];
  expect(await runCli(argv, { env: createEnv(credentials) })).toMatchObject({
    stderr: expect.stringContaining(
      `error: 127.0.0.1:${port} cannot be reached: its certificate cannot be trusted or TLS failed`,
    ),
    code: 5,
  });
});
