import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { describe, expect, it } from 'vitest';
import type { DiagnosisStep } from '../../src/doctor/diagnose.ts';
import { createSelfSignedCertificate, hasOpenssl } from '../support/certificate.ts';
import { kabul } from '../support/domains.ts';
import { balanceData, credentials, shop } from '../support/fixtures.ts';
import { createEnv, createHome } from '../support/home.ts';
import {
  envForPort,
  listenUntilTestEnd,
  startServer,
  startTunnel,
} from '../support/loopback-server.ts';
import { type CliOptions, runCli } from '../support/run-cli.ts';
import { runProcess } from '../support/spawn.ts';

const noon = '2026-11-21T12:00:00Z';

const tierData = { current_tier: 'Silver', next_tier: 'Gold', domains_needed: 68 };

const kite = { ...kabul, domain: 'kite.af' };

const quoteData = { amount: '44.40', currency: 'USD' };

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  text?: string;
  data?: unknown;
}

const defaultReplies: Record<string, Reply> = {
  '/api/v1/account/balance': { data: balanceData },
  '/api/v1/account/tier': { data: tierData },
  '/api/v1/domains': { data: { domains: [kite] } },
  '/api/v1/domains/kite.af': { data: kite },
  '/api/v1/pricing': { data: quoteData },
};

async function startService(replies: Record<string, Reply> = {}) {
  const requestedPaths: string[] = [];
  const env = await startServer((request, response) => {
    requestedPaths.push(request.url ?? '');
    const reply = createReply(request, replies);
    response.writeHead(reply.status, { date: new Date(noon).toUTCString(), ...reply.headers });
    response.end(reply.text);
  });
  return { env, requestedPaths };
}

function createReply({ url = '' }: IncomingMessage, replies: Record<string, Reply>) {
  const { status = 200, headers = {}, data, text } = { ...defaultReplies, ...replies }[url] ?? {};
  return { status, headers, text: text ?? JSON.stringify({ success: true, data }) };
}

async function runDoctor(options: CliOptions, argv: string[] = []) {
  const session = await runCli(['doctor', '--json', ...argv], options);
  const { ok, steps }: { ok: boolean; steps: DiagnosisStep[] } = JSON.parse(session.stdout);
  const byName = Object.fromEntries(steps.map((step) => [step.step, step]));
  const results = steps.map(({ step, result }) => `${step} ${result}`);
  return { ...session, ok, byName, results };
}

function expectFailedStep(results: string[], step: string): void {
  const at = results.indexOf(`${step} failed`);
  expect(at).toBeGreaterThan(0);
  expect(results.slice(0, at).filter((result) => !result.endsWith(' ok'))).toEqual([]);
  expect(results.slice(at + 1)).toEqual([]);
}

it('sends five requests, each once', async () => {
  const { env, requestedPaths } = await startService();
  const { ok, code } = await runDoctor({ env });
  const paths = ['account/balance', 'domains', 'domains/kite.af', 'account/tier', 'pricing'];
  expect(requestedPaths).toEqual(paths.map((path) => `/api/v1/${path}`));
  expect({ ok, code }).toEqual({ ok: true, code: 0 });
});

it.each<[string, number, Reply, found: string, next: string]>([
  [
    'a web page',
    8,
    { text: '<!doctype html><title>Hotel Wi-Fi</title>' },
    "a web page answered in place of the service: 'Hotel Wi-Fi' (HTTP 200)",
    'check the base URL (dotaf auth status), and log in to the network',
  ],
  ['another API', 8, { text: '{"ok":1}' }, "'success' is not true", 'check the base URL'],
  ['a failure', 6, { status: 503 }, 'the service failed: HTTP 503', 'try again later'],
  [
    'a wrong secret',
    3,
    { status: 401 },
    'the service refused the credentials from the environment (DOTAF_KEY and DOTAF_SECRET): HTTP 401',
    'check key and secret',
  ],
])('reports the failing step when the first answer is %s', async (_, code, reply, found, next) => {
  const replies = { '/api/v1/account/balance': { text: '', ...reply } };
  const { env, requestedPaths } = await startService(replies);
  const session = await runDoctor({ env });
  expect(session.byName.credentials).toMatchObject({
    found,
    next: expect.stringContaining(next),
  });
  expectFailedStep(session.results, 'credentials');
  expect({ code: session.code, ok: session.ok }).toEqual({ code, ok: false });
  expect(requestedPaths).toHaveLength(1);
});

it('the clock fails its step if it differs from that of the service by more than a day', async () => {
  const headers = { date: 'Sun, 22 Nov 2026 12:00:01 GMT' };
  const reply = { headers, data: balanceData };
  const { env } = await startService({ '/api/v1/account/balance': reply });
  const { byName, code } = await runDoctor({ env });
  expect(byName.clock).toMatchObject({
    result: 'failed',
    found: 'the clock of this machine says 2026-11-21, that of the service 2026-11-22',
  });
  expect(code).toBe(10);
});

describe('the attributes of a response', () => {
  const show = "dotaf api /domains/'<domain>' shows the answer";

  it('are listed with their keys, and unmapped keys as paths without values', async () => {
    const domain = { name: 'kite.af', zustand: 'active', lapses: '2027-03-01', auth_code: 'Xy12Z' };
    const { env } = await startService({
      '/api/v1/domains': { data: [{ name: 'kite.af' }] },
      '/api/v1/domains/kite.af': { data: { ...domain, renew: { auto: true } } },
      '/api/v1/account/tier': { data: { current_tier: 'Silver', upNext: 'Gold' } },
    });
    const { byName, stdout, stderr, code } = await runDoctor({ env });
    const unreadKeys = 'zustand, lapses, auth_code, renew.auto';
    const lacking = 'status, expiry, auto_renew, registration_date, nameservers';
    expect(byName.domains).toMatchObject({
      result: 'ok',
      found: `read: domain from name; without a value: ${lacking}`,
    });
    expect(byName.details).toEqual({
      step: 'details',
      result: 'warning',
      found: `read: domain from name; without a value: ${lacking}; not read: ${unreadKeys}`,
      next: show,
    });
    expect(byName.tier).toMatchObject({
      result: 'ok',
      found: expect.stringMatching(/read: upNext$/),
    });
    const attributes =
      'status expiry auto_renew registration_date nameservers next_tier domains_needed';
    expect(byName['field-names']).toEqual({
      step: 'field-names',
      result: 'warning',
      found: `not found by a usual name: ${attributes.replaceAll(' ', ', ')}`,
      next: `dotaf config set field-names '${attributes.replaceAll(' ', '=<key>,')}=<key>'`,
    });
    expect(stdout + stderr).not.toMatch(/kite|Xy12Z|2027|Gold/);
    expect(code).toBe(0);
    const pairs = 'status=zustand,expiry=lapses,auto_renew=renew.auto,next_tier=upNext';
    const overridden = await runDoctor({ env: { ...env, DOTAF_FIELD_NAMES: pairs } });
    expect(overridden.byName.details?.found).toBe(
      'read: domain from name, status from zustand, expiry from lapses, auto_renew from renew.auto; without a value: registration_date, nameservers; not read: auth_code',
    );
    expect(overridden.byName['field-names']?.next).toBe(
      `export DOTAF_FIELD_NAMES='${pairs},registration_date=<key>,nameservers=<key>'`,
    );
  });

  it('are asked for if neither the list nor the first domain has them', async () => {
    const { nameservers, registration_date, ...details } = kite;
    const { env } = await startService({
      '/api/v1/domains': { data: [{ domain: 'kite.af', registration_date }, { domain: 'tea.af' }] },
      '/api/v1/domains/kite.af': { data: details },
    });
    const { byName, stdout } = await runDoctor({ env });
    expect(byName.details).toMatchObject({
      result: 'ok',
      found:
        'read: domain, status, expiry, auto_renew; without a value: registration_date, nameservers',
    });
    expect(byName['field-names']?.next).toBe("dotaf config set field-names 'nameservers=<key>'");
    expect(stdout).not.toContain('kite');
    const DOTAF_FIELD_NAMES = 'nameservers=-';
    const told = await runDoctor({ env: { ...env, DOTAF_FIELD_NAMES } });
    expect(told.byName.details?.found).toBe(
      'read: domain, status, expiry, auto_renew; without a value: registration_date',
    );
    expect(told.byName).not.toHaveProperty('field-names');
  });

  it('are not asked for if the details cannot be read, whose failure does not name the domain', async () => {
    const { env } = await startService({
      '/api/v1/domains/kite.af': { data: { domain: 'tea.af' } },
    });
    const { byName, stdout, code } = await runDoctor({ env });
    expect(byName.details).toMatchObject({ result: 'failed' });
    expect(stdout).not.toContain('kite');
    expect(code).toBe(8);
  });

  it('can be mapped with the suggested command, which is never wrapped', async () => {
    const { expiry: lapses, ...domain } = kite;
    const data = { ...domain, lapses };
    const { env } = await startService({
      '/api/v1/domains': { data: [data] },
      '/api/v1/domains/kite.af': { data },
    });
    const profile = { ...shop, base_url: env.DOTAF_BASE_URL };
    const preferences = { 'field-names': 'current_tier=steps' };
    const home = createHome({ profiles: [{ ...profile, preferences }], active: shop.name });
    const { stdout } = await runProcess(['doctor'], { env: { ...home, COLUMNS: '40' } });
    expect(stdout).toMatch(
      /\n\nFill in the key .*, and type:\ndotaf config set field-names 'expiry=<key>'\n$/,
    );
  });

  it('are found in a list at an unusual path, or keyed by domain', async () => {
    const rows = [{ label: 'kite.af', dates: { ablauf: '2027-03-01' } }, { label: 'tea.af' }];
    const { env } = await startService({
      '/api/v1/domains': { data: { payload: { liste: { rows } } } },
      '/api/v1/pricing': { data: { 'kite.af': { geld: '44.40' } } },
    });
    const { byName, stdout, code } = await runDoctor({ env });
    const list = 'payload.liste.rows[]';
    expect(byName.domains?.found).toContain(`; not read: ${list}.label, ${list}.dates.ablauf`);
    expect(byName.quote?.found).toMatch(/; not read: <name>\.geld$/);
    const attributes = 'domains domain status expiry auto_renew amount currency';
    expect(byName['field-names']?.next).toBe(
      `dotaf config set field-names '${attributes.replaceAll(' ', '=<key>,')}=<key>'`,
    );
    expect(stdout).not.toMatch(/tea\.af|44\.40/);
    expect(code).toBe(8);
  });

  it.each([
    [{ next_tier: 'none', domains_needed: null, rebate: '10%' }],
    [{ next_tier: null, domains_needed: null, rebate: '10%' }],
    [{}],
  ])('may be null or absent: %j', async (rest) => {
    const summary = 'without a value: next_tier, domains_needed';
    const data = { current_tier: 'Gold', ...rest };
    const { env } = await startService({ '/api/v1/account/tier': { data } });
    const tier = {
      step: 'tier',
      result: 'ok',
      found: `read: current_tier; ${summary}`,
      next: null,
    };
    expect((await runDoctor({ env })).byName.tier).toEqual(tier);
  });

  it('fail their step if none is found, and the other steps still run', async () => {
    const { env, requestedPaths } = await startService({
      '/api/v1/account/balance': { data: { ...balanceData, currency: {} } },
      '/api/v1/account/tier': { data: { foo: { bar: 1 } } },
      '/api/v1/domains': { data: { domains: [] } },
      '/api/v1/pricing': { data: { currency: 'USD' } },
    });
    const { byName, results, code } = await runDoctor({ env });
    expect(results.slice(5)).toEqual([
      ...['credentials ok', 'rate-limit ok', 'clock ok'],
      ...[
        'balance failed',
        'domains ok',
        'details ok',
        'tier failed',
        'quote failed',
        'field-names warning',
      ],
    ]);
    expect(byName.balance?.found).toContain("'currency'");
    expect(byName.balance?.next).toBe('dotaf api /account/balance shows the answer');
    expect(byName.domains?.found).toBe('the list is empty');
    expect(byName.tier?.found).toMatch(/without a value: current_tier.*; not read: foo\.bar$/);
    expect({ code, requestedPaths: requestedPaths.length }).toEqual({ code: 8, requestedPaths: 4 });
  });

  it('are not requested after a request fails', async () => {
    const tier = { status: 429, text: '{"success":false}' };
    const { env, requestedPaths } = await startService({ '/api/v1/account/tier': tier });
    const { results, code } = await runDoctor({ env });
    expect(results.at(-1)).toBe('tier failed');
    expect({ code, requestedPaths: requestedPaths.length }).toEqual({ code: 7, requestedPaths: 4 });
  });
});

describe('the connection', () => {
  it('fails at a proxy that refuses', async () => {
    const proxy = createServer().on('connect', (_, socket) => {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    });
    const port = await listenUntilTestEnd(proxy);
    const env = createEnv({ ...credentials, HTTPS_PROXY: `http://me:pass@127.0.0.1:${port}` });
    const { byName, results, stdout, code } = await runDoctor({ env });
    expect(byName.tcp).toMatchObject({
      found: `api.reseller.example through the proxy 127.0.0.1:${port} cannot be reached: the proxy answered 407`,
      next: 'check HTTPS_PROXY, or name the host of the service in NO_PROXY',
    });
    expectFailedStep(results, 'tcp');
    expect(stdout).not.toContain('pass');
    expect(code).toBe(5);
  });

  it.skipIf(!hasOpenssl)('reports the expiry of the certificate, or fails there', async () => {
    const { key, cert, file } = createSelfSignedCertificate('DNS:localhost');
    const server = createTlsServer({ key, cert }, (request, response) => {
      response.end(createReply(request, {}).text);
    });
    const port = await listenUntilTestEnd(server);
    const env = { ...envForPort(port), DOTAF_BASE_URL: `https://localhost:${port}` };
    const trustedRun = await runProcess(['doctor'], { env: { ...env, NODE_EXTRA_CA_CERTS: file } });
    expect(trustedRun.stdout).toMatch(
      /^tls +ok +TLSv1\.3, certificate valid until \d{4}-\d\d-\d\d$/m,
    );
    expect(trustedRun.stdout).toMatch(/^dns +ok +localhost is .*127\.0\.0\.1/m);
    expect(trustedRun.code).toBe(0);
    const HTTPS_PROXY = `http://127.0.0.1:${await startTunnel(port)}`;
    for (const routeEnv of [env, createEnv({ ...credentials, HTTPS_PROXY })]) {
      const { byName, results, code } = await runDoctor({ env: routeEnv });
      expect(byName.tls?.found).toContain('its certificate cannot be trusted');
      expect(byName.tls?.next).toMatch(/^check the clock of this machine .*NODE_EXTRA_CA_CERTS$/);
      expectFailedStep(results, 'tls');
      expect(code).toBe(5);
    }
  });
});
