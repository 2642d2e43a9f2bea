import { expect, it } from 'vitest';
import { playFirstDay } from '../support/first-day.ts';

it('brings a reseller through the first day', async () => {
  const { actual, expected } = await playFirstDay();
  expect(actual).toEqual(expected);
});
