import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Redactor } from '../../src/api/redact.ts';
import { containsSecret } from '../support/contains-secret.ts';
import { credentials, mockService } from '../support/fixtures.ts';
import { createTempFolder } from '../support/home.ts';
import { runCli } from '../support/run-cli.ts';

const secret = 'ds_Y3kf8JvR0tWq6XzB5nMa2GhL9cPuE7oD4iSx1TyKw0Vb_';

/** Forms in which a JSON string can echo the secret. */
const encodings: Record<string, string> = {
  'in capitals': secret.toUpperCase(),
  'by its first 40 characters': secret.slice(0, 40),
  'but for the last four': `${secret.slice(0, -4)}****`,
  'with a masked middle': secret.replace(/(?<=^.{14}).{20}/, '****'),
  'folded over two lines': secret.replace(/^.{24}/, '$&\\r\\n  '),
  'with signs of Markdown': secret.replaceAll('_', '\\\\_'),
  'with signs between all letters': secret.replace(/./g, '$&\u200b-'),
  'in quotes that are escaped': `{\\"secret\\":\\"${secret}\\"}`,
  'as units of UTF-16': secret.replace(/./g, (char) => `\\u00${Buffer.from(char).toString('hex')}`),
};

const successBody = (data: string) => `{"success":true,"data":{${data}}}`;

it.each(Object.entries(encodings))('redacts a secret that is echoed %s', async (_, text) => {
  expect(containsSecret(`"${text}"`, secret)).toBe(true);
  const home = createTempFolder();
  const sessionIsClean = async (...argv: string[]) => {
    const env = { ...credentials, DOTAF_SECRET: secret, DOTAF_HOME: home };
    const { stdout, stderr, code } = await runCli(argv, { env });
    expect(containsSecret(stdout + stderr, secret)).toBe(false);
    return code;
  };
  const out = path.join(home, 'answers.jsonl');
  const responseData = `"domain":"a.af","status":"a ${text}","available":true,"pricing":null,"${text}":["${text}"]`;
  for (const options of [['-v'], ['--csv'], ['--jq', '.'], ['--out', out]]) {
    mockService().post('/api/v1/domains/check').reply(200, successBody(responseData));
    expect(await sessionIsClean('check', 'a.af', ...options)).toBe(0);
  }
  const row = { status: '[redacted]', extra: { '[redacted]': ['[redacted]'] } };
  expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject(row);
  const line = JSON.parse(`"${text}"`).replace(/[^\x20-\x7e]+/g, ' ');
  const headers = { 'x-request-id': line, location: `https://${line}.example/` };
  const refusal = `{"error":{"message":"no ${text}","code":"${text}"},"errors":{"${text}":[1]}}`;
  const page = `<h1 title="${line}">${line}</h1>`;
  for (const body of ['', line, refusal, page, `"${text}"`, successBody(`"${text}":1`)]) {
    for (const status of [200, 302, 401, 501]) {
      mockService().get('/api/v1/account/balance').reply(status, body, headers);
      await sessionIsClean('balance', '--json');
    }
    mockService().get('/api/v1/account/balance').reply(200, body, headers);
    await sessionIsClean('api', '/account/balance');
  }
});

it.each([
  '481516234200',
  '["481516","234200"]',
  'it is "4815 1623 4200"',
  '["481516\\n","\\t2342","00"]',
  '["481516",["\\u00e9"],"\\u0032\\u0033\\u0034\\u0032",0,"0"]',
])('rejects an answer with a secret outside JSON strings: %s', async (body) => {
  mockService().get('/api/v1/account/balance').reply(200, body);
  const env = { ...credentials, DOTAF_SECRET: '481516234200', DOTAF_HOME: createTempFolder() };
  const { stdout, stderr, code } = await runCli(['api', '/account/balance'], { env });
  expect([stdout, code]).toEqual(['', 8]);
  expect(stderr).toContain('the service sent back the credentials, so its answer is not shown');
});

it('redacts a secret in a snapshot or a compared list', async () => {
  const home = createTempFolder();
  const session = (...argv: string[]) => {
    const domain = '"domain":"a.af","status":"active","expiry":"2027-01-01"';
    mockService()
      .get('/api/v1/domains')
      .reply(200, successBody(`"domains":[{${domain}}]`));
    return runCli(argv, { env: { ...credentials, DOTAF_HOME: home } });
  };
  await session('domains', 'changes');
  const [name = ''] = readdirSync(path.join(home, 'looks'));
  const snapshotFile = path.join(home, 'looks', name);
  const snapshot = readFileSync(snapshotFile, 'utf8');
  writeFileSync(snapshotFile, snapshot.replace('active', credentials.DOTAF_SECRET));
  const { stdout } = await session('domains', 'changes', '--json');
  expect(JSON.parse(stdout)).toMatchObject([{ before: '[redacted]', after: 'active' }]);
  writeFileSync(snapshotFile, `domain,status\na.af,${credentials.DOTAF_SECRET}\n`);
  const { stderr } = await session('domains', 'compare', snapshotFile);
  expect(stderr).toContain(
    `error: cannot read '${snapshotFile}': it holds the key or the secret of the account\n`,
  );
});

it('redacts only the headers that contain a secret', () => {
  const headers = { 'retry-after': '5', 'x-echo': `key ${secret}` };
  const redactedHeaders = { 'retry-after': '5', 'x-echo': '[redacted]' };
  expect(new Redactor([secret]).redactHeaders(headers)).toEqual(redactedHeaders);
});

it('redacts text with 12 consecutive characters of a secret, and passes other text unchanged', () => {
  const lengths = fc.integer({ min: 9, max: 14 });
  const separator = fc.stringMatching(/^[-_ \n\u200cé]{0,2}$/);
  const check = (before: string, start: number, length: number, sign: string, after: string) => {
    const part = secret.slice(start, start + length).replace(/./g, `$&${sign}`);
    const text = before + part + after;
    expect(new Redactor([secret]).redact(text)).toBe(
      containsSecret(text, secret) ? undefined : text,
    );
  };
  fc.assert(fc.property(fc.string(), fc.nat(40), lengths, separator, fc.string(), check));
});

it.each([
  ['key_of_the_account', 'no Key-of-the-acco', undefined],
  ['key_of_the_account', 'key_****nt, key of the ac', 'key_****nt, key of the ac'],
  ['ab-12-cd-34', 'x AB12cd34 y', undefined],
  ['ab-12-cd-3', 'x AB12cd3 y', 'x AB12cd3 y'],
  // Escapes in text that is not JSON, and in JSON within a JSON string.
  [secret, '4\\NiSx1TyKw0Vb', undefined],
  [secret, '<pre>"4\\niSx1TyKw0Vb"</pre>', undefined],
  [secret, '<pre>"4\\u0069Sx1TyKw0Vb"</pre>', undefined],
  [secret, JSON.stringify('"4\\niSx1TyKw0Vb"'), '"[redacted]"'],
  [secret, JSON.stringify('"4\\u0069Sx1TyKw0Vb"'), '"[redacted]"'],
  [secret, JSON.stringify(['a\nb', 'c\\d']), JSON.stringify(['a\nb', 'c\\d'])],
])('%j turns %j into %j', (credential, text, expected) => {
  expect(new Redactor([credential]).redact(text)).toBe(expected);
});

it.each(['-', '\\', '"', 'd-', 'd-s-y-3-k-f-8-'])('scans a long repetition of %j', (text) => {
  const long = `d${text.repeat(400_000 / text.length)}`;
  for (const body of [long, JSON.stringify([long])])
    expect(new Redactor([secret]).redact(body)).toBe(body);
});
