import { expect, it } from 'vitest';
import { didYouMean } from '../../src/core/text.ts';
import { prerenderHelp } from '../../src/startup/prerender-help.ts';
import type { CommandSpec } from '../../src/startup/render-completions.ts';

const { tree } = prerenderHelp();

it('never suggests another word for a valid one', () => {
  const names = (command: CommandSpec): string[] => [
    command.name,
    ...command.options.map((option) => option.name),
    ...command.commands.flatMap(names),
  ];
  const ofEvery = tree.options.map((option) => option.name);
  for (const name of [...ofEvery, ...tree.commands.flatMap(names)])
    expect(didYouMean(name, [name, 'other-words'])).toBe(`did you mean ${name}? `);
});
