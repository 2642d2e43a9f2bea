import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { service } from '../support/fixtures.ts';
import { dotaf } from '../support/session.ts';

interface Reply {
  status?: string;
  available?: boolean;
  amount?: string;
  more?: object;
}

function answers(domain: string, reply: Reply = {}, years = 1): void {
  const { status = 'available', available = true, amount = '44.40', more = {} } = reply;
  service()
    .post('/api/v1/domains/check', { domain, years })
    .reply(200, {
      success: true,
      data: { domain, status, available, pricing: { amount, currency: 'USD' }, ...more },
    });
}

const taken = { status: 'registered', available: false };

function refuses(domain: string, status: number, error: object = {}): void {
  service()
    .post('/api/v1/domains/check', { domain, years: 1 })
    .reply(status, { success: false, error });
}

it('prints one JSON object a line, with every key, also for one name', async () => {
  answers('kabul.af', { ...taken, more: { premium: false, registry: { id: 7 } } }, 3);
  expect(await dotaf(['check', 'kabul.af', '--years', '3', '--json'])).toEqual({
    stdout:
      '{"domain":"kabul.af","status":"registered","available":false,"pricing":{"amount":"44.40","currency":"USD"},"years":3,"extra":{"premium":false,"registry":{"id":7}}}\n',
    stderr: '',
    code: 0,
  });
});

it('calls a status that says nothing certain unknown, and no failure available', async () => {
  answers('kabul.af', { status: 'unknown', available: false });
  refuses('herat.af', 500);
  const { stdout, code } = await dotaf(['check', 'kabul.af', 'herat.af']);
  expect(stdout.split('\n').slice(1)).toEqual([
    'kabul.af  unknown                      -',
    'herat.af  unknown                      -  the service failed: HTTP 500',
    '',
  ]);
  expect(code).toBe(9);
});

it('takes a period that is repeated for what was asked, and for nothing beyond it', async () => {
  answers('kabul.af', { more: { years: 5 } }, 5);
  expect((await dotaf(['check', 'kabul.af', '--years', '5', '--json'])).stdout).toBe(
    '{"domain":"kabul.af","status":"available","available":true,"pricing":{"amount":"44.40","currency":"USD"},"years":5}\n',
  );
});

it.each([undefined, null, { amount: null, currency: null }])(
  'a taken name needs no price: %j',
  async (pricing) => {
    answers('kabul.af', { ...taken, more: { pricing } });
    expect(await dotaf(['check', 'kabul.af', '--json'])).toEqual({
      stdout:
        '{"domain":"kabul.af","status":"registered","available":false,"pricing":{"amount":null,"currency":null},"years":1}\n',
      stderr: '',
      code: 0,
    });
  },
);

it('says that names have no answer when --only hides their rows', async () => {
  for (const name of ['a.af', 'b.af']) refuses(name, 500, { code: 'broken' });
  expect(await dotaf(['check', 'a.af', 'b.af', '--only', 'available', '-q'])).toEqual({
    stdout: '',
    stderr:
      'warning: no answer: check a.af: the service failed: (broken), and 1 more\n' +
      'hint: the fault is on the side of the service; try again later\n',
    code: 6,
  });
});

it.each([
  ['taken', 'unknown', 1, 'note: kabul.af is unknown\n'],
  ['available', 'available', 0, ''],
  ['taken', 'available', 1, 'note: tea-house.af is available\n'],
  ['available', 'taken', 1, 'note: kabul.af is taken\n'],
  ['taken', 'taken', 0, ''],
])('--expect %s of a name that is %s ends with %i', async (expected, state, code, stderr) => {
  const name = state === 'available' ? 'tea-house.af' : 'kabul.af';
  const status = state === 'unknown' ? state : taken.status;
  answers(name, state === 'available' ? {} : { status, available: false });
  const session = await dotaf(['check', name, '--expect', expected, '--jq', '.domain']);
  expect(session).toEqual({ stdout: `${name}\n`, stderr, code });
});

it.each([
  ['one way', { success: false }, '"api_error"', 6],
  ['different ways', '<html>log in</html>', '"unexpected_response"', 9],
])('several asked, all failed in %s: rows, and a code', async (_, body, second, expected) => {
  refuses('a.af', 422);
  service()
    .post('/api/v1/domains/check')
    .reply(body instanceof Object ? 500 : 200, body);
  const { stdout, code } = await dotaf(['check', 'a.af', 'b.af', '--jq', '.error.code | tojson']);
  expect({ stdout, code }).toEqual({ stdout: `"api_error"\n${second}\n`, code: expected });
});

it('ends the run when the credentials are refused, since every other name would fail too', async () => {
  answers('a.af');
  refuses('b.af', 401, { code: 'bad_secret' });
  const names = Array.from({ length: 40 }, (_, index) => `c${index}.af`);
  const asked: string[] = [];
  service()
    .persist()
    .post('/api/v1/domains/check')
    .reply(async (request: Request) => {
      asked.push(JSON.parse(await request.text()).domain);
      return [503, { success: false }];
    });
  const session = await dotaf(['check', 'a.af', 'b.af', ...names, '--json']);
  expect(session.stdout).toMatch(/^{"domain":"a\.af".*}\n$/);
  expect(session.stderr).toContain('"code":"unauthorized"');
  expect(session.stderr).toMatch(/^[^\n]*\n$/);
  expect(session.code).toBe(3);
  expect(asked.length, 'no more than were under way').toBeLessThanOrEqual(14);
  const before = asked.length;
  for (let turns = 0; turns < 200; turns += 1) await turn();
  const again = asked.filter((name, index) => index >= before && asked.indexOf(name) < index);
  expect(again, 'nothing is retried after the end').toEqual([]);
});
