import type { CommandTree } from './tree.ts';

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

export type Shell = (typeof shells)[number];

/** The completion script of a shell, from the command tree alone. */
export function completionScript(shell: Shell, tree: CommandTree): string {
  return `# ${shell} ${tree.name}\n`;
}
