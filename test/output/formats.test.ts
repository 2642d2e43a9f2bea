import { expect, it } from 'vitest';
import { service } from '../support/fixtures.ts';
import { dotaf, dotafSandbox } from '../support/session.ts';

function tier(data: object): void {
  service().get('/api/v1/account/tier').reply(200, { success: true, data });
}

const silver = { current_tier: 'Silver', next_tier: 'Gold', domains_needed: 68 };

it('--fields chooses and orders, in text, CSV and JSON', async () => {
  const fields = ['--fields', ' next_tier , current_tier'];
  for (const _ of [1, 2, 3]) tier(silver);
  expect((await dotaf(['tier', ...fields])).stdout).toBe(
    'next_tier     Gold\ncurrent_tier  Silver\n',
  );
  expect((await dotaf(['tier', ...fields, '--csv'])).stdout).toBe(
    'next_tier,current_tier\nGold,Silver\n',
  );
  expect((await dotaf(['tier', ...fields, '--json'])).stdout).toBe(
    '{"next_tier":"Gold","current_tier":"Silver"}\n',
  );
});

it('--fields reaches into objects, and keeps their shape', async () => {
  const argv = ['check', 'kabul.af', '--json', '--fields', 'pricing.currency,domain'];
  expect((await dotafSandbox(argv)).stdout).toBe(
    '{"pricing":{"currency":"USD"},"domain":"kabul.af"}\n',
  );
  tier({ ...silver, discount: { percent: '7.5', since: '2026-01-01' } });
  expect((await dotaf(['tier', '--fields', 'extra.discount.percent', '--json'])).stdout).toBe(
    '{"extra":{"discount":{"percent":"7.5"}}}\n',
  );
});

it('--fields hides no failure', async () => {
  const argv = ['check', 'kabul.af', 'a.zz', '--fields', 'domain,available'];
  const reason = 'the service refused: the tld of a.zz is not supported';
  const text = await dotafSandbox(argv);
  expect(text.code).toBe(9);
  expect(text.stdout).toBe(
    ['DOMAIN            AVAILABLE', 'kabul.af          false', 'a.zz              -', ''].join(
      '\n',
    ),
  );
  expect((await dotafSandbox([...argv, '--csv'])).stdout).toBe(
    'domain,available\nkabul.af,false\na.zz,\n',
  );
  expect((await dotafSandbox([...argv, '--json'])).stdout.split('\n')[1]).toBe(
    `{"domain":"a.zz","error":{"code":"api_error","message":"${reason} (unsupported_tld)","api_code":"unsupported_tld","status":422}}`,
  );
});

it('--fields knows every part of a failure', async () => {
  const argv = ['check', 'kabul.af', 'a.zz', '--csv', '--fields'];
  const fields = 'domain,error.code,error.api_code,error.status';
  expect((await dotafSandbox([...argv, fields])).stdout).toMatch(
    /^domain,error.code,error.api_code,error.status\nkabul.af,,,\na.zz,api_error,unsupported_tld,422\n/,
  );
});

it.each([
  ['nope', "unknown field 'nope'", 'the fields are current_tier, next_tier, domains_needed'],
  ['current_tier,Next_tier', "unknown field 'Next_tier'", 'did you mean next_tier? the fields are'],
  ['', '--fields names no field', 'choose from current_tier'],
  [' , ', '--fields names no field', 'choose from current_tier'],
  ['current_tier.x', "unknown field 'current_tier.x'", 'did you mean current_tier? the fields'],
  ['__proto__', "unknown field '__proto__'", 'the fields are'],
])('refuses --fields %j before anything is sent', async (fields, error, hint) => {
  const { stdout, stderr, code } = await dotaf(['tier', '--fields', fields]);
  expect(stdout).toBe('');
  expect(stderr).toContain(`error: ${error}\nhint: ${hint}`);
  expect(code).toBe(2);
});

it.each([
  ['status,price', "unknown field 'price'", 'the fields are domain, status, expiry'],
  [' , ', '--fields names no field', 'choose from domain, status, expiry'],
])('refuses --columns %j in the words of --fields', async (columns, error, hint) => {
  const { stdout, stderr, code } = await dotaf(['domains', 'ls', '--columns', columns]);
  expect(stdout).toBe('');
  expect(stderr).toContain(`error: ${error}\nhint: ${hint}`);
  expect(code).toBe(2);
});

it('--columns takes blanks around names', async () => {
  const argv = ['domains', 'ls', '--columns', ' domain , status,'];
  expect((await dotafSandbox(argv)).stdout).toMatch(/^DOMAIN +STATUS\n/);
});

it.each<[string, string]>([
  ['.current_tier', 'Silver\n'],
  ['.domains_needed', '68\n'],
  ['.', '{"current_tier":"Silver","next_tier":"Gold","domains_needed":68}\n'],
  ['.current_tier, .next_tier', 'Silver\nGold\n'],
  ['[.current_tier, .domains_needed] | @tsv', 'Silver\t68\n'],
  ['[.current_tier, .domains_needed] | @csv', '"Silver",68\n'],
  ['[.current_tier, .next_tier] | join("\\n")', 'Silver\nGold\n'],
  ['"\\u001b[31m"', '\\u001b[31m\n'],
  ['.nope', 'null\n'],
  ['empty', ''],
  ['-.domains_needed', '-68\n'],
])('--jq %j', async (expression, stdout) => {
  tier(silver);
  expect(await dotaf(['tier', '--jq', expression])).toEqual({ stdout, stderr: '', code: 0 });
});

it.each([
  ['.[', 'syntax error, unexpected end of file'],
  ['nope', 'nope/0 is not defined'],
  ['--help', 'help/0 is not defined'],
  ['', 'Top-level program not given'],
])('refuses --jq %j before anything is sent, in JSON', async (expression, reason) => {
  const { stdout, stderr, code } = await dotaf(['tier', '--jq', expression]);
  expect(stdout).toBe('');
  expect(JSON.parse(stderr).error.message).toContain(`--jq '${expression}' failed: ${reason}`);
  expect(code).toBe(2);
});

it('says what a filter cannot do with the answer', async () => {
  tier(silver);
  const { stdout, stderr, code } = await dotaf(['tier', '--jq', '.current_tier.x']);
  expect(stdout).toBe('');
  expect(JSON.parse(stderr).error.message).toBe(
    `--jq '.current_tier.x' failed: Cannot index string with string ("x")`,
  );
  expect(code).toBe(8);
});

it('--jq takes a list as a whole, and rows one by one', async () => {
  const list = await dotafSandbox(['domains', 'ls', '--jq', 'length']);
  expect(list.stdout).toBe('38\n');
  const rows = await dotafSandbox(['check', 'a.af', 'b.af', '--jq', '.domain']);
  expect(rows.stdout).toBe('a.af\nb.af\n');
});

it('--csv quotes what needs it, and keeps a record on one line', async () => {
  tier({ current_tier: 'a "b", c', next_tier: 'two\nlines\u0007', domains_needed: 1 });
  expect((await dotaf(['tier', '--csv'])).stdout).toBe(
    'current_tier,next_tier,domains_needed\n"a ""b"", c",two\\u000alines\\u0007,1\n',
  );
});

it('--csv has its header also when there is nothing below it', async () => {
  const list = await dotafSandbox(['domains', 'ls', '--status', 'none', '--csv']);
  expect(list.stdout).toBe('domain,status,expiry,registration_date,auto_renew,nameservers\n');
  const rows = await dotafSandbox(['check', 'kabul.af', '--only', 'available', '--csv']);
  expect(rows.stdout).toBe(
    'domain,status,available,pricing.amount,pricing.currency,years,error.code,error.message\n',
  );
});

it('--csv and --json exclude each other', async () => {
  for (const json of [['--json'], ['--jq', '.']]) {
    const { stdout, stderr, code } = await dotaf(['tier', '--csv', ...json]);
    expect(stdout).toBe('');
    expect(JSON.parse(stderr).error.message).toBe(`--csv and ${json[0]} exclude each other`);
    expect(code).toBe(2);
  }
});

it('global options stand before or after the command', async () => {
  for (const argv of [
    ['--jq', '.next_tier', 'tier'],
    ['tier', '--jq', '.next_tier'],
  ]) {
    tier(silver);
    expect((await dotaf(argv)).stdout).toBe('Gold\n');
  }
});

it('-v traces on stderr, without the credentials', async () => {
  tier(silver);
  const { stdout, stderr } = await dotaf(['tier', '-v', '--jq', '.next_tier']);
  expect(stdout).toBe('Gold\n');
  expect(stderr).toBe(
    [
      '> GET https://api.reseller.example/api/v1/account/tier (x-service-key and x-service-secret not shown)',
      '< 200 in 0 ms, 88 characters',
      '',
    ].join('\n'),
  );
});

it('redacts credentials that the service sends back', async () => {
  for (const argv of [[], ['--json'], ['-v'], ['--csv']]) {
    tier({ ...silver, current_tier: 'secret_of_the_test_account', key: 'key_of_the_test_account' });
    const session = await dotaf(['tier', ...argv]);
    expect(JSON.stringify(session)).not.toMatch(/(secret|key)_of_the_test/);
    expect(session.stdout).toContain('[redacted]');
  }
});

it('-q leaves the answer, the errors and the exit code', async () => {
  const unmet = await dotafSandbox(['balance', '--min', '9999', '-q', '--fields', 'currency']);
  expect(unmet).toEqual({ stdout: 'currency  USD\n', stderr: '', code: 1 });
  const wrong = await dotafSandbox(['check', 'bad_name', '-q']);
  expect(wrong.stderr).toMatch(/^error: .*\nhint: .*\n$/);
});
