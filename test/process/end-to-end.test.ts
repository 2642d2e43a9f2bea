import { expect, it } from 'vitest';
import { play } from './end-to-end.ts';
import { program } from './spawned.ts';

it('brings a reseller through the first day', async () => {
  const { came, expected } = await play([process.execPath, program]);
  expect(came).toEqual(expected);
});
