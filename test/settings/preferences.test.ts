import { expect, it } from 'vitest';
import { preferenceNames, preferences } from '../../src/settings/preferences.ts';

it.each(preferenceNames)('%s has a valid default', (name) => {
  const { default: usual, parse } = preferences[name];
  expect(parse(usual)).toBeDefined();
});
