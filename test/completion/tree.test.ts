import { Argument, Command, Option } from 'commander';
import { expect, it } from 'vitest';
import { describeTree } from '../../src/completion/tree.ts';

it('tells what can be typed, and what a value is completed with', () => {
  const program = new Command('dotaf').description('a tool').helpOption(false);
  program.option('-q, --quiet', 'say less').option('--no-color', 'no colour');
  program
    .command('check')
    .description('check names')
    .helpOption(false)
    .addArgument(new Argument('[names...]'))
    .addOption(new Option('--only <state>', 'these alone').choices(['taken', 'unknown']))
    .option('--out <file.csv>', 'write here')
    .option('--years <n>', 'period');

  expect(describeTree(program)).toEqual({
    name: 'dotaf',
    summary: 'a tool',
    args: [],
    options: [
      { long: '--quiet', short: '-q', summary: 'say less', values: undefined },
      { long: '--no-color', short: undefined, summary: 'no colour', values: undefined },
    ],
    commands: [
      {
        name: 'check',
        summary: 'check names',
        args: [{ name: 'names', values: { kind: 'free' }, isRepeated: true }],
        options: [
          {
            long: '--only',
            short: undefined,
            summary: 'these alone',
            values: { kind: 'choices', choices: ['taken', 'unknown'] },
          },
          { long: '--out', short: undefined, summary: 'write here', values: { kind: 'path' } },
          { long: '--years', short: undefined, summary: 'period', values: { kind: 'free' } },
        ],
        commands: [],
      },
    ],
  });
});
