import { setMaxListeners } from 'node:events';
import { understood } from '../api/envelope.ts';
import { Service } from '../api/service.ts';
import { Transport } from '../api/transport.ts';
import type { Output } from '../output/output.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import { Limiter } from '../rate-limit/limiter.ts';
import { Pace } from '../rate-limit/retry.ts';
import type { Credentials } from '../settings/credentials.ts';
import type { Settings } from '../settings/settings.ts';
import { version } from '../version.ts';
import { sharing } from './shared-limit.ts';

/** What a connection to the service needs of the run that it is opened in. */
export interface Host {
  surroundings: Surroundings;
  settings: Settings;
  output: Output;
  /** Ends waiting, and whatever has not been sent. */
  stop: AbortSignal;
  /** Ends what is under way. */
  cut: AbortSignal;
  onClose(close: () => Promise<void>): void;
}

/** The service as a run uses it: paced, retried, and closed with the run. */
export function connected(host: Host, credentials: Credentials): Service {
  const { surroundings, settings, output, stop, cut } = host;
  const { clock, random, env } = surroundings;
  const { secret, source, remedy } = credentials;
  // Every request that waits listens to both.
  for (const signal of [stop, cut]) setMaxListeners(0, signal);
  const transport = new Transport({
    baseUrl: credentials.baseUrl,
    key: credentials.key,
    secret: async () => {
      if (secret.kind === 'value') return secret.secret;
      const { runSecretCommand } = await import('../settings/secret-command.ts');
      return runSecretCommand(secret.command, source, env, cut);
    },
    timeoutMs: settings.preference('timeout') * 1000,
    env,
    clock,
    signal: cut,
    version,
    trace: output.isVerbose ? (line) => output.trace(line) : undefined,
  });
  host.onClose(async () => transport.close());
  const limiter = new Limiter(
    settings.preference('rate-limit'),
    clock,
    sharing(credentials, settings, surroundings, (trouble) => void output.note(trouble)),
  );
  host.onClose(async () => limiter.close());
  const pace = new Pace({
    limiter,
    maxWaitMs: settings.preference('max-wait') * 1000,
    clock,
    random,
    signal: stop,
    onWait: (text) => output.wait(text),
  });
  return new Service(
    (request, read, isBulk) =>
      output.asking(() =>
        pace.run(async () => understood(await transport.send(request), read), isBulk),
      ),
    { source, remedy },
  );
}
