import { expect, it } from 'vitest';
import { play } from '../support/first-day.ts';
import { program } from '../support/spawn.ts';

it('brings a reseller through the first day', async () => {
  const { came, expected } = await play([process.execPath, program]);
  expect(came).toEqual(expected);
});
