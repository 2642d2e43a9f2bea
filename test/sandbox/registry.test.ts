import { expect, it } from 'vitest';
import { isAvailable } from '../../src/sandbox/registry.ts';
import { seededAccount } from '../../src/sandbox/seeded-account.ts';

const account = seededAccount('2026-11-21');

function takenOfThousand(seed: string): string[] {
  return Array.from({ length: 1000 }, (_, index) => `name-${index}.af`).filter(
    (name) => !isAvailable(name, account, seed),
  );
}

it('reports slightly less than half of all names as taken, the same ones for each seed', () => {
  const taken = takenOfThousand('dotaf');
  expect(taken.length).toBeGreaterThan(400);
  expect(taken.length).toBeLessThan(500);
  expect(takenOfThousand('dotaf')).toEqual(taken);
  expect(takenOfThousand('other')).not.toEqual(taken);
});
