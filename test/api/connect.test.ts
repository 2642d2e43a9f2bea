import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import net from 'node:net';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { proxyFor } from '../../src/api/connect.ts';
import type { Environment } from '../../src/platform/surroundings.ts';
import { hasOpenssl, selfSigned } from '../support/certificate.ts';
import { balanceText, credentials } from '../support/fixtures.ts';
import { environment, homeWith, temporaryFolder } from '../support/home.ts';
import { environmentOf, listening, serve } from '../support/loopback-server.ts';
import { dotaf } from '../support/session.ts';
import { run } from '../support/spawn.ts';
import { TestClock } from '../test-clock.ts';

const checkProxy = 'check HTTPS_PROXY, or name the host of the service in NO_PROXY';

type OnConnect = (request: IncomingMessage, socket: net.Socket) => void;

/** A proxy on loopback. @returns the environment to reach the service through it */
async function proxied(onConnect: OnConnect, login = ''): Promise<Environment> {
  const proxy = createHttpServer();
  proxy.on('connect', onConnect);
  const port = await listening(proxy);
  return {
    ...credentials,
    DOTAF_HOME: temporaryFolder(),
    HTTPS_PROXY: `http://${login}127.0.0.1:${port}`,
  };
}

describe('which proxy', () => {
  const target = { hostname: 'api.reseller.example', protocol: 'https:', port: '' };
  const HTTPS_PROXY = 'http://proxy.example:3128';

  it.each<[string, Environment, string | undefined]>([
    ['none', {}, undefined],
    ['the one that is named', { HTTPS_PROXY }, 'http://proxy.example:3128/'],
    [
      'the lower-case one first',
      { HTTPS_PROXY, https_proxy: 'http://other.example' },
      'http://other.example/',
    ],
    ['one without a scheme', { HTTPS_PROXY: 'proxy.example:3128' }, 'http://proxy.example:3128/'],
    ['an empty one', { HTTPS_PROXY: '' }, undefined],
    ['those of other protocols', { http_proxy: HTTPS_PROXY, ALL_PROXY: HTTPS_PROXY }, undefined],
    ['but for all hosts', { HTTPS_PROXY, NO_PROXY: '*' }, undefined],
    [
      'but for the host',
      { HTTPS_PROXY, NO_PROXY: 'other.example, API.reseller.example' },
      undefined,
    ],
    ['but for its domain', { HTTPS_PROXY, NO_PROXY: '.reseller.example' }, undefined],
    [
      'but for its domain, without the dot',
      { HTTPS_PROXY, NO_PROXY: 'reseller.example' },
      undefined,
    ],
    ['but for its domain, with a star', { HTTPS_PROXY, no_proxy: '*.reseller.example' }, undefined],
    ['but for its port', { HTTPS_PROXY, NO_PROXY: 'api.reseller.example:443' }, undefined],
    [
      'also with an exception of another port',
      { HTTPS_PROXY, NO_PROXY: 'api.reseller.example:8443' },
      'http://proxy.example:3128/',
    ],
    [
      'also with an exception of another domain',
      { HTTPS_PROXY, NO_PROXY: 'seller.example,,' },
      'http://proxy.example:3128/',
    ],
  ])('%s', (_, env, expected) => {
    expect(proxyFor(target, env)?.href).toBe(expected);
  });

  it.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]', '::1'])(
    'never one for %s',
    (hostname) => {
      expect(proxyFor({ hostname, protocol: 'https:', port: '' }, { HTTPS_PROXY })).toBeUndefined();
    },
  );

  it.each(['socks5://user:pass@proxy.example:1080', 'http://[', 'http://a b'])(
    'not %s',
    async (text) => {
      const env = { ...credentials, DOTAF_HOME: temporaryFolder(), HTTPS_PROXY: text };
      expect(await dotaf(['balance'], { env })).toEqual({
        stdout: '',
        stderr:
          'error: HTTPS_PROXY is not the address of an http or https proxy\nhint: set it to an address such as http://proxy.example:3128, or unset it\n',
        code: 2,
      });
    },
  );

  it('is not asked for loopback, whatever the environment names', async () => {
    let asked = 0;
    const proxy = await listening(
      net.createServer((socket) => {
        asked += 1;
        socket.destroy();
      }),
    );
    const url = `http://127.0.0.1:${proxy}`;
    const env = await serve((_, response) => response.end(balanceText));
    const all = {
      http_proxy: url,
      HTTP_PROXY: url,
      https_proxy: url,
      HTTPS_PROXY: url,
      ALL_PROXY: url,
      all_proxy: url,
    };
    expect((await dotaf(['balance'], { env: { ...env, ...all } })).code).toBe(0);
    expect(asked).toBe(0);
  });
});

describe('a proxy', () => {
  const failed = ({ HTTPS_PROXY = '' }: Environment, reason: string, hint: string) => ({
    stdout: '',
    stderr: `error: api.reseller.example cannot be reached: ${reason}\nhint: ${hint}\n`.replace(
      'example cannot',
      `example through the proxy ${new URL(HTTPS_PROXY).host} cannot`,
    ),
    code: 5,
  });

  it('that closes on CONNECT is asked three times, and not in a loop', async () => {
    let asked = 0;
    const env = await proxied((_, socket) => {
      asked += 1;
      socket.destroy();
    });
    expect(await dotaf(['balance'], { env })).toEqual(
      failed(env, 'it closed the connection, 3 attempts in 0.8 s', checkProxy),
    );
    expect(asked).toBe(3);
  });

  it('that closes once the tunnel is open is asked once an attempt', async () => {
    let asked = 0;
    const env = await proxied((_, socket) => {
      asked += 1;
      socket.end('HTTP/1.1 200 Connection Established\r\n\r\n');
    });
    // A process of its own, since nock would hand over a TLS socket before it is one.
    expect(await run(['balance', '--max-wait', '0'], { env })).toEqual(
      failed(env, 'it closed the connection', checkProxy),
    );
    expect(asked).toBe(1);
  });

  it.each([407, 403, 502])('that answers %i is asked once', async (status) => {
    let asked = 0;
    const env = await proxied((_, socket) => {
      asked += 1;
      socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    });
    expect(await dotaf(['balance'], { env })).toEqual(
      failed(
        env,
        `the proxy answered ${status}`,
        'check HTTPS_PROXY, or name the host in NO_PROXY',
      ),
    );
    expect(asked).toBe(1);
  });

  it('that never answers is given up at the deadline', async () => {
    const clock = new TestClock();
    let asked = 0;
    const env = await proxied(() => {
      asked += 1;
      clock.advance(2000);
    });
    const { stderr, code } = await dotaf(['balance', '--timeout', '2'], { env, clock });
    expect([asked, code]).toEqual([3, 5]);
    expect(stderr).toMatch(/^error: no (answer from|connection to) api\.reseller\.example/);
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
    expect(seen).toEqual([
      ['api.reseller.example:443', 'api.reseller.example:443', basic, undefined],
    ]);
    expect(stderr).not.toContain('100%');
    expect(stderr).not.toContain('ss@');
  });
});

describe.skipIf(!hasOpenssl)('a certificate', () => {
  const untrusted = (where: string, tlsCode: string) => ({
    stdout: '',
    stderr: `error: ${where} cannot be reached: its certificate cannot be trusted or TLS failed (${tlsCode})\nhint: check the clock of this machine and the base URL: dotaf auth status\nhint: for the certificate of a company, set NODE_EXTRA_CA_CERTS\n`,
    code: 5,
  });

  it.each(['', '0'])(
    'that nobody signed is refused, NODE_TLS_REJECT_UNAUTHORIZED=%s',
    async (value) => {
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', value);
      let asked = 0;
      const server = createTlsServer(selfSigned('localhost'), (_, response) => {
        asked += 1;
        response.end(balanceText);
      });
      const port = await listening(server);
      const env = { ...environmentOf(port), DOTAF_BASE_URL: `https://localhost:${port}` };
      expect(await dotaf(['balance'], { env })).toEqual(
        untrusted(`localhost:${port}`, 'DEPTH_ZERO_SELF_SIGNED_CERT'),
      );
      expect(asked).toBe(0);
      vi.unstubAllEnvs();
    },
  );

  it('is verified without a word of Node, and the command of a secret gets what was set', async () => {
    const server = createTlsServer(selfSigned('localhost'), (_, response) => response.end());
    const port = await listening(server);
    const base_url = `https://localhost:${port}/api/v1`;
    const seen = path.join(temporaryFolder(), 'seen');
    const secret_command = `echo "$NODE_TLS_REJECT_UNAUTHORIZED" > '${seen}'; echo secret_of_the_shop`;
    const profiles = [{ name: 'default', base_url, key: 'key_of_the_shop', secret_command }];
    const env = environment({ ...homeWith({ profiles }), NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    const { stderr, code } = await run(['balance', '--json'], { env });
    expect(stderr).toMatch(/^{"error":{"code":"network".*DEPTH_ZERO_SELF_SIGNED_CERT.*}}\n$/);
    expect(code).toBe(5);
    expect(readFileSync(seen, 'utf8')).toBe('0\n');
  });

  it('of another name is refused, without a loop', async () => {
    const certificate = selfSigned('other.example');
    let connections = 0;
    const server = createTlsServer(certificate, (_, response) => response.end(balanceText));
    server.on('connection', () => {
      connections += 1;
    });
    const port = await listening(server);
    const env = { ...environmentOf(port), DOTAF_BASE_URL: `https://localhost:${port}` };
    expect(
      await run(['balance'], { env: { ...env, NODE_EXTRA_CA_CERTS: certificate.file } }),
    ).toEqual(untrusted(`localhost:${port}`, 'ERR_TLS_CERT_ALTNAME_INVALID'));
    expect(connections).toBe(1);
  });

  // Node reads NODE_EXTRA_CA_CERTS at its start only.
  it('that NODE_EXTRA_CA_CERTS names is trusted, through a proxy too', async () => {
    const certificate = selfSigned('api.reseller.example');
    const port = await listening(
      createTlsServer(certificate, (_, response) => response.end(balanceText)),
    );
    const env = await proxied((_, socket) => {
      const upstream = net.connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        upstream.pipe(socket).pipe(upstream);
      });
      upstream.on('error', () => socket.destroy());
      socket.on('error', () => upstream.destroy());
    });
    const session = await run(['balance'], {
      env: { ...env, NODE_EXTRA_CA_CERTS: certificate.file },
    });
    expect(session).toEqual({ stdout: expect.stringContaining('AF-1001'), stderr: '', code: 0 });
  });
});
