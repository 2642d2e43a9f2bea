import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import nock from 'nock';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Step } from '../../src/doctor/step.ts';
import { hasOpenssl, selfSigned } from '../support/certificate.ts';
import { balanceData, credentials, shop, wholesale } from '../support/fixtures.ts';
import { environment, homeWith, type Variables } from '../support/home.ts';
import { environmentOf, listening, serve } from '../support/loopback-server.ts';
import { dotaf, dotafSandbox, type SessionOptions } from '../support/session.ts';
import { run } from '../support/spawn.ts';
import { TestClock } from '../test-clock.ts';

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
  const { ok, steps }: { ok: boolean; steps: Step[] } = JSON.parse(session.stdout);
  const byName = Object.fromEntries(steps.map((step) => [step.step, step]));
  const results = steps.map(({ step, result }) => `${step} ${result}`);
  return { ...session, ok, byName, results };
}

const usualStart = [
  'settings ok',
  'base-url ok',
  'proxy ok',
  'dns skipped',
  'tcp ok',
  'tls skipped',
];

const shapes = ['balance', 'domains', 'tier', 'quote'];

it('finds the way to the sandbox good', async () => {
  const { stdout, stderr, code } = await dotafSandbox(['doctor']);
  expect(stdout.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:8053')).toBe(
    [
      'STEP         RESULT   FOUND',
      'settings     ok       the embedded sandbox, key sand****03',
      'base-url     ok       http://127.0.0.1:8053/api/v1, from the sandbox',
      'proxy        ok       none is set',
      'dns          skipped  127.0.0.1 is an address, with no name to look up',
      'tcp          ok       127.0.0.1:8053 answers in 0 ms, reached from 127.0.0.1',
      'tls          skipped  plain http, which does not leave this machine',
      'service      ok       answers a request in 0 ms',
      'credentials  ok       the service accepts the key sand****03',
      "clock        ok       within two minutes of the service's",
      'balance      ok       account SBX-844431; read: account_number, balance, currency, credit_limit, active_domains',
      'domains      ok       38 domains; read: domain, status, expiry, auto_renew, registration_date, nameservers',
      'tier         ok       read: current_tier, next_tier, domains_needed',
      'quote        ok       .af registration, 1 year; read: amount, currency',
      'rate-limit   ok       60 requests in 60 s, the default',
      '',
    ].join('\n'),
  );
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
});

it('sends four requests, each once', async () => {
  const { env, asked } = await serviceWith();
  const { ok, code } = await examine({ env });
  expect({ ok, code, asked }).toEqual({
    ok: true,
    code: 0,
    asked: Object.keys(usualReplies).sort((one, other) => order(one) - order(other)),
  });
});

/** The balance is asked first, and then the list. */
function order(path: string): number {
  return ['balance', 'domains', 'tier', 'pricing'].findIndex((word) => path.endsWith(word));
}

it.each([30, 40, 60, 80, 200])('fits into %i columns', async (columns) => {
  const { env } = await serviceWith({ '/api/v1/account/tier': { status: 404, text: '{}' } });
  const { stdout } = await dotaf(['doctor'], {
    env: { ...env, NO_COLOR: '1' },
    tty: { stdout: true },
    columns,
  });
  expect(stdout).toMatch(/^tier +failed\b/m);
  expect(stdout).toMatch(/^ {13}next: /m);
  expect(stdout).not.toMatch(/…|\.\.\./);
  expect(stdout.split('\n').filter((line) => line.length > columns)).toEqual([]);
});

describe('an answer that is not the service', () => {
  const page = '<!doctype html><title>Hotel Wi-Fi</title>';
  it.each<[string, number, Reply, string, string]>([
    [
      'a log-in page',
      8,
      { text: page },
      "the web page 'Hotel Wi-Fi' answers in place of the service",
      'log in to the network in a browser',
    ],
    [
      'a page without a title',
      8,
      { text: '<html>' },
      'a web page answers in place of the service',
      'log in to the network in a browser',
    ],
    [
      'a redirect to a log-in page',
      6,
      { status: 302, headers: { location: 'http://login.wifi.example/?x=1' } },
      'the answer redirects to http://login.wifi.example, as the log-in page of a network does',
      'log in to the network in a browser',
    ],
    [
      'a redirect within the service',
      6,
      { status: 301, headers: { location: '/v2/' } },
      'the service redirects to http://127.0.0.1',
      'compare the base URL',
    ],
    [
      'a wrong base URL',
      6,
      { status: 404, text: page },
      "the API is not at this base URL: HTTP 404 and the web page 'Hotel Wi-Fi'",
      'compare the base URL',
    ],
    ['another API', 8, { text: '{"ok":1}' }, "'success' is missing", 'the service'],
  ])('%s', async (_, code, reply, found, next) => {
    const { env, asked } = await serviceWith({ '/api/v1/account/balance': reply });
    const session = await examine({ env });
    expect(session.byName.service?.found).toContain(found);
    expect(session.byName.service?.next).toContain(next);
    expect(session.results).toEqual([
      ...usualStart,
      'service failed',
      'credentials skipped',
      'clock ok',
      ...shapes.map((shape) => `${shape} skipped`),
      'rate-limit ok',
    ]);
    expect({ code: session.code, ok: session.ok }).toEqual({ code, ok: false });
    expect(asked).toHaveLength(1);
  });
});

describe('credentials that are refused', () => {
  it.each([
    [401, 'check key and secret'],
    [403, 'bound to an allowlist that lacks this address'],
  ])('%i', async (status, next) => {
    const { env, asked } = await serviceWith({
      '/api/v1/account/balance': { status, text: '{"success":false}' },
    });
    const { byName, code } = await examine({ env });
    expect(byName.credentials?.found).toBe(
      `the service refused the credentials from the environment (DOTAF_KEY and DOTAF_SECRET): HTTP ${status}`,
    );
    expect(byName.credentials?.next).toContain(next);
    expect(byName.tier).toEqual({
      step: 'tier',
      result: 'skipped',
      found: 'the step credentials failed',
      next: null,
    });
    expect({ code, asked: asked.length }).toEqual({ code: 3, asked: 1 });
  });
});

it('tells of a service that fails, and asks it once', async () => {
  const { env, asked } = await serviceWith({
    '/api/v1/account/balance': { status: 503, text: '{"success":false}' },
  });
  const { byName, code } = await examine({ env });
  expect(byName.service?.found).toBe('the service failed: HTTP 503');
  expect(byName.credentials).toMatchObject({ result: 'skipped', found: 'the step service failed' });
  expect({ code, asked: asked.length }).toEqual({ code: 6, asked: 1 });
});

describe('the clock', () => {
  it.each([
    ['2026-11-21T12:01:59Z', 'ok', "within two minutes of the service's"],
    ['2026-11-21T12:10:00Z', 'warning', "10 minutes ahead of the service's"],
    ['2026-11-21T11:00:00Z', 'warning', "60 minutes behind the service's"],
  ])('at %s is %s', async (time, result, found) => {
    const { env } = await serviceWith();
    const { byName, ok, code } = await examine({ env, clock: new TestClock(time) });
    expect(byName.clock).toMatchObject({ result, found });
    expect({ ok, code }).toEqual({ ok: true, code: 0 });
  });

  it('is not compared without a date', async () => {
    const { env } = await serviceWith({ '/api/v1/account/balance': { headers: { date: '' } } });
    expect((await examine({ env })).byName.clock?.result).toBe('skipped');
  });
});

describe('a shape', () => {
  it('that is partly understood is a warning, with the keys that came and no values', async () => {
    const strange = {
      domain: 'kite.af',
      status: 'active',
      lapses: { on: 'soon' },
      note: 'private',
    };
    const { env } = await serviceWith({ '/api/v1/domains': { data: [kite, strange] } });
    const { byName, stdout, code } = await examine({ env });
    expect(byName.domains).toEqual({
      step: 'domains',
      result: 'warning',
      found:
        '2 domains; read: domain, status, expiry (1 of 2), auto_renew (1 of 2), registration_date (1 of 2), nameservers (1 of 2); other keys: lapses.on, note',
      next: 'dotaf config set field-names expiry=<key>,auto_renew=<key>,registration_date=<key>,nameservers=<key> names the keys that hold them; dotaf api /domains shows the answer',
    });
    expect(stdout).not.toContain('private');
    expect(code).toBe(0);
  });

  it('shows the keys that facts were read from, and the line that states the key of another', async () => {
    const data = { name: 'kite.af', state: 'active', lapses: '2027-03-01', renew: { auto: true } };
    const { env } = await serviceWith({ '/api/v1/domains': { data: [data] } });
    expect((await examine({ env })).byName.domains).toMatchObject({
      found:
        '1 domain; read: domain from name, status from state, auto_renew from renew.auto; not found: expiry, registration_date, nameservers; other keys: lapses',
      next: 'dotaf config set field-names expiry=<key>,registration_date=<key>,nameservers=<key> names the keys that hold them; dotaf api /domains shows the answer',
    });
    const stated = { ...env, DOTAF_FIELD_NAMES: 'expiry=lapses' };
    expect((await examine({ env: stated })).byName.domains).toMatchObject({
      result: 'ok',
      found:
        '1 domain; read: domain from name, status from state, expiry from lapses, auto_renew from renew.auto; not found: registration_date, nameservers',
    });
  });

  it('may leave out what there need not be, if no other key came', async () => {
    const top = { current_tier: 'Gold' };
    const { env } = await serviceWith({ '/api/v1/account/tier': { data: top } });
    expect((await examine({ env })).byName.tier).toMatchObject({
      result: 'ok',
      found: 'read: current_tier; not found: next_tier, domains_needed',
    });
    const other = await serviceWith({ '/api/v1/account/tier': { data: { ...top, upNext: 1 } } });
    expect((await examine({ env: other.env })).byName.tier?.result).toBe('warning');
  });

  it('of which nothing is understood is a failure, and the others are tested', async () => {
    const { env, asked } = await serviceWith({
      '/api/v1/account/balance': { data: { ...balanceData, currency: {} } },
      '/api/v1/account/tier': { data: { foo: { bar: 1 } } },
      '/api/v1/domains': { data: { domains: [] } },
      '/api/v1/pricing': { data: { currency: 'USD' } },
    });
    const { byName, results, code } = await examine({ env });
    expect(results.slice(6)).toEqual([
      'service ok',
      'credentials ok',
      'clock ok',
      'balance failed',
      'domains ok',
      'tier failed',
      'quote failed',
      'rate-limit ok',
    ]);
    expect(byName.balance?.found).toContain("'currency'");
    expect(byName.tier?.found).toContain('other keys: foo.bar');
    expect(byName.domains?.found).toBe('the list is empty');
    expect({ code, asked: asked.length }).toEqual({ code: 8, asked: 4 });
  });
});

describe('the settings', () => {
  it('tell which profile, from where, and the mode of the file', async () => {
    const home = homeWith({
      active: 'shop',
      profiles: [{ ...shop, base_url: 'http://127.0.0.1:1' }],
    });
    const { byName, code } = await examine({ env: home });
    expect(byName.settings?.found).toBe(
      `profile 'shop' in ${home.DOTAF_HOME}/config.json, key key_****op, secret stored, chosen as the active one, file mode 0600`,
    );
    expect(byName['base-url']?.found).toBe('http://127.0.0.1:1/api/v1, from the profile');
    expect(byName.tcp?.found).toBe('127.0.0.1 cannot be reached: it refused the connection');
    expect(code).toBe(5);
    const chosen = await examine({ env: home }, [
      '--profile',
      'shop',
      '--base-url',
      'http://127.0.0.1:1/',
    ]);
    expect(chosen.byName.settings?.found).toContain('chosen by --profile');
    expect(chosen.byName['base-url']?.found).toContain('from --base-url');
    const byVariable = await examine({ env: { ...home, DOTAF_PROFILE: 'shop' } });
    expect(byVariable.byName.settings?.found).toBe(
      `profile 'shop' (from DOTAF_PROFILE) in ${home.DOTAF_HOME}/config.json, key key_****op, secret stored, file mode 0600`,
    );
  });

  it('stop everything when there are none', async () => {
    const { byName, results, code } = await examine({ env: homeWith() });
    expect(byName.settings?.next).toMatch(/^dotaf auth login/);
    expect(results.slice(1).every((result) => result.endsWith('skipped'))).toBe(true);
    expect(code).toBe(3);
  });

  it('name a bad preference', async () => {
    const { env } = await serviceWith();
    const { byName, code } = await examine({ env: { ...env, DOTAF_RATE_LIMIT: 'many' } });
    expect(byName.settings?.found).toBe("DOTAF_RATE_LIMIT cannot be 'many'");
    expect(code).toBe(2);
  });

  it('warn of a limit above that of the document', async () => {
    const { env } = await serviceWith();
    const { byName, code } = await examine({ env: { ...env, DOTAF_RATE_LIMIT: '120/60s' } });
    expect(byName['rate-limit']).toMatchObject({
      result: 'warning',
      found:
        '120 requests in 60 s, from variable DOTAF_RATE_LIMIT: more than the 60 a minute of a usual credential',
      next: 'ask whether the service allows this credential so many, or: leave DOTAF_RATE_LIMIT out',
    });
    expect(code).toBe(0);
  });
});

describe('the network', () => {
  it('tells of a name that is not known', async () => {
    const env = environment({ ...credentials, DOTAF_BASE_URL: 'https://nosuch.invalid' });
    const { results, code } = await examine({ env });
    expect(results.slice(3, 6)).toEqual(['dns failed', 'tcp skipped', 'tls skipped']);
    expect(code).toBe(5);
  });

  it('tells of a proxy that refuses', async () => {
    const proxy = createServer().on('connect', (_, socket) => {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    });
    const port = await listening(proxy);
    const env = environment({ ...credentials, HTTPS_PROXY: `http://me:pass@127.0.0.1:${port}` });
    const { byName, stdout, code } = await examine({ env });
    expect(byName.proxy?.found).toBe(`127.0.0.1:${port}, from HTTPS_PROXY`);
    expect(byName.tcp?.result).toBe('ok');
    expect(byName.tls).toMatchObject({
      result: 'failed',
      found: `api.reseller.example through the proxy 127.0.0.1:${port} cannot be reached: the proxy answered 407`,
      next: 'check HTTPS_PROXY, or name the host of the service in NO_PROXY',
    });
    expect(stdout).not.toContain('pass');
    expect(code).toBe(5);
  });

  it('tells of a proxy that is none, or is not used', async () => {
    const env = environment({ ...credentials, HTTPS_PROXY: 'ftp://proxy.example' });
    const { byName, code } = await examine({ env });
    expect(byName.proxy?.found).toBe('HTTPS_PROXY is not the address of an http or https proxy');
    expect(code).toBe(2);
    const other = await serviceWith();
    const { byName: unused } = await examine({
      env: { ...other.env, HTTPS_PROXY: 'proxy.example' },
    });
    expect(unused.proxy?.found).toBe('HTTPS_PROXY is set, and not used for this address');
  });

  it.skipIf(!hasOpenssl)('tests TLS, and says until when the certificate is valid', async () => {
    const { key, cert, file } = selfSigned('DNS:localhost');
    const server = createTlsServer({ key, cert }, (request, response) => {
      response.end(replyTo(request, {}).text);
    });
    const port = await listening(server);
    const url = `https://localhost:${port}`;
    const env: Variables = { ...environmentOf(port), DOTAF_BASE_URL: url };
    const trusted = await run(['doctor'], { env: { ...env, NODE_EXTRA_CA_CERTS: file } });
    expect(trusted.stdout).toMatch(
      /^tls +ok +localhost:\d+, TLSv1\.3, certificate valid until \d{4}-\d\d-\d\d$/m,
    );
    expect(trusted.stdout).toMatch(/^dns +ok +localhost is .*127\.0\.0\.1/m);
    expect(trusted.code).toBe(0);
    const { byName, code } = await examine({ env });
    expect(byName.tls?.found).toContain('its certificate cannot be trusted');
    expect(byName.tls?.next).toMatch(
      /^check the clock of this machine .*; the log-in page of a network/,
    );
    expect(code).toBe(5);
  });
});

describe('--report', () => {
  it('is plain text with versions, also on a terminal, and without anything secret', async () => {
    const { env } = await serviceWith();
    const { stdout, code } = await dotaf(['doctor', '--report'], {
      env: { ...env, FORCE_COLOR: '1' },
      tty: { stdout: true },
      columns: 60,
    });
    expect(stdout).toMatch(
      /^dotaf [\d.]+\nNode v22\.0\.0 on linux x64, 6\.1\.0\n2026-11-21T12:00:00\.000Z\n\nSTEP +RESULT +FOUND\nsettings +ok /,
    );
    expect(stdout).toMatch(/^balance +ok +account AF-1001; read/m);
    const { DOTAF_KEY, DOTAF_SECRET } = credentials;
    for (const secret of [DOTAF_KEY, DOTAF_SECRET, '120.50', '50.00', '44.40', '\u001b']) {
      expect(stdout).not.toContain(secret);
    }
    expect(code).toBe(0);
  });

  it('holds neither the home directory nor the command of the secret', async () => {
    const { env } = await serviceWith();
    const command = 'echo hunter2 >&2; exit 1';
    const profile = { ...wholesale, base_url: env.DOTAF_BASE_URL, secret_command: command };
    const home = homeWith({ active: wholesale.name, profiles: [profile] });
    const { stdout, code } = await dotaf(['doctor', '--report'], {
      env: { ...home, PATH: process.env.PATH ?? '' },
      homeFolder: home.DOTAF_HOME,
    });
    expect(stdout).toContain("profile 'wholesale' in ~/config.json");
    expect(stdout).toContain(
      "next: run the secret_command of profile 'wholesale' in ~/config.json",
    );
    expect(stdout).not.toContain(command);
    expect(code).toBe(3);
  });

  it.each(['--json', '--csv', '--jq=.ok', '--fields=ok'])('excludes %s', async (format) => {
    expect(await dotaf(['doctor', '--report', format])).toMatchObject({ stdout: '', code: 2 });
  });
});

it('can be filtered', async () => {
  expect(await dotafSandbox(['doctor', '--jq', '.ok'])).toMatchObject({
    stdout: 'true\n',
    code: 0,
  });
  expect((await dotafSandbox(['doctor', '--fields', 'ok'])).stdout).toBe('ok  true\n');
});
