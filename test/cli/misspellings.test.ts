import { expect, it } from 'vitest';
import type { CommandWord } from '../../src/completion/complete.ts';
import { didYouMean } from '../../src/core/text.ts';
import { prebuilt } from '../../src/startup/prebuilt.ts';

const { tree } = prebuilt();

it('never takes one word for another that exists', () => {
  const names = (command: CommandWord): string[] => [
    command.name,
    ...command.options.map((option) => option.name),
    ...command.commands.flatMap(names),
  ];
  const ofEvery = tree.options.map((option) => option.name);
  for (const name of [...ofEvery, ...tree.commands.flatMap(names)])
    expect(didYouMean(name, [name, 'other-words'])).toBe(`did you mean ${name}? `);
});
