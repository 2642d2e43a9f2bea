import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { expectLogin, shop } from '../support/fixtures.ts';
import { createHome, readConfig } from '../support/home.ts';
import { runCli } from '../support/run-cli.ts';

/** Config that version 0.1.0 wrote, with every preference. Never edit it: users have such files. */
const firstConfig = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'config-0.1.0.json'), 'utf8'),
);

const [firstProfile, ...otherProfiles] = firstConfig.profiles;

/** Config of a later version, with one more field on every level. */
const newerConfig = {
  ...firstConfig,
  locale: 'fa-AF',
  profiles: [
    {
      ...firstProfile,
      label: 'Kabul',
      preferences: { ...firstProfile.preferences, calendar: 'solar' },
    },
    ...otherProfiles,
  ],
};

it.each([
  ['the config of 0.1.0', firstConfig],
  ['a newer config', newerConfig],
])('%s is read whole', async (_, config) => {
  const env = createHome(config);
  const { stdout, stderr, code } = await runCli(['config', 'ls', '--json'], { env });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  const stored = JSON.parse(stdout).flatMap(({ key, value, source }: Record<string, string>) =>
    source === 'profile' ? [[key, value]] : [],
  );
  expect(Object.fromEntries(stored)).toEqual(firstProfile.preferences);
  const login = expectLogin(shop.key, shop.secret);
  expect(await runCli(['balance'], { env })).toMatchObject({ stderr: '', code: 0 });
  expect(login.isDone()).toBe(true);
});

it('what a newer version has stored is kept', async () => {
  const env = createHome(newerConfig);
  for (const line of ['config unset timeout', 'config set timeout 30', 'auth use wholesale'])
    expect(await runCli(line.split(' '), { env })).toMatchObject({ stderr: '', code: 0 });
  expect(readConfig(env)).toEqual({ ...newerConfig, active: 'wholesale' });
});
