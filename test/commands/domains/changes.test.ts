import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { herat, kabul, lists, mazar, zaranj } from '../../support/domains.ts';
import { credentials } from '../../support/fixtures.ts';
import { temporaryFolder } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';
import { TestClock } from '../../test-clock.ts';

const command = ['domains', 'ls', '--changes'];

/** A person who looks at the list again and again. */
function watcher() {
  const env = { ...credentials, DOTAF_HOME: temporaryFolder() };
  const folder = path.join(env.DOTAF_HOME, 'looks');
  return {
    env,
    file: () => path.join(folder, readdirSync(folder)[0] ?? ''),
    look(at: string, domains: unknown[], options: string[] = [], beside = {}) {
      lists(domains, beside);
      return dotaf([...command, ...options], { env, clock: new TestClock(at) });
    },
  };
}

it('remembers the first look and tells what differs from it', async () => {
  const { look, file } = watcher();
  expect(await look('2026-11-20T14:05:30Z', [herat, mazar, zaranj], ['--expect', 'none'])).toEqual({
    stdout: '',
    stderr: 'note: the first look: 3 domains are remembered for the next\n',
    code: 0,
  });
  expect(file()).not.toContain(credentials.DOTAF_KEY);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  const changed = { ...herat, auto_renew: true, nameservers: herat.nameservers.toReversed() };
  expect(
    await look('2026-11-21T12:00:00Z', [changed, zaranj, kabul], ['--expect', 'none']),
  ).toEqual({
    stdout: [
      'DOMAIN    CHANGE   FIELD       BEFORE  AFTER',
      'herat.af  changed  auto_renew  false   true',
      'kabul.af  added    -           -       -',
      'mazar.af  removed  -           -       -',
      '',
    ].join('\n'),
    stderr:
      'note: 3 differences since 2026-11-20 14:05 UTC: 1 added, 1 changed, 1 removed\n' +
      'note: 3 differences, and none was expected\n',
    code: 1,
  });
  expect((await look('2026-11-21T12:01:00Z', [changed, zaranj, kabul])).stderr).toBe(
    'note: nothing has changed since 2026-11-21 12:00 UTC\n',
  );
});

it('keeps the last look when the answer could not be written', async () => {
  const { look } = watcher();
  const suspended = { ...herat, status: 'suspended' };
  await look('2026-11-21T12:00:00Z', [herat]);
  await look('2026-11-21T12:01:00Z', [suspended], ['--jq', '.[0].domain.x']);
  expect((await look('2026-11-21T12:02:00Z', [suspended], ['--json'])).stdout).toBe(
    '[{"domain":"herat.af","change":"changed","field":"status","before":"active","after":"suspended"}]\n',
  );
});

describe('the looks', () => {
  it('are read as far as they are not damaged', async () => {
    const { look, file } = watcher();
    await look('2026-11-19T12:00:00Z', [herat]);
    await look('2026-11-20T12:00:00Z', [herat, kabul]);
    const [, older = ''] = readFileSync(file(), 'utf8').split('\n');
    for (const damaged of ['{"at":"2026-1', '[]', '7', '{"domains":[{"domain":7}]}']) {
      writeFileSync(file(), `${damaged}\n${older}\n`);
      expect((await look('2026-11-21T12:00:00Z', [herat])).stderr).toBe(
        'note: nothing has changed since 2026-11-19 12:00 UTC\n',
      );
    }
    writeFileSync(file(), '{"domains":[{"dom');
    expect((await look('2026-11-21T12:00:00Z', [herat])).stderr).toContain('the first look');
  });

  it('of earlier versions, which noted no time, are read', async () => {
    const { look, file } = watcher();
    await look('2026-11-20T12:00:00Z', [herat]);
    writeFileSync(file(), `${JSON.stringify({ domains: [herat, kabul] })}\n`);
    expect(await look('2026-11-21T12:00:00Z', [herat], ['--json'])).toMatchObject({
      stdout:
        '[{"domain":"kabul.af","change":"removed","field":null,"before":null,"after":null}]\n',
      stderr: 'note: 1 difference since the last look: 1 removed\n',
    });
  });

  it('that cannot be kept end the run', async () => {
    const blocked = { ...credentials, DOTAF_HOME: path.join(temporaryFolder(), 'home') };
    mkdirSync(blocked.DOTAF_HOME);
    writeFileSync(path.join(blocked.DOTAF_HOME, 'looks'), '');
    lists([herat]);
    expect(await dotaf(command, { env: blocked })).toMatchObject({ code: 10 });
  });

  it('are some sixty at most, one a day for a month and one a month for a year', async () => {
    const { look, file } = watcher();
    const start = Date.parse('2025-06-01T06:00:00Z');
    const times = Array.from({ length: 500 }, (_, day) => new Date(start + day * 86_400_000));
    await look('2025-05-31T06:00:00Z', [herat]);
    const [line = ''] = readFileSync(file(), 'utf8').split('\n');
    const lines = times.map((at) => JSON.stringify({ ...JSON.parse(line), at }));
    writeFileSync(file(), lines.toReversed().join('\n'));
    await look('2026-10-14T06:00:00Z', [herat]);
    const kept = readFileSync(file(), 'utf8')
      .trim()
      .split('\n')
      .map((one) => String(JSON.parse(one).at).slice(0, 10));
    expect(kept.length).toBeLessThanOrEqual(60);
    expect(kept.slice(0, 3)).toEqual(['2026-10-14', '2026-10-13', '2026-10-12']);
    expect(kept.slice(-3)).toEqual(['2025-11-30', '2025-10-31', '2025-09-30']);
  });
});

describe('--since', () => {
  async function watched() {
    const { look, env } = watcher();
    await look('2026-11-01T06:00:00Z', [herat]);
    await look('2026-11-20T06:00:00Z', [herat, kabul]);
    await look('2026-11-21T06:00:00Z', [herat, kabul, mazar]);
    const since = (when: string) =>
      look('2026-11-21T12:00:00Z', [herat, kabul, mazar], ['--since', when, '--json']);
    return { since, env };
  }

  it.each([
    ['yesterday', 'note: 1 difference since 2026-11-20 06:00 UTC: 1 added\n'],
    ['1d', 'note: 1 difference since 2026-11-20 06:00 UTC: 1 added\n'],
    ['2d', 'note: 2 differences since 2026-11-01 06:00 UTC: 2 added\n'],
    ['1w', 'note: 2 differences since 2026-11-01 06:00 UTC: 2 added\n'],
    ['2026-11-01', 'note: 2 differences since 2026-11-01 06:00 UTC: 2 added\n'],
    [
      '2m',
      'note: no look is that old: the oldest is 2026-11-01 06:00 UTC\n' +
        'note: 2 differences since 2026-11-01 06:00 UTC: 2 added\n',
    ],
  ])('%s', async (when, stderr) => {
    const { since } = await watched();
    expect(await since(when)).toMatchObject({ stderr, code: 0 });
  });

  it.each([
    [
      ['--changes', '--since', 'monday'],
      "error: --since cannot be 'monday'\nhint: yesterday, a day such as 2026-11-01, or a time such as 7d, 4w or 3m\n",
    ],
    [
      ['--since', '7d'],
      'error: --since needs --changes\nhint: add --changes, or leave --since out\n',
    ],
  ])('%j is refused', async (options, stderr) => {
    expect(await dotaf(['domains', 'ls', ...options])).toEqual({ stdout: '', stderr, code: 2 });
  });
});

describe('what is not known', () => {
  it('is no difference, is said once when it is much, and is compared when it is back', async () => {
    const { look } = watcher();
    const without = { ...herat, expiry: null };
    await look('2026-11-19T06:00:00Z', [herat, kabul]);
    expect(await look('2026-11-20T06:00:00Z', [without, { ...kabul, expiry: null }])).toEqual({
      stdout: '',
      stderr:
        'warning: the expiry of 2 of 2 domains is not known any more: changes of it are not seen\n' +
        'note: nothing has changed since 2026-11-19 06:00 UTC\n',
      code: 0,
    });
    const renewed = { ...herat, expiry: '2027-12-01' };
    const { stdout } = await look('2026-11-21T06:00:00Z', [renewed, kabul], ['--json']);
    expect(JSON.parse(stdout)).toEqual([
      {
        domain: 'herat.af',
        change: 'changed',
        field: 'expiry',
        before: '2026-12-01',
        after: '2027-12-01',
      },
    ]);
  });

  it('may be that a domain is removed, in a list that is cut', async () => {
    const { look } = watcher();
    await look('2026-11-20T06:00:00Z', [herat, kabul]);
    const { stderr } = await look('2026-11-21T06:00:00Z', [herat], ['-q'], { total: 2 });
    expect(stderr).toBe(
      'warning: the service lists 1 of 2 domains, and cannot be asked for the others\n' +
        'warning: 1 domain is missing in a list that may be cut, and not surely removed\n',
    );
  });
});
