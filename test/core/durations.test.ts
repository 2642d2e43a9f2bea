import { expect, it } from 'vitest';
import { durationText } from '../../src/core/durations.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

it.each([
  [0, '0 s'],
  [40, '0 s'],
  [400, '0.4 s'],
  [1000, '1 s'],
  [9949, '9.9 s'],
  [9950, '10 s'],
  [12_400, '12 s'],
  [59_499, '59 s'],
  [59_500, '1 min'],
  [3 * minute + 20 * second, '3 min 20 s'],
  [59 * minute + 59.4 * second, '59 min 59 s'],
  [59 * minute + 59.6 * second, '1 h'],
  [2 * hour + 46 * minute, '2 h 46 min'],
  [23 * hour + 59 * minute + 40 * second, '1 d'],
  [27 * hour, '1 d 3 h'],
  [48 * hour, '2 d'],
])('%i ms are %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
