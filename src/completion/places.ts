import path from 'node:path';
import type { Shell } from './scripts.ts';

/** Where a user keeps files; an environment may name other folders. */
export interface Home {
  env: Readonly<Record<string, string | undefined>>;
  /** @throws where there is no home folder */
  inHome(...parts: string[]): string;
  /** The folder of dotaf's own config. */
  own(): string;
}

/** The file that a shell reads by itself, or by the line that `placeHint` tells of. */
export function completionFile(shell: Shell, { env, inHome, own }: Home): string {
  const folder = (variable: string, ...usual: string[]) => {
    const given = env[variable];
    return given && path.isAbsolute(given) ? given : inHome(...usual);
  };
  switch (shell) {
    case 'bash': {
      const [first = ''] = (env.BASH_COMPLETION_USER_DIR ?? '').split(':');
      const base = path.isAbsolute(first)
        ? first
        : path.join(folder('XDG_DATA_HOME', '.local', 'share'), 'bash-completion');
      return path.join(base, 'completions', 'dotaf');
    }
    case 'zsh':
      return path.join(folder('ZDOTDIR'), '.zfunc', '_dotaf');
    case 'fish':
      return path.join(folder('XDG_CONFIG_HOME', '.config'), 'fish', 'completions', 'dotaf.fish');
    case 'powershell':
      return path.join(own(), 'dotaf.ps1');
  }
}

/** What is left to do for a person whose shell is to read the file. */
export function placeHints(shell: Shell, file: string, quoted: (word: string) => string): string[] {
  switch (shell) {
    case 'bash':
      return [
        'restart bash, which reads it where bash-completion is loaded',
        `where it is not, add this line to ~/.bashrc: source ${quoted(file)}`,
      ];
    case 'zsh':
      return [
        `add this line at the end of .zshrc, unless it is there: fpath=(${quoted(path.dirname(file))} $fpath); autoload -Uz compinit; compinit`,
        'then restart zsh',
      ];
    case 'fish':
      return ['fish reads it from now on'];
    case 'powershell':
      return [
        `add this line to the file that $PROFILE names, unless it is there: . '${file.replaceAll("'", "''")}'`,
        'then restart PowerShell',
      ];
  }
}
