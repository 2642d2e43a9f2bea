import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import nock from 'nock';
import { expect, it } from 'vitest';
import { credentials, service } from '../../support/fixtures.ts';
import { temporaryFolder } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';
import { TestClock } from '../../test-clock.ts';

type Amounts = Record<string, string | null>;

/** A person who looks at prices again and again. @returns a look; what has no amount is refused */
function watcher() {
  const env = { ...credentials, DOTAF_HOME: temporaryFolder() };
  const look = async (at: string, amounts: Amounts, argv: string[] = [], change: object = {}) => {
    nock.cleanAll();
    service()
      .persist()
      .post('/api/v1/pricing')
      .reply(async (request: Request) => {
        const { tld, action, years } = JSON.parse(await request.text());
        const amount = amounts[`${tld} ${action}`];
        if (amount === undefined) {
          return [422, { success: false, error: { code: 'no_price', message: 'not here' } }];
        }
        const data = { tld, action, years, amount, currency: 'USD', ...change };
        return [200, { success: true, data }];
      });
    const clock = new TestClock(`${at}T06:00:00Z`);
    const session = await dotaf(['prices', 'changes', ...argv], { env, clock });
    nock.cleanAll();
    return session;
  };
  return { env, look };
}

const both = ['--action', 'registration,renewal'];

const first = { '.af registration': '35.00', '.af renewal': '30.00' };

it('tells what differs from the last look', async () => {
  const { look, env } = watcher();
  expect(await look('2026-11-01', first, [...both, '--expect', 'none'])).toEqual({
    stdout: '',
    stderr: 'note: the first look: remembered 2 prices; the next shows what has changed\n',
    code: 0,
  });
  expect(readdirSync(path.join(env.DOTAF_HOME, 'looks'))).toEqual([
    expect.stringMatching(/-prices\.json$/),
  ]);
  const dearer = { ...first, '.af renewal': '32.50' };
  expect(await look('2026-11-20', dearer, [...both, '--expect', 'none'])).toEqual({
    stdout: [
      'TLD  ACTION   YEARS     BEFORE      AFTER',
      '.af  renewal      1  30.00 USD  32.50 USD',
      '',
    ].join('\n'),
    stderr:
      'note: 1 difference since 2026-11-01 06:00 UTC: 1 dearer\n' +
      'note: .af renewal for 1 year costs 32.50 USD, and was 30.00\n',
    code: 1,
  });
  expect(await look('2026-11-21', dearer, [...both, '--json', '--expect', 'none'])).toEqual({
    stdout: '[]\n',
    stderr: 'note: nothing has changed since 2026-11-20 06:00 UTC\n',
    code: 0,
  });
});

it('takes an answer that is missing for no change, and forgets no price', async () => {
  const { look } = watcher();
  await look('2026-11-01', first, both);
  const failed = await look('2026-11-10', { '.af registration': '35.00' }, [...both, '--json']);
  expect(failed).toEqual({
    stdout: '[]\n',
    stderr:
      'warning: no answer: quote .af renewal: the service refused: not here (no_price)\n' +
      'note: nothing has changed since 2026-11-01 06:00 UTC\n',
    code: 9,
  });
  const unstated = { ...first, '.af renewal': null };
  expect(await look('2026-11-11', unstated, both)).toMatchObject({
    stdout: '',
    stderr:
      'warning: the service does not say 1 price\nnote: nothing has changed since 2026-11-10 06:00 UTC\n',
    code: 0,
  });
  const cheaper = { ...first, '.af renewal': '28.00' };
  expect(await look('2026-11-12', cheaper, ['--action', 'renewal', '--json'])).toMatchObject({
    stdout: expect.stringContaining('"before":"30.00","after":"28.00"'),
    stderr: 'note: 1 difference since 2026-11-11 06:00 UTC: 1 cheaper\n',
  });
});

it('says which prices it has not seen before', async () => {
  const { look } = watcher();
  await look('2026-11-01', first, ['--action', 'renewal']);
  expect(await look('2026-11-02', first, [...both, '--expect', 'none'])).toEqual({
    stdout: '',
    stderr:
      'note: not in the last look: 1 price\n' +
      'note: nothing has changed since 2026-11-01 06:00 UTC\n',
    code: 0,
  });
});

it('does not compare amounts of two currencies', async () => {
  const { look } = watcher();
  await look('2026-11-01', first, both);
  const renewal = ['--action', 'renewal'];
  expect(await look('2026-11-02', first, [...renewal, '--json'], { currency: 'EUR' })).toEqual({
    stdout:
      '[{"tld":".af","action":"renewal","years":1,"before":null,"after":"30.00","currency":"EUR"}]\n',
    stderr: 'note: 1 difference since 2026-11-01 06:00 UTC: 1 in another currency\n',
    code: 0,
  });
});

it('takes a damaged look for no first look, so that nothing expected holds', async () => {
  const { look, env } = watcher();
  const renewal = ['--action', 'renewal', '--mark', 'cron'];
  await look('2026-11-01', first, renewal);
  const folder = path.join(env.DOTAF_HOME, 'looks');
  writeFileSync(path.join(folder, readdirSync(folder)[0] ?? ''), '{"at":"2026');
  const argv = [...renewal, '--expect', 'none'];
  expect(await look('2026-11-02', first, argv)).toEqual({
    stdout: '',
    stderr:
      'warning: the last look cannot be read, so nothing is compared\n' +
      'note: whether anything differs is not known\n',
    code: 1,
  });
  expect((await look('2026-11-03', first, argv)).code).toBe(0);
});
