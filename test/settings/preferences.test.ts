import { expect, it } from 'vitest';
import {
  preferenceNames,
  preferences,
  retailPreferenceNames,
} from '../../src/settings/preferences.ts';

const namesWithDefault = preferenceNames.filter(
  (name) => !retailPreferenceNames.some((retailName) => retailName === name),
);

it.each(namesWithDefault)('%s has a valid default', (name) => {
  const { default: defaultValue, parse } = preferences[name];
  expect(parse(defaultValue)).toBeDefined();
});
