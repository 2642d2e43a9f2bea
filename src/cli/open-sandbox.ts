import { setMaxListeners } from 'node:events';
import type { Rate } from '../core/periods.ts';
import { Failure, fileFailure, systemCode } from '../errors.ts';
import { readNamedFile } from '../platform/files.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import type { Account } from '../sandbox/account.ts';
import type { Fault } from '../sandbox/faults.ts';
import type { RunningSandbox } from '../sandbox/server.ts';

interface Host {
  surroundings: Pick<Surroundings, 'clock'>;
  /** Ends the reading of a pipe. */
  signal: AbortSignal;
  onClose(close: () => Promise<void>): void;
}

export interface SandboxRunOptions {
  port?: number;
  rate?: Rate;
  latencyMs?: number;
  faults?: Fault[];
  /** A file with the account to serve. */
  data?: string;
  seed?: string;
}

/** Starts a sandbox that is closed with the run. @throws Failure `io` or `usage` */
export async function openSandbox(
  host: Host,
  { data, ...options }: SandboxRunOptions,
): Promise<RunningSandbox> {
  const { startSandbox } = await import('../sandbox/server.ts');
  const { clock } = host.surroundings;
  const account = data === undefined ? undefined : await accountIn(host, data, options.seed);
  try {
    const closing = new AbortController();
    // Every delayed answer listens to it.
    setMaxListeners(0, closing.signal);
    const delay = (ms: number) => clock.sleep(ms, closing.signal).catch(() => {});
    const running = await startSandbox({
      ...options,
      ...(account && { account }),
      now: clock.now,
      delay,
    });
    host.onClose(async () => {
      closing.abort();
      await running.close();
    });
    return running;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    const hint = 'choose another --port from 1024 to 65535, or 0 for any';
    throw fileFailure('io', `cannot listen on port ${options.port}`, error, hint);
  }
}

async function accountIn(
  { surroundings, signal }: Host,
  file: string,
  seed: string | undefined,
): Promise<Account> {
  const text = await readNamedFile(file, signal);
  const { readAccount } = await import('../sandbox/account.ts');
  const result = readAccount(text, surroundings.clock.now(), seed);
  if (result.ok) return result.value;
  throw new Failure('usage', `'${file}': ${result.reason}`, {
    hint: 'dotaf sandbox --help, or the README, shows the form',
  });
}
