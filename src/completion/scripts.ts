import zsh from '../../completions/_dotaf?raw';
import bash from '../../completions/dotaf.bash?raw';
import fish from '../../completions/dotaf.fish?raw';
import powershell from '../../completions/dotaf.ps1?raw';

export type Shell = (typeof shells)[number];

/** Scripts that ask `dotaf __complete`, so that they are the same for every command tree. */
export const scripts = { bash, zsh, fish, powershell };

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
