import { expect, it } from 'vitest';
import { preferenceNames, preferences } from '../../src/settings/preferences.ts';

it.each(preferenceNames)('%s has a default and an example that it accepts', (name) => {
  const { default: usual, example = usual, parse } = preferences[name];
  for (const text of [usual, example]) expect(parse(text)).toBeDefined();
});
