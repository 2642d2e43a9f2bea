import { runCli } from './run-cli.ts';
import { scriptedStdin, stripAnsi } from './terminal.ts';

interface LoginOptions {
  env: { DOTAF_HOME: string };
  argv?: string[];
}

/** Runs `auth login` with these arguments, and types the next text at each prompt. */
export async function logInOnTerminal(
  texts: (string | string[])[],
  { env, argv = [] }: LoginOptions,
) {
  const tty = { stdin: true, stderr: true };
  const options = { env, stdin: scriptedStdin(...texts), tty, columns: 200 };
  const result = await runCli(['auth', 'login', ...argv], options);
  return { ...result, screen: stripAnsi(result.stderr) };
}
