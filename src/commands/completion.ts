import { textCommand } from '../cli/command.ts';
import { argument, parsed } from '../cli/options.ts';
import { shells } from '../completion/shells.ts';
import { describeTree } from '../completion/tree.ts';

export const completion = textCommand<object>({
  summary: 'Print the completion script of a shell',
  args: [argument('<shell>', 'bash, zsh, fish or powershell', shells)],
  examples: [
    'eval "$(dotaf completion bash)"',
    'dotaf completion fish > ~/.config/fish/completions/dotaf.fish',
  ],

  async run(context, { args: [shell = ''] }) {
    const name = asShell(shell);
    const { completionScript } = await import('../completion/scripts.ts');
    return completionScript(name, describeTree(await context.program()));
  },
});

const asShell = parsed(
  'the shell',
  (text) => shells.find((shell) => shell === text),
  `choose ${shells.join(', ')}`,
);
