import path from 'node:path';
import { fileFailure } from '../errors.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import { Ledger } from '../rate-limit/ledger.ts';
import type { Sharing } from '../rate-limit/shared-window.ts';
import { accountId, type Credentials } from '../settings/credentials.ts';
import type { Settings } from '../settings/settings.ts';

/** Limiters of this process. */
let issued = 0;

type Host = Pick<Surroundings, 'processName' | 'isRunning' | 'random'>;

/**
 * How the requests with these credentials are counted together with those of other processes. The
 * embedded sandbox is one process's own, and shared with nobody.
 *
 * @param tell why the limit is that of this process alone after all
 */
export function sharing(
  credentials: Credentials,
  settings: Pick<Settings, 'folders'>,
  host: Host,
  tell: (trouble: string) => void,
): Sharing | undefined {
  if (credentials.tier === 'sandbox') return undefined;
  const onTrouble = (error: unknown) => {
    const { message } = fileFailure('io', 'the rate limit is not shared with other dotaf', error);
    tell(message);
  };
  try {
    const folder = path.join(settings.folders.state, 'pace');
    issued += 1;
    const self = `${host.processName}-${word(host.random(), issued)}`;
    const ledger = new Ledger(folder, accountId(credentials));
    return { ledger, self, isRunning: host.isRunning, onTrouble };
  } catch (error) {
    onTrouble(error);
    return undefined;
  }
}

/** Two are never the same, also in containers, where every process may be the first. */
function word(random: number, number: number): string {
  return (Math.floor(random * 36 ** 6) + number).toString(36);
}
