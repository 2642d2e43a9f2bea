import { expect, it } from 'vitest';
import { shop } from '../../support/fixtures.ts';
import { homeWith } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';

it('lists every preference with its value and where it comes from', async () => {
  const preferences = { timeout: '30', tld: '.com.af' };
  const env = {
    ...homeWith({ profiles: [{ ...shop, preferences }], active: 'shop' }),
    DOTAF_RATE_LIMIT: '100/60s',
  };
  expect(await dotaf(['config', 'ls', '--max-wait', '5'], { env })).toEqual({
    stdout: [
      'KEY          VALUE    SOURCE    ORIGIN            MEANING',
      'timeout      30       profile   shop              seconds that one attempt may take',
      'max-wait     5        flag      --max-wait        seconds that one request may wait for the rate limit and retries',
      'rate-limit   100/60s  variable  DOTAF_RATE_LIMIT  requests in a window, as the service allows this credential',
      'tld          .com.af  profile   shop              what a bare label is completed with',
      'color        auto     default                     colour: auto, always or never',
      'field-names  -        default                     the keys of the service that hold a fact',
      '',
    ].join('\n'),
    stderr: '',
    code: 0,
  });
});

it('leaves the origin out where all are defaults', async () => {
  const { stdout } = await dotaf(['config', 'ls'], { env: homeWith() });
  expect(stdout.split('\n')[0]).toBe('KEY          VALUE   SOURCE   MEANING');
});

it('answers as one JSON array', async () => {
  const env = homeWith();
  const { stdout, stderr, code } = await dotaf(['config', 'ls', '--json', '--no-color'], { env });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(
    JSON.parse(stdout).map(({ key, value, source, origin }: Record<string, unknown>) => [
      key,
      value,
      source,
      origin,
    ]),
  ).toEqual([
    ['timeout', '15', 'default', null],
    ['max-wait', '75', 'default', null],
    ['rate-limit', '60/60s', 'default', null],
    ['tld', '.af', 'default', null],
    ['color', 'never', 'flag', '--color, --no-color'],
    ['field-names', '', 'default', null],
  ]);
});

it('shows a stored value that will not do, so that it can be found', async () => {
  const env = homeWith({ profiles: [{ ...shop, preferences: { timeout: 'soon' } }] });
  const { stdout, code } = await dotaf(['config', 'ls', '--csv', '--profile', 'shop'], { env });
  expect(stdout.split('\n')[1]).toBe('timeout,soon,profile,shop,seconds that one attempt may take');
  expect(code).toBe(0);
});
