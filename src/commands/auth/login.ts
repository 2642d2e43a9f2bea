import { command } from '../../cli/command.ts';
import { logInKind } from '../../local-kinds.ts';

export const authLogin = command({
  summary: 'Verify credentials with one balance request, then store them',
  declare: (bare) =>
    bare
      .option('--key <key>', 'the API key')
      .option('--secret-stdin', 'read the API secret from stdin')
      .option('--secret-command <command>', 'store a command that prints the secret instead')
      .option('--replace', 'replace another account or base URL that the profile holds'),
  excludes: { '--secret-stdin': ['--secret-command'] },
  kind: () => logInKind,
  isInteractive: true,

  async run(context, options) {
    const { logIn } = await import('../../cli/log-in.ts');
    return { one: await logIn(context, options) };
  },
});
