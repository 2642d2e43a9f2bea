import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure, systemCode } from '../errors.ts';
import type { Environment } from '../platform/surroundings.ts';
import { faultOf } from './credentials.ts';

const timeout = 60_000;

/** Time for the command to end after its first line, or for that line to arrive after its end. */
const secretGraceMs = 300;

/**
 * Takes the first line, and waits neither for a command that goes on after it nor for what the
 * command leaves running. No output is shown, since it may hold secrets.
 * @throws Failure `no_credentials` without that line
 */
export async function runSecretCommand(
  command: string,
  source: string,
  env: Environment,
  signal: AbortSignal,
): Promise<string> {
  const fail = (reason: string) =>
    new Failure('no_credentials', `the secret command of ${source} ${reason}`, {
      hint: `run the secret_command of ${source} by hand`,
    });
  const child = spawn(command, {
    shell: true,
    env,
    // A command that reads stdin must not wait for somebody to type.
    stdio: ['ignore', 'pipe', 'ignore'],
    signal,
    timeout,
    // A shell may ignore a gentler signal, and would then be waited for.
    killSignal: 'SIGKILL',
  });
  let printed = '';
  const line = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (!printed.includes('\n')) printed += text;
      if (printed.includes('\n')) resolve();
    });
  });
  const closed = once(child.stdout, 'close');
  let isOverdue = false;
  try {
    await Promise.race([once(child, 'exit'), line.then(() => delay(secretGraceMs))]);
    await Promise.race([closed, line, delay(secretGraceMs)]);
    isOverdue = child.killed;
  } catch (error) {
    signal.throwIfAborted();
    throw fail(`failed with code ${systemCode(error)}`);
  } finally {
    child.stdout.destroy();
    child.kill('SIGKILL');
  }
  const code = child.signalCode ?? child.exitCode;
  if (isOverdue) throw fail(`took longer than ${timeout / 1000} s`);
  if (code) throw fail(`failed with code ${code}`);
  const secret = printed.split(/\r?\n/)[0]?.trim() ?? '';
  if (faultOf(secret)) throw fail('printed nothing that can be a secret');
  return secret;
}
