import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { credentials, service } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { leaks } from '../support/leaks.ts';
import { dotaf } from '../support/session.ts';

const secret = `s3/k+t "o" <f>&'~ the\\test`;
const basic = `${credentials.DOTAF_KEY}:${secret}`;
const bytes = [...Buffer.from(secret)];
const json = (text: string) => JSON.stringify(text).slice(1, -1);

const writings: Record<string, string> = {
  'as it is': secret,
  'in capitals': secret.toUpperCase(),
  'as JSON in JSON': json(json(secret)),
  'as JSON in JSON in JSON': json(json(json(secret))),
  'as code points': bytes.map((byte) => `\\u00${byte.toString(16).padStart(2, '0')}`).join(''),
  'in a URL': encodeURIComponent(secret),
  'in a URL in a URL': encodeURIComponent(encodeURIComponent(secret)),
  'in a URL, every character': bytes.map((byte) => `%${byte.toString(16)}`).join(''),
  'in a form': new URLSearchParams({ secret }).toString(),
  'in hex': Buffer.from(secret).toString('hex'),
  'in hex, in capitals': Buffer.from(secret).toString('hex').toUpperCase(),
  'as a dump': bytes.map((byte) => `0x${byte.toString(16)}`).join(', '),
  'in base64': Buffer.from(secret).toString('base64'),
  'in base64url': Buffer.from(secret).toString('base64url'),
  'in base64, one character later': Buffer.from(`.${secret}.`).toString('base64'),
  'in base64url, two characters later': Buffer.from(`..${secret}..`).toString('base64url'),
  'as basic credentials': Buffer.from(basic).toString('base64'),
  'as basic credentials in a URL': encodeURIComponent(Buffer.from(basic).toString('base64')),
  'as basic credentials of PHP': Buffer.from(basic).toString('base64').replaceAll('/', '\\/'),
  'in HTML': secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;'),
  'in HTML by numbers': bytes.map((byte) => `&#${byte};`).join(''),
  'in HTML by hexadecimal numbers': bytes.map((byte) => `&#x${byte.toString(16)};`).join(''),
};

const availability = { domain: 'a.af', status: 'available', available: true, pricing: null };

describe.each(Object.entries(writings))('a secret that is sent back %s', (_, written) => {
  const env = () => ({ ...credentials, DOTAF_SECRET: secret, DOTAF_HOME: temporaryFolder() });

  it('would be a leak', () => {
    expect(leaks(`before ${written} after`, secret)).toBe(true);
  });

  it('is in no answer', async () => {
    const data = { ...availability, status: `a ${written}`, note: written, [written]: [written] };
    for (const options of [[], ['--json'], ['--csv'], ['-v']]) {
      service().post('/api/v1/domains/check').reply(200, { success: true, data });
      const { stdout, stderr, code } = await dotaf(['check', 'a.af', ...options], { env: env() });
      expect({ code, isShown: stdout.includes('[redacted]') }).toEqual({
        code: 0,
        isShown: true,
      });
      expect(leaks(stdout + stderr, secret)).toBe(false);
    }
  });

  it('is in no file of answers, and in no raw body', async () => {
    const { DOTAF_HOME, ...others } = env();
    const data = { ...availability, status: `a ${written}` };
    for (const name of ['answers.jsonl', 'answers.csv']) {
      service().post('/api/v1/domains/check').reply(200, { success: true, data });
      const file = path.join(DOTAF_HOME, name);
      await dotaf(['check', 'a.af', '--out', file], { env: { ...others, DOTAF_HOME } });
      expect(readFileSync(file, 'utf8')).toContain('[redacted]');
      expect(leaks(readFileSync(file, 'utf8'), secret)).toBe(false);
    }
    service().get('/api/v1/domains').reply(200, { success: true, data });
    const { stdout } = await dotaf(['api', '/domains'], { env: { ...others, DOTAF_HOME } });
    expect(stdout).toContain('[redacted]');
    expect(leaks(stdout, secret)).toBe(false);
  });

  it('is in no failure', async () => {
    const headers = { 'x-request-id': Buffer.from(written).toString('latin1') };
    const bodies = [
      { error: { message: `we got ${written}`, code: written } },
      { errors: { [written]: ['is wrong'] } },
    ];
    for (const body of bodies) {
      service().get('/api/v1/account/balance').reply(422, body, headers);
      const { stderr } = await dotaf(['balance', '--json'], { env: env() });
      expect(stderr).toContain('[redacted]');
      expect(leaks(stderr, secret)).toBe(false);
    }
  });
});

it('other texts are left as they are', async () => {
  const note = 'c2VjcmV0 %73%65 &#115; \\u0073 736563 secret of the account';
  service()
    .post('/api/v1/domains/check')
    .reply(200, { success: true, data: { ...availability, note } });
  const { stdout } = await dotaf(['check', 'a.af', '--json']);
  expect(JSON.parse(stdout).extra).toEqual({ note });
});

it('a long run of what may begin an escape is looked through at once', async () => {
  const note = `${'\\'.repeat(200_000)}${'%25'.repeat(50_000)}${'&amp;'.repeat(20_000)}`;
  service().get('/api/v1/account/tier').reply(200, { success: true, data: { note } });
  const { stdout } = await dotaf(['tier', '--json']);
  expect(JSON.parse(stdout).extra).toEqual({ note });
});
