import { textCommand } from '../cli/command.ts';
import { parsed } from '../cli/options.ts';
import { shells } from '../completion/shells.ts';

export const completion = textCommand({
  summary: 'Print the completion script of a shell',
  declare: (command) => command.argument('<shell>', 'bash, zsh, fish or powershell'),
  examples: [
    'eval "$(dotaf completion bash)"',
    'dotaf completion fish > ~/.config/fish/completions/dotaf.fish',
  ],

  async run(_context, _options, shell) {
    const name = asShell(shell);
    const { completionScript } = await import('../completion/scripts.ts');
    return completionScript(name, { name: 'x', summary: '', args: [], options: [], commands: [] });
  },
});

const asShell = parsed(
  'the shell',
  (text) => shells.find((shell) => shell === text),
  `choose ${shells.join(', ')}`,
);
