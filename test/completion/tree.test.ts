import { Argument, Command, Option } from '@commander-js/extra-typings';
import { expect, it } from 'vitest';
import { describeTree } from '../../src/completion/tree.ts';

it('tells what can be typed, and what a value can be', () => {
  const program = new Command('dotaf').description('a tool').helpOption('-h, --help', 'show help');
  program
    .option('-q, --quiet', 'say less')
    .option('--no-color', 'no colour')
    .option('--fields <list>', 'these fields')
    .option('--profile <name>', 'this profile');
  const check = program
    .command('check')
    .description('check names')
    .helpOption('-h, --help', 'show help')
    .addArgument(new Argument('[names...]'))
    .addOption(new Option('--only <state>', 'these alone').choices(['taken', 'unknown']))
    .option('--out <file>', 'write here')
    .option('--action <actions>', 'these actions')
    .option('--years <n>', 'period');
  const key = new Argument('<key>');
  key.argChoices = ['color'];
  check.command('set').addArgument(key).addArgument(new Argument('<value>')).helpOption(false);

  const tree = describeTree(program, {
    fieldsOf: (path) => (path.join(' ') === 'check' ? ['domain'] : []),
    isList: (option) => option.long === '--action',
    byName: {
      action: { kind: 'choice', words: ['renewal'] },
      file: { kind: 'files' },
      profile: { kind: 'profiles' },
      value: { kind: 'by-previous-argument', words: { color: ['auto'] } },
    },
  });
  expect(tree).toEqual({
    name: 'dotaf',
    summary: 'a tool',
    args: [],
    options: [
      { long: '--quiet', short: '-q', summary: 'say less' },
      { long: '--no-color', summary: 'no colour' },
      { long: '--fields', summary: 'these fields', values: { kind: 'free' } },
      { long: '--profile', summary: 'this profile', values: { kind: 'profiles' } },
      { long: '--help', short: '-h', summary: 'show help' },
    ],
    fields: [],
    commands: [
      {
        name: 'check',
        summary: 'check names',
        args: [{ values: { kind: 'free' }, isRepeated: true }],
        options: [
          {
            long: '--only',
            summary: 'these alone',
            values: { kind: 'choice', words: ['taken', 'unknown'] },
          },
          { long: '--out', summary: 'write here', values: { kind: 'files' } },
          {
            long: '--action',
            summary: 'these actions',
            values: { kind: 'choice', words: ['renewal'] },
            isList: true,
          },
          { long: '--years', summary: 'period', values: { kind: 'free' } },
        ],
        fields: ['domain'],
        commands: [
          {
            name: 'set',
            summary: '',
            args: [
              { values: { kind: 'choice', words: ['color'] }, isRepeated: false },
              {
                values: { kind: 'by-previous-argument', words: { color: ['auto'] } },
                isRepeated: false,
              },
            ],
            options: [],
            fields: [],
            commands: [],
          },
        ],
      },
    ],
  });
});
