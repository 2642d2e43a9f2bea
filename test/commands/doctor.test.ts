import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import nock from 'nock';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DiagnosisStep } from '../../src/doctor/diagnose.ts';
import { hasOpenssl, selfSigned } from '../support/certificate.ts';
import { balanceData, credentials, shop } from '../support/fixtures.ts';
import { environment, homeWith } from '../support/home.ts';
import { environmentOf, listening, serve } from '../support/loopback-server.ts';
import { dotaf, type SessionOptions } from '../support/session.ts';
import { run } from '../support/spawn.ts';

// nock would accept every connection, and the network is what is tested.
beforeAll(() => nock.restore());

const noon = '2026-11-21T12:00:00Z';

const tierData = { current_tier: 'Silver', next_tier: 'Gold', domains_needed: 68 };

const kite = {
  domain: 'kite.af',
  status: 'active',
  expiry: '2027-03-31',
  registration_date: '2020-03-31',
  auto_renew: true,
  nameservers: ['ns1.example.af'],
};

const quoteData = { amount: '44.40', currency: 'USD' };

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  text?: string;
  data?: unknown;
}

const usualReplies: Record<string, Reply> = {
  '/api/v1/account/balance': { data: balanceData },
  '/api/v1/account/tier': { data: tierData },
  '/api/v1/domains': { data: { domains: [kite] } },
  '/api/v1/pricing': { data: quoteData },
};

/** A service on loopback. @returns its environment, and the paths that were asked */
async function serviceWith(replies: Record<string, Reply> = {}) {
  const asked: string[] = [];
  const env = await serve((request, response) => {
    asked.push(request.url ?? '');
    const reply = replyTo(request, replies);
    response.writeHead(reply.status, { date: new Date(noon).toUTCString(), ...reply.headers });
    response.end(reply.text);
  });
  return { env, asked };
}

function replyTo({ url = '' }: IncomingMessage, replies: Record<string, Reply>) {
  const { status = 200, headers = {}, data, text } = { ...usualReplies, ...replies }[url] ?? {};
  return { status, headers, text: text ?? JSON.stringify({ success: true, data }) };
}

/** Runs with --json. @returns the steps by their names */
async function examine(options: SessionOptions, argv: string[] = []) {
  const session = await dotaf(['doctor', '--json', ...argv], options);
  const { ok, steps }: { ok: boolean; steps: DiagnosisStep[] } = JSON.parse(session.stdout);
  const byName = Object.fromEntries(steps.map((step) => [step.step, step]));
  const results = steps.map(({ step, result }) => `${step} ${result}`);
  return { ...session, ok, byName, results };
}

/** All steps passed up to the one that failed, and none was tested after it. */
function failedAt(results: string[], step: string): void {
  const at = results.indexOf(`${step} failed`);
  expect(at).toBeGreaterThan(0);
  expect(results.slice(0, at).filter((result) => !result.endsWith(' ok'))).toEqual([]);
  expect(results.slice(at + 1)).toEqual([]);
}

it('sends four requests, each once', async () => {
  const { env, asked } = await serviceWith();
  const { ok, code } = await examine({ env });
  const paths = ['account/balance', 'domains', 'account/tier', 'pricing'];
  expect(asked).toEqual(paths.map((path) => `/api/v1/${path}`));
  expect({ ok, code }).toEqual({ ok: true, code: 0 });
});

it.each<[string, string, number, Reply, string, string]>([
  [
    'a web page',
    'credentials',
    8,
    { text: '<!doctype html><title>Hotel Wi-Fi</title>' },
    'the answer is a web page',
    'check the base URL (dotaf auth status), and log in to the network',
  ],
  [
    'another API',
    'credentials',
    8,
    { text: '{"ok":1}' },
    "'success' is not true",
    'check the base URL (dotaf auth status), and log in',
  ],
  [
    'a failure',
    'credentials',
    6,
    { status: 503 },
    'the service failed: HTTP 503',
    'try again later',
  ],
  [
    'a wrong secret',
    'credentials',
    3,
    { status: 401 },
    'the service refused the credentials from the environment (DOTAF_KEY and DOTAF_SECRET): HTTP 401',
    'check key and secret',
  ],
])('the first answer may be %s', async (_, step, code, reply, found, next) => {
  const { env, asked } = await serviceWith({ '/api/v1/account/balance': { text: '', ...reply } });
  const session = await examine({ env });
  expect(session.byName[step]?.found).toBe(found);
  expect(session.byName[step]?.next).toContain(next);
  failedAt(session.results, step);
  expect({ code: session.code, ok: session.ok }).toEqual({ code, ok: false });
  expect(asked).toHaveLength(1);
});

describe('the facts of an answer', () => {
  const show = 'dotaf api /domains shows the answer';

  it('are shown with their keys, and those of no fact as paths without values', async () => {
    const domain = { name: 'kite.af', zustand: 'active', lapses: '2027-03-01', auth_code: 'Xy12Z' };
    const { env } = await serviceWith({
      '/api/v1/domains': { data: [{ ...domain, renew: { auto: true } }] },
      '/api/v1/account/tier': { data: { current_tier: 'Silver', upNext: 'Gold' } },
    });
    const { byName, stdout, stderr, code } = await examine({ env });
    const unread = 'zustand, lapses, auth_code, renew.auto';
    expect(byName.domains).toEqual({
      step: 'domains',
      result: 'warning',
      found: `read: domain from name; without a value: status, expiry, auto_renew, registration_date, nameservers; not read: ${unread}`,
      next: show,
    });
    expect(byName.tier).toMatchObject({
      result: 'ok',
      found: expect.stringMatching(/read: upNext$/),
    });
    const facts = 'status expiry auto_renew registration_date nameservers next_tier domains_needed';
    expect(byName['field-names']).toEqual({
      step: 'field-names',
      result: 'warning',
      found: `not found by a usual name: ${facts.replaceAll(' ', ', ')}`,
      next: `dotaf config set field-names '${facts.replaceAll(' ', '=<key>,')}=<key>'`,
    });
    expect(stdout + stderr).not.toMatch(/kite|Xy12Z|2027|Gold/);
    expect(code).toBe(0);
    const pairs = 'status=zustand,expiry=lapses,auto_renew=renew.auto,next_tier=upNext';
    const stated = await examine({ env: { ...env, DOTAF_FIELD_NAMES: pairs } });
    expect(stated.byName.domains?.found).toBe(
      'read: domain from name, status from zustand, expiry from lapses, auto_renew from renew.auto; without a value: registration_date, nameservers; not read: auth_code',
    );
    expect(stated.byName['field-names']?.next).toBe(
      `export DOTAF_FIELD_NAMES='registration_date=<key>,nameservers=<key>,${pairs}'`,
    );
  });

  it('are stated by a line of its own, which a narrow terminal does not wrap', async () => {
    const { expiry: lapses, ...domain } = kite;
    const { env } = await serviceWith({ '/api/v1/domains': { data: [{ ...domain, lapses }] } });
    const profile = { ...shop, base_url: env.DOTAF_BASE_URL };
    const preferences = { 'field-names': 'current_tier=steps' };
    const home = homeWith({ profiles: [{ ...profile, preferences }], active: shop.name });
    const { stdout } = await run(['doctor'], { env: { ...home, COLUMNS: '40' } });
    expect(stdout).toMatch(
      /\n\nWhere a key .*, fill it in and type:\ndotaf config set field-names 'expiry=<key>,current_tier=steps'\n$/,
    );
  });

  it('may lie in a list at an unusual place, or below the names of domains', async () => {
    const rows = [{ label: 'kite.af', dates: { ablauf: '2027-03-01' } }, { label: 'tea.af' }];
    const { env } = await serviceWith({
      '/api/v1/domains': { data: { payload: { liste: { rows } } } },
      '/api/v1/pricing': { data: { 'kite.af': { geld: '44.40' } } },
    });
    const { byName, stdout, code } = await examine({ env });
    const list = 'payload.liste.rows[]';
    expect(byName.domains?.found).toContain(`; not read: ${list}.label, ${list}.dates.ablauf`);
    expect(byName.quote?.found).toMatch(/; not read: <name>\.geld$/);
    const facts = 'domains domain status expiry auto_renew amount currency';
    expect(byName['field-names']?.next).toBe(
      `dotaf config set field-names '${facts.replaceAll(' ', '=<key>,')}=<key>'`,
    );
    expect(stdout).not.toMatch(/tea\.af|44\.40/);
    expect(code).toBe(8);
  });

  it.each([
    [{ next_tier: 'none', domains_needed: null, rebate: '10%' }],
    [{ next_tier: null, domains_needed: null, rebate: '10%' }],
    [{}],
  ])('may have no value, or not be there: %j', async (rest) => {
    const found = 'without a value: next_tier, domains_needed';
    const data = { current_tier: 'Gold', ...rest };
    const { env } = await serviceWith({ '/api/v1/account/tier': { data } });
    const tier = { step: 'tier', result: 'ok', found: `read: current_tier; ${found}`, next: null };
    expect((await examine({ env })).byName.tier).toEqual(tier);
  });

  it('are a failure where there are none, and the other answers are tested', async () => {
    const { env, asked } = await serviceWith({
      '/api/v1/account/balance': { data: { ...balanceData, currency: {} } },
      '/api/v1/account/tier': { data: { foo: { bar: 1 } } },
      '/api/v1/domains': { data: { domains: [] } },
      '/api/v1/pricing': { data: { currency: 'USD' } },
    });
    const { byName, results, code } = await examine({ env });
    expect(results.slice(5)).toEqual([
      ...['credentials ok', 'rate-limit ok'],
      ...['balance failed', 'domains ok', 'tier failed', 'quote failed', 'field-names warning'],
    ]);
    expect(byName.balance?.found).toContain("'currency'");
    expect(byName.balance?.next).toBe('dotaf api /account/balance shows the answer');
    expect(byName.domains?.found).toBe('the list is empty');
    expect(byName.tier?.found).toMatch(/without a value: current_tier.*; not read: foo\.bar$/);
    expect({ code, asked: asked.length }).toEqual({ code: 8, asked: 4 });
  });

  it('are not asked for once an answer does not come', async () => {
    const tier = { status: 429, text: '{"success":false}' };
    const { env, asked } = await serviceWith({ '/api/v1/account/tier': tier });
    const { results, code } = await examine({ env });
    expect(results.at(-1)).toBe('tier failed');
    expect({ code, asked: asked.length }).toEqual({ code: 7, asked: 3 });
  });
});

describe('the connection', () => {
  it('may end at a port where nothing listens', async () => {
    const { byName, results, code } = await examine({ env: environmentOf(1) });
    expect(byName.tcp).toMatchObject({
      found: '127.0.0.1:1 cannot be reached: it refused the connection',
      next: 'nothing listens there; a sandbox would: dotaf sandbox --port 1',
    });
    failedAt(results, 'tcp');
    expect(code).toBe(5);
  });

  it('may end at a proxy that refuses', async () => {
    const proxy = createServer().on('connect', (_, socket) => {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    });
    const port = await listening(proxy);
    const env = environment({ ...credentials, HTTPS_PROXY: `http://me:pass@127.0.0.1:${port}` });
    const { byName, results, stdout, code } = await examine({ env });
    expect(byName.tcp).toMatchObject({
      found: `api.reseller.example through the proxy 127.0.0.1:${port} cannot be reached: the proxy answered 407`,
      next: 'check HTTPS_PROXY, or name the host of the service in NO_PROXY',
    });
    failedAt(results, 'tcp');
    expect(stdout).not.toContain('pass');
    expect(code).toBe(5);
  });

  it.skipIf(!hasOpenssl)('shows until when the certificate is valid, or ends there', async () => {
    const { key, cert, file } = selfSigned('DNS:localhost');
    const server = createTlsServer({ key, cert }, (request, response) => {
      response.end(replyTo(request, {}).text);
    });
    const port = await listening(server);
    const env = { ...environmentOf(port), DOTAF_BASE_URL: `https://localhost:${port}` };
    const trusted = await run(['doctor'], { env: { ...env, NODE_EXTRA_CA_CERTS: file } });
    expect(trusted.stdout).toMatch(/^tls +ok +TLSv1\.3, certificate valid until \d{4}-\d\d-\d\d$/m);
    expect(trusted.stdout).toMatch(/^dns +ok +localhost is .*127\.0\.0\.1/m);
    expect(trusted.code).toBe(0);
    const tunnels = createServer().on('connect', (_, socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(connect(port, '127.0.0.1')).pipe(socket);
    });
    const HTTPS_PROXY = `http://127.0.0.1:${await listening(tunnels)}`;
    for (const way of [env, environment({ ...credentials, HTTPS_PROXY })]) {
      const { byName, results, code } = await examine({ env: way });
      expect(byName.tls?.found).toContain('its certificate cannot be trusted');
      expect(byName.tls?.next).toMatch(/^check the clock of this machine .*NODE_EXTRA_CA_CERTS$/);
      failedAt(results, 'tls');
      expect(code).toBe(5);
    }
  });
});
