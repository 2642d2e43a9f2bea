import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactor } from '../../src/api/redact.ts';
import { credentials, service } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { leaks } from '../support/leaks.ts';
import { dotaf } from '../support/session.ts';

const secret = `s3/k+t "o" <f>&'~ the\\test`;
const bytesOf = (text: string) => [...Buffer.from(text)];
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '');

const hex = (byte: number) => byte.toString(16);

/** Writes a text byte by byte. */
const bytewise =
  (write: (byte: number) => string, separator = '') =>
  (text: string) =>
    bytesOf(text).map(write).join(separator);

/** How a service may write a text. */
const writers: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'as JSON in JSON in JSON': (text) => json(json(json(text))),
  'as code points': bytewise((byte) => `\\u00${hex(byte)}`),
  'in a URL': encodeURIComponent,
  'in a URL in a URL': (text) => encodeURIComponent(encodeURIComponent(text)),
  'in a URL, every character': bytewise((byte) => `%${hex(byte)}`),
  'in a form': (text) => new URLSearchParams({ '': text }).toString().slice(1),
  'in %u': bytewise((byte) => `%u00${hex(byte)}`),
  'with spaces for plus': (text) => text.replaceAll('+', ' '),
  'in hex': bytewise(hex),
  'in hex, in capitals': (text) => bytewise(hex)(text).toUpperCase(),
  'as a dump': bytewise((byte) => `0x${hex(byte)}`, ', '),
  'as a list of bytes': bytewise(String, ', '),
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in base64, one character later': (text) => base64(`.${text}.`),
  'as basic credentials': (text) => base64(`${credentials.DOTAF_KEY}:${text}`),
  'in base64url, two characters later': (text) => Buffer.from(`..${text}..`).toString('base64url'),
  'in base64 in a URL in a URL': (text) => encodeURIComponent(encodeURIComponent(base64(text))),
  'in base64 of PHP': (text) => base64(text).replaceAll('/', '\\/'),
  'in base64 as code points': (text) =>
    base64(text).replaceAll('+', '\\u002b').replaceAll('/', '\\u002F'),
  'in base64 of a mail': (text) => base64(text).replace(/.{8}(?=.)/g, '$&\r\n'),
  'in HTML': (text) => inHtml(text, '&#39;'),
  'in HTML with a name for each sign': (text) => inHtml(text, '&apos;'),
  'in HTML in HTML': (text) => inHtml(inHtml(text, '&#39;'), '&#39;'),
  'in HTML by numbers': bytewise((byte) => `&#${byte};`),
  'in HTML by hexadecimal numbers': bytewise((byte) => `&#x${hex(byte)};`),
};

function inHtml(text: string, apostrophe: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", apostrophe);
}

const availability = { domain: 'a.af', status: 'available', available: true, pricing: null };

const env = () => ({ ...credentials, DOTAF_SECRET: secret, DOTAF_HOME: temporaryFolder() });

it.each(Object.entries(writers))('a secret sent back %s is not shown', async (_, write) => {
  const text = write(secret);
  expect(leaks(`before ${text} after`, secret)).toBe(true);
  const data = { ...availability, status: `a ${text}`, note: text, [text]: [text] };
  service().post('/api/v1/domains/check').reply(200, { success: true, data });
  const answer = await dotaf(['check', 'a.af', '-v'], { env: env() });
  expect(answer.code).toBe(8);
  const headers = { 'x-request-id': text.replace(/\s+/g, '') };
  const body = { error: { message: `we got ${text}`, code: text }, errors: { [text]: ['wrong'] } };
  service().get('/api/v1/account/balance').reply(422, body, headers);
  const refusal = await dotaf(['balance', '--json'], { env: env() });
  expect(JSON.parse(refusal.stderr).error).toMatchObject({ status: 422 });
  for (const { stdout, stderr } of [answer, refusal])
    expect(leaks(stdout + stderr, secret)).toBe(false);
});

it('a secret that is sent back as it is leaves the rest of the answer', async () => {
  const { DOTAF_SECRET: plain } = credentials;
  const data = { ...availability, status: `a ${plain.toUpperCase()}`, [plain]: [plain] };
  const home = temporaryFolder();
  const file = path.join(home, 'answers.jsonl');
  for (const argv of [
    ['check', 'a.af', '--json'],
    ['check', 'a.af', '--out', file],
  ]) {
    service().post('/api/v1/domains/check').reply(200, { success: true, data });
    const { stdout } = await dotaf(argv, { env: { ...credentials, DOTAF_HOME: home } });
    for (const text of argv.includes(file) ? [readFileSync(file, 'utf8')] : [stdout]) {
      expect(JSON.parse(text)).toMatchObject({ status: 'a [redacted]', available: true });
      expect(leaks(text, plain)).toBe(false);
    }
  }
});

const numRuns = Number(process.env.TEST_RUNS ?? 30);

const shown = (credentials: string[], text: string) => redactor(credentials)({ headers: {}, text });

describe('a credential', () => {
  const credential = fc.stringMatching(/^[\x21-\x7e][\x20-\x7e]{4,20}[\x21-\x7e]$/);
  const examples = [
    'three short words',
    secret,
    '>>>???>>>???~~~',
    'three&a',
    'three%2',
    'three &&%%',
    'three%41 \\u0041',
  ];

  it.each(Object.entries(writers))('is taken out or withheld, written %s', (_, write) => {
    const check = (one: string) => {
      const said = `<${write(one)}>`;
      for (const text of [said, JSON.stringify({ a: 1, said })]) {
        const rest = shown([one], text).text ?? '[redacted]';
        expect(rest).toContain('[redacted]');
        expect(leaks(rest, one)).toBe(false);
      }
    };
    for (const example of examples) check(example);
    fc.assert(fc.property(credential, check), { numRuns });
  });

  it('is taken out by itself, whatever signs it has, and may be all that is there', () => {
    const said = `we got ${secret}, [${secret.replaceAll('+', ' ').toUpperCase()}]`;
    expect(shown([secret], said).text).toBe('we got [redacted], [[redacted]]');
    expect(shown([secret], secret).text).toBe('[redacted]');
    expect(redactor([secret])({ headers: {}, text: undefined }).text).toBe(undefined);
    expect(shown([secret], '').text).toBe('');
  });

  it('is taken out of the headers, too, by whichever name', () => {
    const headers = { 'x-one': 'a key_of_a, and', 'x-two': 'none', 'x-three': 'key%5fof%5fa, too' };
    expect(redactor(['secret_of_a', 'key_of_a'])({ headers, text: '' })).toEqual({
      headers: { 'x-one': 'a [redacted], and', 'x-two': 'none', 'x-three': '[redacted]' },
      text: '',
    });
  });

  it.each([
    ['abcdef', 'an [redacted]'],
    ['abcde', 'an abcdef'],
    ['', 'an abcdef'],
  ])('%j leaves %j, since words may be as short as some', (short, expected) => {
    expect(shown([short], 'an abcdef').text).toBe(expected);
  });
});

it('a body that cannot be shown without the secret is not an answer', async () => {
  const body = JSON.stringify({ success: true, data: { it: bytesOf(secret) } });
  for (const argv of [['balance'], ['api', '/account/balance']]) {
    service().get('/api/v1/account/balance').reply(200, body);
    expect(await dotaf(argv, { env: env() })).toEqual({
      stdout: '',
      stderr:
        'error: the service sent back the credentials, so its answer is not shown\nhint: check the base URL: dotaf auth status\n',
      code: 8,
    });
  }
  service().get('/api/v1/account/balance').reply(422, body);
  const { stderr, code } = await dotaf(['balance'], { env: env() });
  expect([stderr, code]).toEqual(['error: balance: the service refused: HTTP 422\n', 6]);
});

it('a reply without a credential is as it came, whatever it holds', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.constantFrom(...Object.values(writers).map((write) => write('another text, as long'))),
  );
  const redact = redactor([secret]);
  const check = (value: unknown) => {
    const reply = { headers: { 'x-id': JSON.stringify(value) }, text: JSON.stringify(value) };
    expect(redact(reply)).toEqual(reply);
  };
  fc.assert(fc.property(fc.array(fc.dictionary(piece, piece)), check), { numRuns });
});

it('a long run of what may begin an escape is looked through at once', async () => {
  const note = `${'\\'.repeat(200_000)}${'%25'.repeat(50_000)}${'&amp;'.repeat(20_000)}`;
  service().get('/api/v1/account/tier').reply(200, { success: true, data: { note } });
  const { stdout } = await dotaf(['tier', '--json']);
  expect(JSON.parse(stdout).extra).toEqual({ note });
});
