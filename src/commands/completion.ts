import { textCommand } from '../cli/command.ts';
import { choiceArgument, choiceHint, parsed } from '../cli/options.ts';
import { scripts, shells } from '../completion/scripts.ts';
import { Failure } from '../errors.ts';

export const completion = textCommand({
  summary: 'Print the completion script of a shell, or install it',
  declare: (command) =>
    command
      .addArgument(choiceArgument('[shell]', 'bash, zsh, fish or powershell', shells, knownShell))
      .option('--install', 'write it where the shell looks for it (default: the shell of SHELL)'),

  async run(context, { install }, shell) {
    if (install) {
      const { installCompletion } = await import('../cli/install-completion.ts');
      return `${await installCompletion(context, shell)}\n`;
    }
    if (shell !== undefined) return scripts[shell];
    throw new Failure('usage', '<shell> is missing', { hint: `choose ${shells.join(', ')}` });
  },
});

const knownShell = parsed(
  'the shell',
  (text) => shells.find((shell) => shell === text),
  choiceHint(shells),
);
