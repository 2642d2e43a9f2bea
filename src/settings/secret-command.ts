import { exec } from 'node:child_process';
import { Failure, failureOf, shortageOf } from '../errors.ts';
import type { Environment } from '../platform/surroundings.ts';
import { isHeaderSafe } from './credentials.ts';

const timeout = 60_000;

/**
 * Takes the first line that the command prints, once it has ended well. Neither the command nor
 * anything else that it prints is shown, since both may hold secrets.
 * @throws Failure `no_credentials` without that line
 */
export function runSecretCommand(
  command: string,
  source: string,
  env: Environment,
  signal: AbortSignal,
): Promise<string> {
  const fail = (reason: string) =>
    new Failure('no_credentials', `the secret command of ${source} ${reason}`, {
      hint: `run the secret_command of ${source} by hand`,
    });
  return new Promise((resolve, reject) => {
    const child = exec(
      command,
      // A shell may ignore a gentler signal, and would then be waited for.
      { env: { ...env }, timeout, killSignal: 'SIGKILL', signal, encoding: 'utf8' },
      (error, stdout) => {
        const secret = stdout.split(/\r?\n/)[0]?.trim() ?? '';
        if (signal.aborted) reject(signal.reason);
        else if (shortageOf(error)) reject(failureOf(error));
        else if (error?.killed) reject(fail(`took longer than ${timeout / 1000} s`));
        else if (error) reject(fail(`failed with code ${error.signal ?? error.code}`));
        else if (!isHeaderSafe(secret)) reject(fail('printed nothing that can be a secret'));
        else resolve(secret);
      },
    );
    // What the command leaves running may hold stdout and stderr open for as long as it likes.
    let hasFirstLine = false;
    const finish = () => {
      const { exitCode } = child;
      if (exitCode === null) return;
      if (exitCode === 0 && !hasFirstLine) return;
      child.stdout?.destroy();
      child.stderr?.destroy();
    };
    child.stdout?.on('data', (text: string) => {
      hasFirstLine ||= text.includes('\n');
      finish();
    });
    child.on('exit', finish);
    // A command that reads stdin must not wait for somebody to type.
    child.stdin?.on('error', () => {});
    child.stdin?.end();
  });
}
