import path from 'node:path';
import { ApiClient } from '../api/client.ts';
import type { ClockCheck } from '../api/clock-check.ts';
import { resolveConnectionTarget } from '../api/connect.ts';
import { diagnoseBaseUrl } from '../api/envelope.ts';
import { RateLimiter } from '../api/rate-limiter.ts';
import { ApiService } from '../api/service.ts';
import { Transport } from '../api/transport.ts';
import { describeRateLimit, formatRateLimit } from '../core/dates.ts';
import type { Report } from '../core/report.ts';
import { toCliError } from '../errors.ts';
import type { OutputWriter } from '../output/output.ts';
import { type Credentials, getRateLimitKey } from '../settings/credentials.ts';
import type { Settings } from '../settings/settings.ts';
import type { System } from '../system/system.ts';

interface ClientDependencies {
  system: System;
  settings: Settings;
  output: OutputWriter;
  report: Report;
  signal: AbortSignal;
  closeSignal: AbortSignal;
  clockCheck: ClockCheck;
}

export function createApiService(
  { settings, report }: ClientDependencies,
  client: ApiClient,
): ApiService {
  return new ApiService(
    client,
    (message) => report.warn(message),
    settings.getPreference('field-names'),
  );
}

export function createApiClient(
  context: ClientDependencies,
  credentials: Credentials,
  secret: string,
): ApiClient {
  const { system, settings, output } = context;
  const { clock, random } = system;
  const rate = settings.getPreference('rate-limit');
  const limiter = new RateLimiter({
    rate,
    clock,
    random,
    sharing: createSharing(context, credentials),
    onHalved(half) {
      const command = settings.setCommandFor('rate-limit', formatRateLimit(half));
      return output.warn(
        `at ${describeRateLimit(rate)} the service refused twice; going on at ${describeRateLimit(half)}. To keep that: ${command}`,
      );
    },
  });
  return new ApiClient({
    transport: createTransport(context, credentials, secret),
    limiter,
    origin: credentials,
    onResponse(response) {
      const problem = context.clockCheck.check(response);
      if (problem !== undefined)
        void output.warn(`${problem}: correct it, since dates count from it`);
    },
    clock,
    random,
    signal: AbortSignal.any([context.signal, context.closeSignal]),
    maxWaitMs: settings.getPreference('max-wait') * 1000,
    onWait: (status) => output.progress.setWait(status),
  });
}

export function probeBaseUrl(context: ClientDependencies, baseUrl: string) {
  return diagnoseBaseUrl(createTransport(context, { baseUrl, key: '' }, ''), baseUrl);
}

function createTransport(
  { system, settings, output, signal, closeSignal }: ClientDependencies,
  { baseUrl, key }: Pick<Credentials, 'baseUrl' | 'key'>,
  secret: string,
) {
  const { clock, env } = system;
  return new Transport({
    route: resolveConnectionTarget(new URL(baseUrl), env),
    key,
    secret,
    clock,
    stopSignal: signal,
    closeSignal,
    timeoutMs: settings.getPreference('timeout') * 1000,
    trace: output.options.isVerbose ? (line) => output.trace(line) : undefined,
  });
}

/** @returns undefined for the sandbox, or if there is no directory for shared rate-limit files */
function createSharing(
  { settings, output, system: { processKey, isRunning } }: ClientDependencies,
  credentials: Credentials,
) {
  if (credentials.kind === 'sandbox') return undefined;
  const timeoutMs = settings.getPreference('timeout') * 1000;
  const onError = (error: unknown) => {
    const { message } = toCliError(error);
    void output.note(`the rate limit is not shared with other dotaf: ${message}`);
  };
  try {
    const { state } = settings.directories;
    const folder = path.join(state, 'rate-limit', getRateLimitKey(credentials));
    return { folder, processKey, isRunning, timeoutMs, onError };
  } catch (error) {
    onError(error);
    return undefined;
  }
}
