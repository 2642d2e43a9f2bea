import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { herat, kabul, lists, mazar, zaranj } from '../../support/domains.ts';
import { credentials } from '../../support/fixtures.ts';
import { temporaryFolder } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';
import { TestClock } from '../../test-clock.ts';

const command = ['domains', 'changes'];

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
    stderr: 'note: the first look: remembered 3 domains; the next shows what has changed\n',
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
      'kabul.af  added    -           -       listed',
      'mazar.af  removed  -           listed  -',
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
  it.each(['{"at":"2026-1', '[]', '7', '{"domains":[{"domain":7}]}', ''])(
    'that cannot be read are a warning and no first look: %j',
    async (damaged) => {
      const { look, file } = watcher();
      await look('2026-11-20T12:00:00Z', [herat, kabul]);
      writeFileSync(file(), damaged);
      expect(await look('2026-11-21T12:00:00Z', [herat])).toEqual({
        stdout: '',
        stderr: 'warning: the last look cannot be read, so nothing is compared\n',
        code: 0,
      });
      writeFileSync(file(), damaged);
      expect(await look('2026-11-21T12:00:00Z', [herat], ['--expect', 'none'])).toEqual({
        stdout: '',
        stderr:
          'warning: the last look cannot be read, so nothing is compared\n' +
          'note: whether anything differs is not known\n',
        code: 1,
      });
      expect((await look('2026-11-22T12:00:00Z', [herat])).stderr).toBe(
        'note: nothing has changed since 2026-11-21 12:00 UTC\n',
      );
    },
  );

  it('of a mark are its own', async () => {
    const { look, env } = watcher();
    const first = 'note: the first look: remembered 1 domain; the next shows what has changed\n';
    const marks = [[], ['--mark', 'cron'], ['--mark', 'Cron'], ['--mark', '-prices_1']];
    for (const mark of marks)
      expect((await look('2026-11-20T12:00:00Z', [herat], mark)).stderr).toBe(first);
    expect(readdirSync(path.join(env.DOTAF_HOME, 'looks'))).toHaveLength(marks.length);
    for (const mark of marks) {
      const { stdout } = await look('2026-11-21T12:00:00Z', [herat, kabul], mark);
      expect(stdout).toContain('kabul.af  added');
    }
  });

  it('that cannot be kept end the run', async () => {
    const blocked = { ...credentials, DOTAF_HOME: path.join(temporaryFolder(), 'home') };
    mkdirSync(blocked.DOTAF_HOME);
    writeFileSync(path.join(blocked.DOTAF_HOME, 'looks'), '');
    lists([herat]);
    expect(await dotaf(command, { env: blocked })).toMatchObject({ code: 10 });
  });
});

describe('what is not known', () => {
  it('is no difference, is said, and is compared when it is back', async () => {
    const { look } = watcher();
    const without = { ...herat, expiry: null };
    await look('2026-11-19T06:00:00Z', [herat, kabul]);
    expect(await look('2026-11-20T06:00:00Z', [without, { ...kabul, expiry: null }])).toEqual({
      stdout: '',
      stderr:
        'warning: the expiry of 2 of 2 domains is not known, and not compared: herat.af, kabul.af\n' +
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
        'warning: 1 domain may be in the account all the same, since the list may be cut\n',
    );
  });
});
