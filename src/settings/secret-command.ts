import { type ExecException, exec } from 'node:child_process';
import { excerpt } from '../core/text.ts';
import { Failure } from '../errors.ts';
import type { Environment } from '../platform/surroundings.ts';
import { isHeaderSafe } from './credentials.ts';

const timeoutMs = 60_000;

/** Takes the first line that the command prints. @throws Failure `no_credentials` without that line */
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
      // A shell may ignore a gentler signal, and would then be waited for.
      { env: { ...env }, timeout: timeoutMs, killSignal: 'SIGKILL', signal, encoding: 'utf8' },
      (error, stdout, stderr) => {
        const secret = stdout.split(/\r?\n/)[0]?.trim() ?? '';
        if (signal.aborted) reject(signal.reason);
        else if (error) reject(fail(reasonOf(error, stderr)));
        else if (!isHeaderSafe(secret)) reject(fail('printed nothing that can be a secret'));
        else resolve(secret);
      },
    );
    // A command that reads stdin must not wait for somebody to type.
    child.stdin?.on('error', () => {});
    child.stdin?.end();
  });
}

function reasonOf({ killed, code, signal }: ExecException, stderr: string): string {
  const said = excerpt(stderr);
  if (String(code) === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'printed far too much';
  if (killed) return `took longer than ${timeoutMs / 1000} s`;
  if (said !== '') return `failed: ${said}`;
  return `failed: ${signal ? `ended by ${signal}` : `exit code ${code}`}`;
}
