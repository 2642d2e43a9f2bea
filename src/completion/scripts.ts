import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { powershellScript } from './powershell.ts';
import type { Shell } from './shells.ts';
import type { CommandTree } from './tree.ts';
import { zshScript } from './zsh.ts';

/** The completion script of a shell, from the command tree alone. */
export function completionScript(shell: Shell, tree: CommandTree): string {
  return scripts[shell](tree);
}

const scripts: Record<Shell, (tree: CommandTree) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};
