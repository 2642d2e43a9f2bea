import { expect, it } from 'vitest';
import { dotaf } from '../support/session.ts';

const bare = { env: {}, homeFolder: undefined };

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

it('refuses a shell that it does not know', async () => {
  expect(await dotaf(['completion', 'tcsh'], bare)).toEqual({
    stdout: '',
    stderr: "error: the shell cannot be 'tcsh'\nhint: choose bash, zsh, fish, powershell\n",
    code: 2,
  });
});

it('asks which shell', async () => {
  const { stdout, stderr, code } = await dotaf(['completion'], bare);
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  expect(stderr).toContain('error: <shell> is missing\n');
});
