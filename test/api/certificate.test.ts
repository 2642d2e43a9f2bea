import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { networkInterfaces } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import {
  type Certificate,
  createSelfSignedCertificate,
  createSignedCertificate,
  hasOpenssl,
} from '../support/certificate.ts';
import { balanceBody, credentials } from '../support/fixtures.ts';
import { createEnv, type EnvVars } from '../support/home.ts';
import { listenUntilTestEnd, startTunnel } from '../support/loopback-server.ts';
import { runCli } from '../support/run-cli.ts';
import { runProcess } from '../support/spawn.ts';

const hasIpv6 = networkInterfaces().lo?.some(({ family }) => family === 'IPv6') === true;

const proxyNames = 'DNS:localhost,IP:127.0.0.1';

interface CertificateCase {
  name: string;
  create: (names: string) => Certificate;
  tlsCode?: string;
}

const altNameError = 'ERR_TLS_CERT_ALTNAME_INVALID';

const certificateCases: readonly CertificateCase[] = [
  { name: 'the right certificate', create: createSignedCertificate },
  {
    name: 'one for other names',
    create: () => createSignedCertificate('DNS:other.example,IP:192.0.2.99,IP:2001:db8::99'),
    tlsCode: altNameError,
  },
  {
    name: 'one that has expired',
    create: (names) => createSignedCertificate(names, -1),
    tlsCode: 'CERT_HAS_EXPIRED',
  },
  {
    name: 'one that nobody has signed',
    create: createSelfSignedCertificate,
    tlsCode: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  },
];

const proxyCertificate = {
  name: 'one for the proxy',
  create: () => createSignedCertificate(proxyNames),
  tlsCode: altNameError,
};

const serviceCertificate = {
  name: 'one for the service',
  create: () => createSignedCertificate('DNS:api.reseller.example'),
  tlsCode: altNameError,
};

const expectedError = (target: string, tlsCode: string) => ({
  stdout: '',
  stderr: `error: ${target} cannot be reached: its certificate cannot be trusted or TLS failed (${tlsCode})\nhint: check the clock of this machine and the base URL: dotaf auth status\nhint: for the certificate of a company, set NODE_EXTRA_CA_CERTS\n`,
  code: 5,
});

async function startService(certificate: Certificate, address?: string) {
  let requestCount = 0;
  const server = createTlsServer(certificate, (_, response) => {
    requestCount += 1;
    response.end(balanceBody);
  });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listenUntilTestEnd(server, address);
  return { port, requestCount: () => requestCount, connections: () => connections };
}

function createProxyEnv(baseUrl: string, HTTPS_PROXY = ''): EnvVars {
  return createEnv({ ...credentials, DOTAF_BASE_URL: baseUrl, HTTPS_PROXY });
}

async function expectOutcome(
  { tlsCode }: CertificateCase,
  target: string,
  env: EnvVars,
  requestCount: () => number,
) {
  const session = await runCli(['balance'], { env });
  if (tlsCode === undefined) {
    expect(session).toEqual({ stdout: expect.stringContaining('AF-1001'), stderr: '', code: 0 });
  } else expect(session).toEqual(expectedError(target, tlsCode));
  expect(requestCount()).toBe(tlsCode === undefined ? 1 : 0);
}

const hosts = [
  ['localhost', 'DNS:localhost', '127.0.0.1'],
  ['127.0.0.1', 'IP:127.0.0.1', '127.0.0.1'],
  ...(hasIpv6
    ? [
        ['[::1]', 'IP:::1', '::1'],
        ['localhost', 'DNS:localhost', '::1'],
      ]
    : []),
];

describe.skipIf(!hasOpenssl).each(hosts)(
  'a connection to %s, with %s at %s',
  (host, name, address) => {
    it.each(certificateCases)('accepts or rejects $name', async (kind) => {
      const { port, requestCount, connections } = await startService(
        kind.create(name ?? ''),
        address,
      );
      const env = createProxyEnv(`https://${host}:${port}`);
      await expectOutcome(kind, `${host}:${port}`, env, requestCount);
      expect(connections()).toBe(1);
    });
  },
);

describe.skipIf(!hasOpenssl).each([
  ['api.reseller.example', 'DNS:api.reseller.example'],
  ['192.0.2.10', 'IP:192.0.2.10'],
  ['[2001:db8::10]', 'IP:2001:DB8:0::10'],
])('a connection to %s through a proxy', (host, name) => {
  it.each([...certificateCases, proxyCertificate])(
    'accepts or rejects $name, with an http and an https proxy',
    async (kind) => {
      for (const scheme of ['http', 'https']) {
        const { port, requestCount } = await startService(kind.create(name));
        const server =
          scheme === 'http' ? createServer() : createTlsServer(createSignedCertificate(proxyNames));
        const proxy = `127.0.0.1:${await startTunnel(port, server)}`;
        const env = createProxyEnv(`https://${host}`, `${scheme}://${proxy}`);
        await expectOutcome(kind, `${host} through the proxy ${proxy}`, env, requestCount);
      }
    },
  );
});

describe.skipIf(!hasOpenssl).each([
  ['localhost', 'DNS:localhost'],
  ['127.0.0.1', 'IP:127.0.0.1'],
])('a proxy at https://%s', (host, name) => {
  it.each([...certificateCases, serviceCertificate])('accepts or rejects $name', async (kind) => {
    const { port, requestCount } = await startService(
      createSignedCertificate('DNS:api.reseller.example'),
    );
    const proxy = `${host}:${await startTunnel(port, createTlsServer(kind.create(name)))}`;
    const env = createProxyEnv('https://api.reseller.example', `https://${proxy}`);
    await expectOutcome(kind, `api.reseller.example through the proxy ${proxy}`, env, requestCount);
  });
});

describe.skipIf(!hasOpenssl)('certificate variables of the environment:', () => {
  it('NODE_TLS_REJECT_UNAUTHORIZED=0 does not disable verification', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const { port } = await startService(createSelfSignedCertificate('DNS:localhost'));
    const env = createProxyEnv(`https://localhost:${port}`);
    expect(await runCli(['balance'], { env })).toEqual(
      expectedError(`localhost:${port}`, 'DEPTH_ZERO_SELF_SIGNED_CERT'),
    );
    vi.unstubAllEnvs();
  });

  it('certificates from NODE_EXTRA_CA_CERTS are trusted, also through a proxy', async () => {
    const certificate = createSelfSignedCertificate('DNS:api.reseller.example');
    const { port } = await startService(certificate);
    const proxy = `http://127.0.0.1:${await startTunnel(port)}`;
    const env = createProxyEnv('https://api.reseller.example', proxy);
    const trustingEnv = { ...env, NODE_EXTRA_CA_CERTS: certificate.file };
    expect(await runProcess(['balance'], { env })).toMatchObject({ stdout: '', code: 5 });
    expect(await runProcess(['balance'], { env: trustingEnv })).toEqual({
      stdout: expect.stringContaining('AF-1001'),
      stderr: '',
      code: 0,
    });
  });
});
