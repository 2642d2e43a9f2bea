import { describe, expect, it } from 'vitest';
import { preferenceNames, preferences } from '../../src/settings/preferences.ts';
import { credentials, service, shop } from '../support/fixtures.ts';
import { homeWith, temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';

it.each(preferenceNames)('%s has a default and an example that it accepts', (name) => {
  const { default: usual, example = usual, choices = [], parse } = preferences[name];
  for (const text of [usual, example, ...choices]) expect(parse(text)).toBeDefined();
});

it('takes the options of the command itself, and refuses a bad one at once', async () => {
  expect(await dotaf(['check', 'kabul', '--tld', '-'])).toEqual({
    stdout: '',
    stderr:
      "error: --tld cannot be '-'\nhint: what a bare label is completed with, such as .af,.com.af\n",
    code: 2,
  });
});

it.each([
  ['timeout', 'seconds that one attempt may take', '15'],
  ['max-wait', 'seconds that one request may wait for the rate limit and retries', '75'],
])('refuses a --%s that no timer can hold', async (name, summary, usual) => {
  expect(await dotaf(['balance', `--${name}`, '100000000000'])).toEqual({
    stdout: '',
    stderr: `error: --${name} cannot be '100000000000'\nhint: ${summary}, such as ${usual}\n`,
    code: 2,
  });
});

describe('field-names', () => {
  const list = JSON.stringify({
    success: true,
    data: [
      {
        name: 'a.af',
        paid_till: '2027-03-01',
        expires: '2026-01-01',
        dates: { added: '2020-02-03' },
      },
      { name: 'b.af', expires: '2026-12-31' },
    ],
  });
  const stated = 'expiry=paid_till,registration_date=dates.added';
  const fields = 'domain,expiry,registration_date';
  const rows = 'domain,expiry,registration_date\na.af,2027-03-01,2020-02-03\nb.af,2026-12-31,\n';
  const ls = ['domains', 'ls', '--csv', '--sort', 'domain', '--fields', fields];

  function environmentWith(names: string) {
    return { ...credentials, DOTAF_HOME: temporaryFolder(), DOTAF_FIELD_NAMES: names };
  }

  it('says which keys hold facts; the usual names are read where such a key is absent', async () => {
    service().get('/api/v1/domains').times(2).reply(200, list);
    const home = homeWith({ profiles: [shop], active: 'shop' });
    expect(await dotaf(['config', 'set', 'field-names', stated], { env: home })).toMatchObject({
      stdout: `field-names = ${stated} in profile 'shop'\n`,
      code: 0,
    });
    for (const env of [home, environmentWith(stated)]) {
      expect(await dotaf(ls, { env })).toEqual({ stdout: rows, stderr: '', code: 0 });
    }
  });

  it.each([
    ['domains show a.af', 'nameservers=hosts', 'nameservers', 'ns1.a.af'],
    [
      'tier',
      'current_tier=rank.now,domains_needed=rank.left',
      'current_tier,domains_needed',
      'Silver,7',
    ],
    ['quote af --action renewal', 'amount=sum.n,currency=sum.unit', 'amount,currency', '35.00,USD'],
  ])('reads the answer to %s', async (line, names, asked, row) => {
    const data = {
      ...{ domain: 'a.af', hosts: ['ns1.a.af'], nameservers: ['ns9.a.af'] },
      ...{ rank: { now: 'Silver', left: 7 }, price: '99.00', sum: { n: '35.00', unit: 'USD' } },
    };
    const reply = JSON.stringify({ success: true, data });
    service().get(/./).optionally().reply(200, reply).post(/./).optionally().reply(200, reply);
    const argv = [...line.split(' '), '--csv', '--fields', asked];
    const { stdout, code } = await dotaf(argv, { env: environmentWith(names) });
    // A command that asks for several things has a column for errors.
    expect(stdout.split('\n')[1]?.replace(/,$/, '')).toBe(row);
    expect(code).toBe(0);
  });

  it('gives null for a stated key that cannot be read, since it is the surest', async () => {
    service().get('/api/v1/domains').reply(200, list);
    const { stdout } = await dotaf(ls, { env: environmentWith('expiry=name') });
    expect(stdout.split('\n')[1]).toBe('a.af,,');
  });

  it.each(['expiry', 'expiry=', 'price=cost', 'expiry=a,expiry=b', 'expiry=a b'])(
    'refuses %j, and says how it is written',
    async (text) => {
      const hint = `${preferences['field-names'].summary}, such as expiry=paid_till,registration_date=dates.created_at`;
      const session = await dotaf(['domains', 'ls'], { env: environmentWith(text) });
      const stderr = `error: DOTAF_FIELD_NAMES cannot be '${text}'\nhint: ${hint}\n`;
      expect(session).toEqual({ stdout: '', stderr, code: 2 });
    },
  );
});
