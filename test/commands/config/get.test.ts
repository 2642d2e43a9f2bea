import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { credentials, shop } from '../../support/fixtures.ts';
import { homeWith, temporaryFolder } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';

describe('a value that will not do is refused where it is used', () => {
  const profile = (preferences: object) =>
    homeWith({ profiles: [{ ...shop, preferences }], active: 'shop' });

  it.each([
    ['soon', 'soon'],
    [{ a: 1 }, '{"a":1}'],
    [null, 'null'],
  ])('as stored: %j', async (value, shown) => {
    const says = `timeout in profile 'shop' cannot be '${shown}'`;
    expect(await dotaf(['balance'], { env: profile({ timeout: value }) })).toEqual({
      stdout: '',
      stderr: `error: ${says}\nhint: seconds that one attempt may take, such as 15\n`,
      code: 10,
    });
  });

  it('but a number is what it says, as somebody wrote it by hand', async () => {
    const session = await dotaf(['config', 'get', 'timeout'], { env: profile({ timeout: 2.5 }) });
    expect(session).toMatchObject({ stdout: '2.5\n', code: 0 });
  });
});

it('shows a stored value that will not do, so that it can be found', async () => {
  const env = homeWith({ profiles: [{ ...shop, preferences: { timeout: 'soon' } }] });
  const { stdout, code } = await dotaf(['config', 'ls', '--csv', '--profile', 'shop'], { env });
  expect(stdout.split('\n')[1]).toBe('timeout,soon,profile,shop,seconds that one attempt may take');
  expect(code).toBe(0);
});

it('is a failure also where the environment has the credentials', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'config.json'), '{bad');
  const env = { ...credentials, DOTAF_HOME: folder };
  for (const argv of [['get', 'timeout'], ['ls'], ['unset', 'timeout']]) {
    expect(await dotaf(['config', ...argv], { env })).toMatchObject({ stdout: '', code: 10 });
  }
});
