import { setMaxListeners } from 'node:events';
import path from 'node:path';
import { Client } from '../api/client.ts';
import { createRoute } from '../api/connect.ts';
import { diagnoseBaseUrl } from '../api/envelope.ts';
import { Service } from '../api/service.ts';
import { Transport } from '../api/transport.ts';
import { describeRateLimit, formatRateLimit, type RateLimit } from '../core/periods.ts';
import { fileFailure } from '../errors.ts';
import type { Output } from '../output/output.ts';
import type { Lifecycle } from '../platform/end-of-run.ts';
import type { System } from '../platform/surroundings.ts';
import type { SharingOptions } from '../rate-limit/board.ts';
import { Limiter } from '../rate-limit/limiter.ts';
import { type Credentials, rateLimitId } from '../settings/credentials.ts';
import type { Settings } from '../settings/settings.ts';

/** What a connection needs of a command. */
interface ClientHost {
  system: System;
  settings: Settings;
  output: Output;
  signal: AbortSignal;
  end: Lifecycle;
}

export function connectService({ settings, output }: ClientHost, client: Client): Service {
  return new Service(client, (text) => output.warn(text), settings.getPreference('field-names'));
}

export function connectClient(run: ClientHost, credentials: Credentials, secret: string): Client {
  const { system, settings, output, signal: stop, end } = run;
  const { clock, random } = system;
  const signal = AbortSignal.any([stop, end.closeSignal]);
  // Every request that waits listens to the signal.
  setMaxListeners(0, signal);
  const transport = transportTo(run, credentials, secret);
  const rate = settings.getPreference('rate-limit');
  const limiter = new Limiter({
    rate,
    clock,
    random,
    sharing: shareLimit(run, credentials),
    onHalved: (half) => output.warn(halvedText(run, rate, half)),
  });
  end.closeSignal.addEventListener('abort', () => limiter.close());
  return new Client({
    transport,
    limiter,
    origin: credentials,
    clock,
    random,
    signal,
    maxWaitMs: settings.getPreference('max-wait') * 1000,
    onWait: (waiting) => output.progress.setWait(waiting),
  });
}

export function testAddress(run: ClientHost, baseUrl: string): Promise<string | undefined> {
  return diagnoseBaseUrl(transportTo(run, { baseUrl, key: '' }, ''), baseUrl);
}

function transportTo(
  { system, settings, output, signal: stop, end: { closeSignal } }: ClientHost,
  { baseUrl, key, isLoginAttempt }: Pick<Credentials, 'baseUrl' | 'key' | 'isLoginAttempt'>,
  secret: string,
): Transport {
  const { clock, env } = system;
  return new Transport({
    route: createRoute(new URL(baseUrl), env),
    key,
    secret,
    isLoginAttempt,
    clock,
    stopSignal: stop,
    closeSignal,
    timeoutMs: settings.getPreference('timeout') * 1000,
    trace: output.options.isVerbose ? (line) => output.trace(line) : undefined,
    onWait: (waiting) => output.progress.setWait(waiting),
  });
}

function halvedText({ settings }: ClientHost, rate: RateLimit, half: RateLimit): string {
  const refused = `at ${describeRateLimit(rate)} the service refused twice`;
  const line = settings.setCommandFor('rate-limit', formatRateLimit(half));
  return `${refused}; going on at ${describeRateLimit(half)}. To keep that: ${line}`;
}

/** An embedded sandbox belongs to this process, and shares its limit with nobody. */
function shareLimit(
  { settings, output }: ClientHost,
  credentials: Credentials,
): SharingOptions | undefined {
  if (credentials.kind === 'sandbox') return undefined;
  const onError = (error: unknown) => {
    const { message } = fileFailure('io', 'the rate limit is not shared with other dotaf', error);
    void output.note(message);
  };
  try {
    const { state } = settings.directories;
    return { folder: path.join(state, 'rate-limit', rateLimitId(credentials)), onError };
  } catch (error) {
    onError(error);
    return undefined;
  }
}
