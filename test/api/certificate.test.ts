import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import net from 'node:net';
import { networkInterfaces } from 'node:os';
import nock from 'nock';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Certificate, hasOpenssl, selfSigned, signed } from '../support/certificate.ts';
import { balanceText, credentials } from '../support/fixtures.ts';
import { environment, type Variables } from '../support/home.ts';
import { listening } from '../support/loopback-server.ts';
import { dotaf } from '../support/session.ts';
import { run } from '../support/spawn.ts';

// nock would stand between a connection and its socket.
beforeAll(() => nock.restore());

const hasIpv6 = networkInterfaces().lo?.some(({ family }) => family === 'IPv6') === true;

const proxyNames = 'DNS:localhost,IP:127.0.0.1';

interface Kind {
  name: string;
  make: (names: string) => Certificate;
  /** Why it is refused. */
  tlsCode?: string;
}

const altName = 'ERR_TLS_CERT_ALTNAME_INVALID';

const kinds: readonly Kind[] = [
  { name: 'the right certificate', make: signed },
  {
    name: 'one for other names',
    make: () => signed('DNS:other.example,IP:192.0.2.99,IP:2001:db8::99'),
    tlsCode: altName,
  },
  { name: 'one that has expired', make: (names) => signed(names, -1), tlsCode: 'CERT_HAS_EXPIRED' },
  { name: 'one that nobody has signed', make: selfSigned, tlsCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
];

const forProxy = { name: 'one for the proxy', make: () => signed(proxyNames), tlsCode: altName };

const forService = {
  name: 'one for the service',
  make: () => signed('DNS:api.reseller.example'),
  tlsCode: altName,
};

const refused = (where: string, tlsCode: string) => ({
  stdout: '',
  stderr: `error: ${where} cannot be reached: its certificate cannot be trusted or TLS failed (${tlsCode})\nhint: check the clock of this machine and the base URL: dotaf auth status\nhint: for the certificate of a company, set NODE_EXTRA_CA_CERTS\n`,
  code: 5,
});

async function serviceWith(certificate: Certificate, address?: string) {
  let asked = 0;
  const server = createTlsServer(certificate, (_, response) => {
    asked += 1;
    response.end(balanceText);
  });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listening(server, address);
  return { port, asked: () => asked, connections: () => connections };
}

/** A proxy that leads to the service at this port, whatever host it is asked for. */
async function proxyTo(port: number, proxy: Server): Promise<number> {
  proxy.on('connect', (_, socket) => {
    const upstream = net.connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  return listening(proxy);
}

function environmentFor(baseUrl: string, HTTPS_PROXY = ''): Variables {
  return environment({ ...credentials, DOTAF_BASE_URL: baseUrl, HTTPS_PROXY });
}

/** The service has been asked once, or refused at the first connection. */
async function meets({ tlsCode }: Kind, where: string, env: Variables, asked: () => number) {
  const session = await dotaf(['balance'], { env });
  if (tlsCode === undefined) {
    expect(session).toEqual({ stdout: expect.stringContaining('AF-1001'), stderr: '', code: 0 });
  } else expect(session).toEqual(refused(where, tlsCode));
  expect(asked()).toBe(tlsCode === undefined ? 1 : 0);
}

const hosts = [
  ['localhost', 'DNS:localhost', '127.0.0.1'],
  ['127.0.0.1', 'IP:127.0.0.1', '127.0.0.1'],
  ...(hasIpv6 ? [['[::1]', 'IP:::1', '::1']] : []),
];

describe.skipIf(!hasOpenssl).each(hosts)('a connection to %s', (host, name, address) => {
  it.each(kinds)('meets $name', async (kind) => {
    const { port, asked, connections } = await serviceWith(kind.make(name ?? ''), address);
    const env = environmentFor(`https://${host}:${port}`);
    await meets(kind, `${host}:${port}`, env, asked);
    expect(connections()).toBe(1);
  });
});

describe.skipIf(!hasOpenssl).each([
  ['api.reseller.example', 'DNS:api.reseller.example'],
  ['192.0.2.10', 'IP:192.0.2.10'],
  ['[2001:db8::10]', 'IP:2001:DB8:0::10'],
])('a connection to %s through a proxy', (host, name) => {
  it.each([...kinds, forProxy])('meets $name, over http and over https', async (kind) => {
    for (const scheme of ['http', 'https']) {
      const { port, asked } = await serviceWith(kind.make(name));
      const server = scheme === 'http' ? createServer() : createTlsServer(signed(proxyNames));
      const proxy = `127.0.0.1:${await proxyTo(port, server)}`;
      const env = environmentFor(`https://${host}`, `${scheme}://${proxy}`);
      await meets(kind, `${host} through the proxy ${proxy}`, env, asked);
    }
  });
});

describe.skipIf(!hasOpenssl).each([
  ['localhost', 'DNS:localhost'],
  ['127.0.0.1', 'IP:127.0.0.1'],
])('a proxy at https://%s', (host, name) => {
  it.each([...kinds, forService])('meets $name', async (kind) => {
    const { port, asked } = await serviceWith(signed('DNS:api.reseller.example'));
    const proxy = `${host}:${await proxyTo(port, createTlsServer(kind.make(name)))}`;
    const env = environmentFor('https://api.reseller.example', `https://${proxy}`);
    await meets(kind, `api.reseller.example through the proxy ${proxy}`, env, asked);
  });
});

describe.skipIf(!hasOpenssl)('what the environment says of certificates:', () => {
  it('NODE_TLS_REJECT_UNAUTHORIZED does not switch the check off', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const { port } = await serviceWith(selfSigned('DNS:localhost'));
    const env = environmentFor(`https://localhost:${port}`);
    expect(await dotaf(['balance'], { env })).toEqual(
      refused(`localhost:${port}`, 'DEPTH_ZERO_SELF_SIGNED_CERT'),
    );
    vi.unstubAllEnvs();
  });

  it('NODE_EXTRA_CA_CERTS names those that are trusted, through a proxy too', async () => {
    const certificate = selfSigned('DNS:api.reseller.example');
    const { port } = await serviceWith(certificate);
    const proxy = `http://127.0.0.1:${await proxyTo(port, createServer())}`;
    const env = environmentFor('https://api.reseller.example', proxy);
    const trusting = { ...env, NODE_EXTRA_CA_CERTS: certificate.file };
    expect(await run(['balance'], { env })).toMatchObject({ stdout: '', code: 5 });
    expect(await run(['balance'], { env: trusting })).toEqual({
      stdout: expect.stringContaining('AF-1001'),
      stderr: '',
      code: 0,
    });
  });
});
