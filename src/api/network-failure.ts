import { Failure, shortageOf, systemCode } from '../errors.ts';
import { proxyHint } from './proxy.ts';

type Reason = readonly [says: string, ...hints: string[]];

const checkConnection = 'check your internet connection';
const checkDns = 'check your internet connection and its DNS';
const checkBaseUrl = 'check the base URL: dotaf auth status';
const mayBeDown = 'the service may be down: try again later';

const closed: Reason = ['it closed the connection', checkBaseUrl, mayBeDown];
const unreachable: Reason = ['its network is unreachable', checkConnection];

const reasons: Readonly<Record<string, Reason>> = {
  ENOTFOUND: ['its name is not known', checkBaseUrl, checkDns],
  EAI_AGAIN: ['its name could not be looked up', checkDns],
  ECONNREFUSED: ['it refused the connection', checkBaseUrl, mayBeDown],
  ECONNRESET: closed,
  EPIPE: closed,
  UND_ERR_SOCKET: [`${closed[0]} before the answer was whole`, checkBaseUrl, mayBeDown],
  ETIMEDOUT: ['the connection timed out', checkConnection],
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENETDOWN: unreachable,
};

/**
 * @param hasWorked whether the service has answered at this base URL, which is then no cause
 * @param proxy the likeliest cause where there is one
 */
export function networkFailure(
  error: unknown,
  where: string,
  hasWorked: boolean,
  proxy: URL | undefined,
): Failure {
  if (error instanceof Failure) return error;
  const cause = deepest(error);
  const shortage = shortageOf(cause);
  if (shortage !== undefined) {
    const what = `${where} cannot be reached: ${shortage.says}`;
    return new Failure('io', what, { hint: shortage.hint, retryable: true });
  }
  const isTrust = isUntrusted(systemCode(cause) ?? '');
  const [says, ...hints] = reasonOf(cause);
  return new Failure('network', `${where} cannot be reached: ${says}`, {
    hint:
      isTrust || !proxy ? hints.filter((hint) => hint !== checkBaseUrl || !hasWorked) : proxyHint,
    retryable: !isTrust,
  });
}

function reasonOf(error: unknown): Reason {
  const code = systemCode(error) ?? '';
  if (!isUntrusted(code))
    return reasons[code] ?? [code || 'the connection failed', checkConnection, checkBaseUrl];
  return [
    `its certificate cannot be trusted or TLS failed (${code})`,
    'check the clock of this machine and the base URL: dotaf auth status',
    'for the certificate of a company, set NODE_EXTRA_CA_CERTS',
  ];
}

function isUntrusted(code: string): boolean {
  return /CERT|SSL|TLS|SIGNED|ISSUER|^EPROTO$|^UNABLE_TO|^HOSTNAME_MISMATCH$/.test(code);
}

/** An attempt at several addresses fails with one error each; undici wraps some in a cause. */
function deepest(error: unknown): unknown {
  const [first] = error instanceof AggregateError ? error.errors : [];
  const cause = first ?? (error instanceof Error ? error.cause : undefined);
  return cause === undefined ? error : deepest(cause);
}
