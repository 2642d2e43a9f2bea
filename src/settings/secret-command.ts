import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { CliError, getSystemErrorCode } from '../errors.ts';
import type { EnvironmentVariables } from '../system/system.ts';
import { findCredentialProblem } from './credentials.ts';

const timeoutMs = 60_000;

/**
 * Once the secret command has either exited or printed its first line, the maximum time to wait for
 * the other.
 */
const secretGraceMs = 300;

/**
 * Returns the first line of output. Does not wait for more output or background processes.
 * @throws a `no_credentials` error whose message never includes the output
 */
export async function runSecretCommand(
  command: string,
  source: string,
  env: EnvironmentVariables,
  signal: AbortSignal,
) {
  const commandError = (reason: string) =>
    new CliError('no_credentials', `the secret command of ${source} ${reason}`, {
      hint: `run the secret_command of ${source} by hand`,
    });
  const child = spawn(command, {
    shell: true,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    signal,
    timeout: timeoutMs,
    // Use SIGKILL, since a shell may ignore SIGTERM and keep dotaf waiting.
    killSignal: 'SIGKILL',
  });
  let output = '';
  const firstLine = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (!output.includes('\n')) output += chunk;
      if (output.includes('\n')) resolve();
    });
  });
  const stdoutClosed = once(child.stdout, 'close');
  let isTimedOut = false;
  try {
    await Promise.race([once(child, 'exit'), firstLine.then(() => delay(secretGraceMs))]);
    await Promise.race([stdoutClosed, firstLine, delay(secretGraceMs)]);
    isTimedOut = child.killed;
  } catch (error) {
    signal.throwIfAborted();
    throw commandError(`failed with code ${getSystemErrorCode(error)}`);
  } finally {
    child.stdout.destroy();
    child.kill('SIGKILL');
  }
  const code = child.signalCode ?? child.exitCode;
  if (isTimedOut) throw commandError(`took longer than ${timeoutMs / 1000} s`);
  if (code) throw commandError(`failed with code ${code}`);
  const secret = output.split(/\r?\n/)[0]?.trim() ?? '';
  if (findCredentialProblem(secret)) throw commandError('printed nothing that can be a secret');
  return secret;
}
