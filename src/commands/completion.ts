import { textCommand } from '../cli/command.ts';
import { choiceArgument, choiceHint, parsed } from '../cli/options.ts';
import { scripts, shells } from '../completion/scripts.ts';

export const completion = textCommand({
  summary: 'Print the completion script of a shell',
  declare: (command) =>
    command.addArgument(
      choiceArgument('<shell>', 'bash, zsh, fish or powershell', shells, knownShell),
    ),

  run: async (_, __, shell) => scripts[shell],
});

const knownShell = parsed(
  'the shell',
  (text) => shells.find((shell) => shell === text),
  choiceHint(shells),
);
