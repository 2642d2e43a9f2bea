import { Option } from 'commander';
import { describe, expect, it } from 'vitest';
import {
  preferenceNames,
  preferenceOptions,
  preferences,
  resolvePreference,
} from '../../src/settings/preferences.ts';
import { Settings } from '../../src/settings/settings.ts';
import { credentials, shop } from '../support/fixtures.ts';
import { homeWith, temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';

describe('each preference', () => {
  it.each(preferenceNames)('%s has a default and an example that it accepts', (name) => {
    const { default: fallback, example = fallback, choices = [], parse } = preferences[name];
    for (const text of [fallback, example, ...choices]) expect(parse(text)).toBeDefined();
  });

  it.each(preferenceNames)('%s finds its options where commander stores them', (name) => {
    for (const [flags, description] of Object.entries(preferences[name].flags ?? {})) {
      const option = new Option(flags, description);
      const value = option.required ? preferences[name].default : !option.negate;
      const sources = { options: { [option.attributeName()]: value }, env: {}, profile: undefined };
      expect(resolvePreference(name, sources)).toMatchObject({ source: 'flag' });
      expect(resolvePreference(name, sources).origin).toContain(option.long);
    }
  });

  it.each(preferenceNames)('%s says its default in the help of its options, if any', (name) => {
    for (const help of Object.values(preferences[name].flags ?? {})) {
      const [, said = preferences[name].default] = /\(default: (.+)\)/.exec(help) ?? [];
      expect(said).toBe(preferences[name].default);
    }
  });
});

it('names the options of one section', () => {
  expect(preferenceOptions('waiting').map(({ flags }) => flags)).toEqual([
    '--timeout <seconds>',
    '--max-wait <seconds>',
  ]);
});

describe('settings', () => {
  /** The settings of a run, and how often it has asked for the profile of the environment. */
  function settingsWith(home: object) {
    const asked = { times: 0 };
    const env = {
      ...home,
      get DOTAF_PROFILE() {
        asked.times += 1;
        return 'shop';
      },
    };
    const surroundings = { env, platform: 'linux', homeFolder: temporaryFolder() };
    return { asked, settings: new Settings(surroundings as never, {}) };
  }

  it('are looked up once, however often they are asked for', () => {
    const { asked, settings } = settingsWith(homeWith({ profiles: [shop] }));
    for (let round = 0; round < 3; round += 1) {
      for (const name of preferenceNames) settings.preference(name);
      expect(settings.credentials()).toMatchObject({ key: shop.key, profile: 'shop' });
      expect(settings.credentials()).toBe(settings.credentials());
      expect(settings.config).toBe(settings.config);
      expect(settings.profileName).toBe('shop');
    }
    expect(asked.times).toBe(1);
  });

  it('take the options of the command itself, and refuse a bad one at once', async () => {
    const env = { ...credentials, DOTAF_HOME: temporaryFolder() };
    expect(await dotaf(['check', 'kabul', '--tld', '-'], { env })).toEqual({
      stdout: '',
      stderr: [
        "error: --tld cannot be '-'",
        'hint: what a bare label is completed with, such as .af,.com.af',
        '',
      ].join('\n'),
      code: 2,
    });
  });
});
