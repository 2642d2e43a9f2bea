import { exec } from 'node:child_process';
import { excerpt } from '../core/safe-text.ts';
import type { Environment } from '../core/surroundings.ts';
import { Failure } from '../errors.ts';
import { isHeaderSafe } from './credentials.ts';

const patienceMs = 60_000;

/**
 * Runs the command that prints the secret (pass, op, vault) and takes its first line.
 *
 * @throws Failure `no_credentials` with what the command said on stderr, never what it printed
 */
export function runSecretCommand(
  command: string,
  source: string,
  env: Environment,
  signal: AbortSignal,
): Promise<string> {
  const fail = (reason: string) =>
    new Failure('no_credentials', `the secret command of ${source} ${reason}`, {
      hint: `run it by hand to see why: ${command}`,
    });
  return new Promise((resolve, reject) => {
    const child = exec(
      command,
      { env: { ...env }, timeout: patienceMs, signal, encoding: 'utf8' },
      (error, stdout, stderr) => {
        const secret = stdout.split(/\r?\n/)[0] ?? '';
        if (signal.aborted) reject(signal.reason);
        else if (error) reject(fail(`failed: ${excerpt(stderr) || `exit code ${error.code}`}`));
        else if (!isHeaderSafe(secret)) reject(fail('printed nothing that can be a secret'));
        else resolve(secret);
      },
    );
    child.stdin?.end();
  });
}
