import { describe, expect, it } from 'vitest';
import { service } from '../support/fixtures.ts';
import { dotaf } from '../support/session.ts';

function answers(domain: string, more: object = {}): void {
  const data = {
    domain,
    status: 'available',
    available: true,
    pricing: { amount: '10.00', currency: 'USD' },
    ...more,
  };
  service().post('/api/v1/domains/check').reply(200, { success: true, data });
}

it('refuses a price for another period than the one asked', async () => {
  answers('kabul.af', { years: 1 });
  expect(await dotaf(['check', 'kabul.af', '--years', '5'])).toEqual({
    stdout: '',
    stderr:
      "error: check kabul.af: 'years' is another than the one asked: '1'\n" +
      'hint: the service answered in another shape than its document: dotaf doctor shows which parts\nhint: --json shows the request id, for the support of the service\n',
    code: 8,
  });
});

it('takes a period that is repeated for what was asked, and for nothing beyond it', async () => {
  answers('kabul.af', { years: 5 });
  expect((await dotaf(['check', 'kabul.af', '--years', '5', '--json'])).stdout).toBe(
    '{"domain":"kabul.af","status":"available","available":true,"pricing":{"amount":"10.00","currency":"USD"},"years":5}\n',
  );
});

it('says that names have no answer when --only hides their rows', async () => {
  service()
    .post('/api/v1/domains/check')
    .times(2)
    .reply(500, { error: { code: 'broken' } });
  expect(await dotaf(['check', 'a.af', 'b.af', '--only', 'available', '-q'])).toEqual({
    stdout: '',
    stderr:
      'warning: no answer: check a.af: the service failed: (broken), and 1 more\n' +
      'hint: the fault is on the side of the service; try again later\n',
    code: 6,
  });
});

it('takes an answer without content for one that cannot be understood', async () => {
  service().post('/api/v1/domains/check').reply(204);
  expect(await dotaf(['check', 'kabul.af'])).toMatchObject({ stdout: '', code: 8 });
});

it.each([{}, { pricing: null }, { pricing: { amount: null, currency: null } }])(
  'a taken name needs no price: %j',
  async (pricing) => {
    const data = { domain: 'kabul.af', status: 'registered', available: false, ...pricing };
    service().post('/api/v1/domains/check').reply(200, { success: true, data });
    expect(await dotaf(['check', 'kabul.af', '--json'])).toEqual({
      stdout:
        '{"domain":"kabul.af","status":"registered","available":false,"pricing":{"amount":null,"currency":null},"years":1}\n',
      stderr: '',
      code: 0,
    });
  },
);

describe('a name that begins with www', () => {
  const asks = (domain: string, status: number, error = {}) =>
    service()
      .post('/api/v1/domains/check', { domain, years: 1 })
      .reply(status, { success: false, error });

  it('is asked as it is typed', async () => {
    answers('www.kabul.af');
    const { stdout, stderr } = await dotaf(['check', 'www.kabul.af', '--jq', '.domain']);
    expect({ stdout, stderr }).toEqual({ stdout: 'www.kabul.af\n', stderr: '' });
  });

  it.each([400, 404, 409, 422])(
    'is likely the name below where it is refused by %i',
    async (status) => {
      asks('www.kabul.af', status, { code: 'bad_name' });
      const { stderr, code } = await dotaf(['check', 'www.kabul.af']);
      expect(stderr).toContain('(bad_name); did you mean kabul.af?\n');
      expect(code).toBe(6);
    },
  );

  it('is likely the name below in a row, too', async () => {
    asks('www.kabul.af', 422, { code: 'bad_name' });
    answers('herat.af');
    const { stdout } = await dotaf(['check', 'www.kabul.af', 'herat.af']);
    expect(stdout).toContain('; did you mean kabul.af?');
  });

  it.each([
    ['www.kabul.af', 500],
    ['www.kabul.af', 404],
    ['www.kabul.af', 401],
    ['www.af', 422],
    ['kabul.af', 422],
  ])('is not guessed at where %s meets %i', async (domain, status) => {
    asks(domain, status);
    expect((await dotaf(['check', domain])).stderr).not.toContain('did you mean');
  });
});
