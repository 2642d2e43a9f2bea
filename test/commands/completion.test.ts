import { expect, it } from 'vitest';
import { dotaf } from '../support/session.ts';

const bare = { env: {}, homeDirectory: undefined };

it.each([
  ['bash', '.local/share/bash-completion/completions'],
  ['zsh', '~/.zshrc'],
  ['fish', '~/.config/fish/completions/dotaf.fish'],
  ['powershell', '$PROFILE'],
])('prints the script of %s, which says where it belongs', async (shell, place) => {
  const { stdout, stderr, code } = await dotaf(['completion', shell], bare);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(stdout.split('\n').slice(0, 4).join('\n')).toContain(place);
});
