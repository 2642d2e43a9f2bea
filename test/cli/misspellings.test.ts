import { expect, it } from 'vitest';
import type { CommandWord } from '../../src/completion/complete.ts';
import { closest } from '../../src/core/closest.ts';
import { prebuilt } from '../../src/startup/prebuilt.ts';
import { dotafSandbox } from '../support/session.ts';

const { tree } = prebuilt();

it('never takes one word for another that exists', () => {
  const names = (command: CommandWord): string[] => [
    command.name,
    ...command.options.map((option) => option.name),
    ...command.commands.flatMap(names),
  ];
  const ofEvery = tree.options.map((option) => option.name);
  for (const name of [...ofEvery, ...tree.commands.flatMap(names)])
    expect(closest(name, [name, 'other-words'])).toBe(name);
});

it.each([
  ['free', 'available'],
  ['unregistered', 'available'],
  ['AVAILABLE', 'available'],
  ['registered', 'taken'],
  ['unavailable', 'taken'],
])('takes %s for %s, to filter and to expect', async (word, state) => {
  const names = ['check', 'kabul.af', 'shop1.af', 'shop2.af', 'shop3.af'];
  const only = await dotafSandbox([...names, '--only', word]);
  expect(only).toEqual(await dotafSandbox([...names, '--only', state]));
  expect(only.stdout).toContain(state);
  const expected = await dotafSandbox([...names, '--expect', word]);
  expect(expected).toEqual(await dotafSandbox([...names, '--expect', state]));
  expect(expected.code).toBe(1);
});
