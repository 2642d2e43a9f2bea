import { argument, parsed } from '../arguments.ts';
import { textCommand } from '../command.ts';
import { completionScript, shells } from '../completion/scripts.ts';

export const completion = textCommand<object>({
  summary: 'Print the completion script of a shell',
  args: [argument('<shell>', 'bash, zsh, fish or powershell', shells)],
  examples: [
    'eval "$(dotaf completion bash)"',
    'dotaf completion fish > ~/.config/fish/completions/dotaf.fish',
  ],

  run: async (context, { args: [shell = ''] }) => completionScript(asShell(shell), context.tree()),
});

const asShell = parsed(
  'the shell',
  (text) => shells.find((shell) => shell === text),
  `choose ${shells.join(', ')}`,
);
