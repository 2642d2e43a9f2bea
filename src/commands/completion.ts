import { Argument } from '@commander-js/extra-typings';
import { command } from '../cli/command.ts';
import { choiceHint, parsed } from '../cli/options.ts';
import { scripts, shells } from '../completion/scripts.ts';

export const completion = command({
  summary: 'Print the completion script of a shell',
  declare: (bare) =>
    bare.addArgument(
      new Argument('<shell>', 'bash, zsh, fish or powershell')
        .choices(shells)
        .argParser(knownShell),
    ),

  run: (_, __, shell) => ({ text: scripts[shell] }),
});

const knownShell = parsed(
  'the shell',
  (text) => shells.find((shell) => shell === text),
  choiceHint(shells),
);
