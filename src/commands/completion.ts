import { argument, parsed } from '../arguments.ts';
import { textCommand } from '../command.ts';
import { shells } from '../completion/shells.ts';

export const completion = textCommand<object>({
  summary: 'Print the completion script of a shell',
  args: [argument('<shell>', 'bash, zsh, fish or powershell', shells)],
  examples: [
    'eval "$(dotaf completion bash)"',
    'dotaf completion fish > ~/.config/fish/completions/dotaf.fish',
  ],

  async run(context, { args: [shell = ''] }) {
    const { completionScript } = await import('../completion/scripts.ts');
    return completionScript(asShell(shell), context.tree());
  },
});

const asShell = parsed(
  'the shell',
  (text) => shells.find((shell) => shell === text),
  `choose ${shells.join(', ')}`,
);
