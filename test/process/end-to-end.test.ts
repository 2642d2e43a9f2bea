import { expect, it } from 'vitest';
import { playFirstDay } from '../support/first-day.ts';

it('works through the first day of a reseller', async () => {
  const { actual, expected } = await playFirstDay();
  expect(actual).toEqual(expected);
});
