import { Failure, systemCode } from '../errors.ts';

type Reason = readonly [says: string, ...hints: string[]];

const checkConnection = 'check your internet connection';
const checkDns = 'check your internet connection and its DNS';
const checkBaseUrl = 'check the base URL: dotaf auth status';
const mayBeDown = 'the service may be down: try again later';
const closeOthers = 'close other programs, then try again';

const closed: Reason = ['it closed the connection', checkBaseUrl, mayBeDown];
const unreachable: Reason = ['its network is unreachable', checkConnection];
const outOfMemory: Reason = ['this machine is out of memory', closeOthers];

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
  EMFILE: [
    'this process may not open more files and connections',
    'allow more of them: ulimit -n 1024',
  ],
  ENFILE: ['this machine may not open more files and connections', closeOthers],
  ENOMEM: outOfMemory,
  ENOBUFS: outOfMemory,
  EAI_MEMORY: outOfMemory,
};

/** @param hasWorked whether the service has answered at this base URL, which is then no cause */
export function networkFailure(error: unknown, where: string, hasWorked: boolean): Failure {
  if (error instanceof Failure) return error;
  const code = deepestCode(error) ?? '';
  const isTrust = /CERT|SSL|TLS|SIGNED|ISSUER|^EPROTO$|^UNABLE_TO|^HOSTNAME_MISMATCH$/.test(code);
  const [says, ...hints] = reasons[code] ?? (isTrust ? untrusted(code) : unknownReason(code));
  return new Failure('network', `${where} cannot be reached: ${says}`, {
    hint: hints.filter((hint) => !hasWorked || hint !== checkBaseUrl),
    retryable: !isTrust,
  });
}

function untrusted(code: string): Reason {
  return [
    `its certificate cannot be trusted or TLS failed (${code})`,
    'check the clock of this machine and the base URL: dotaf auth status',
    'for the certificate of a company, set NODE_EXTRA_CA_CERTS',
  ];
}

function unknownReason(code: string): Reason {
  return [code || 'the connection failed', checkConnection, checkBaseUrl];
}

/** An attempt at several addresses fails with one error each; undici wraps some in a cause. */
function deepestCode(error: unknown): string | undefined {
  const causes = error instanceof AggregateError ? error.errors : [];
  const codes = [...causes, ...(error instanceof Error && error.cause ? [error.cause] : [])];
  return codes.map(deepestCode).find((code) => code !== undefined) ?? systemCode(error);
}
