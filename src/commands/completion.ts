import zsh from '../../completions/_dotaf?raw';
import bash from '../../completions/dotaf.bash?raw';
import fish from '../../completions/dotaf.fish?raw';
import powershell from '../../completions/dotaf.ps1?raw';
import { defineCommand } from '../cli/command.ts';
import { choiceArgument } from '../cli/options.ts';

export const completionScripts = { bash, zsh, fish, powershell };

export type SupportedShell = keyof typeof completionScripts;

export const completionCommand = defineCommand({
  summary: 'Print the completion script of a shell',
  defineOptions: (cmd) =>
    cmd.addArgument(
      choiceArgument('<shell>', 'bash, zsh, fish or powershell', [
        'bash',
        'zsh',
        'fish',
        'powershell',
      ]),
    ),
  outputKind: 'text',
  rejectsCron: true,

  run: (_, __, shell) => ({ text: completionScripts[shell] }),

  description: 'It completes profiles and domains, too, and never uses the network.',
  examples: {
    'dotaf completion fish': 'the first lines of the script say where it belongs',
    'eval "$(dotaf completion bash)"': 'in ~/.bashrc',
    'source <(dotaf completion zsh)': 'in ~/.zshrc after compinit',
  },
});
