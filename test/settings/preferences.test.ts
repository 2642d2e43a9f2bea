import { expect, it } from 'vitest';
import { preferenceNames, preferences } from '../../src/settings/preferences.ts';

it.each(preferenceNames)('%s has a default that it accepts', (name) => {
  const { default: usual, parse } = preferences[name];
  expect(parse(usual)).toBeDefined();
});
