import { expect, it } from 'vitest';
import { runCli } from '../support/run-cli.ts';

const emptySystem = { env: {}, homeDirectory: undefined };

it.each([
  ['bash', '.local/share/bash-completion/completions'],
  ['zsh', '~/.zshrc'],
  ['fish', '~/.config/fish/completions/dotaf.fish'],
  ['powershell', '$PROFILE'],
])('prints the %s script with installation instructions', async (shell, installPath) => {
  const { stdout, stderr, code } = await runCli(['completion', shell], emptySystem);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(stdout.split('\n').slice(0, 4).join('\n')).toContain(installPath);
});
