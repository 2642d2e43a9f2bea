import { expect, it } from 'vitest';
import { preferenceNames, preferences } from '../../src/settings/preferences.ts';

it.each(preferenceNames)('%s has a valid default', (name) => {
  const { default: defaultValue, parse } = preferences[name];
  expect(parse(defaultValue)).toBeDefined();
});
