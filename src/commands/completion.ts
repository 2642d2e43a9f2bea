import { command } from '../cli/command.ts';
import { choiceArgument } from '../cli/options.ts';
import { scripts, shells } from '../completion/scripts.ts';

export const completion = command({
  summary: 'Print the completion script of a shell',
  declare: (bare) =>
    bare.addArgument(choiceArgument('<shell>', 'bash, zsh, fish or powershell', shells)),
  shape: 'text',

  run: (_, __, shell) => ({ text: scripts[shell] }),

  description: 'It completes profiles and domains, too, and never uses the network.',
  examples: [
    ['dotaf completion fish', 'the first lines of the script say where it belongs'],
    ['eval "$(dotaf completion bash)"', 'in ~/.bashrc'],
    ['source <(dotaf completion zsh)', 'in ~/.zshrc after compinit'],
  ],
});
