import { Failure, type Hint, systemCode } from '../errors.ts';

interface Reason {
  says: string;
  hint: Hint;
  /** The next step where the base URL has worked before. */
  hintIfItWorked?: Hint;
  isLasting?: boolean;
}

const checkConnection = 'check your internet connection';
const checkDns = 'check your internet connection and its DNS';
const checkBaseUrl = 'check the base URL: dotaf auth status';

/** The way to the service works, and what is there does not. */
const notThere = {
  hint: [checkBaseUrl, 'if it is right, try again later'],
  hintIfItWorked: 'the service may be down: try again later',
};
const closed = { says: 'it closed the connection', ...notThere };
const unreachable = { says: 'its network is unreachable', hint: checkConnection };
const outOfMemory = {
  says: 'this machine is out of memory',
  hint: 'close other programs, then try again',
};

const reasons: Readonly<Record<string, Reason>> = {
  ENOTFOUND: {
    says: 'its name is not known',
    hint: [checkBaseUrl, checkDns],
    hintIfItWorked: checkDns,
  },
  EAI_AGAIN: { says: 'its name could not be looked up', hint: checkDns },
  ECONNREFUSED: { says: 'it refused the connection', ...notThere },
  ECONNRESET: closed,
  EPIPE: closed,
  UND_ERR_SOCKET: { says: 'it closed the connection before the answer was whole', ...notThere },
  ETIMEDOUT: { says: 'the connection timed out', hint: checkConnection },
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENETDOWN: unreachable,
  EMFILE: {
    says: 'this process may not open more files and connections',
    hint: 'allow more of them: ulimit -n 1024',
  },
  ENFILE: {
    says: 'this machine may not open more files and connections',
    hint: 'close other programs, then try again',
  },
  ENOMEM: outOfMemory,
  ENOBUFS: outOfMemory,
  EAI_MEMORY: outOfMemory,
};

/** @param hasWorked whether the service has answered at this base URL before */
export function networkFailure(error: unknown, where: string, hasWorked: boolean): Failure {
  if (error instanceof Failure) return error;
  const { says, hint, hintIfItWorked, isLasting = false } = reasonOf(deepestCode(error) ?? '');
  return new Failure('network', `${where} cannot be reached: ${says}`, {
    hint: hasWorked ? (hintIfItWorked ?? hint) : hint,
    retryable: !isLasting,
  });
}

function reasonOf(code: string): Reason {
  const known = reasons[code];
  if (known) return known;
  if (/CERT|SSL|TLS|SIGNED|ISSUER|^EPROTO$|^UNABLE_TO|^HOSTNAME_MISMATCH$/.test(code)) {
    return {
      says: `its certificate cannot be trusted or TLS failed (${code})`,
      hint: [
        'check the clock of this machine and the base URL: dotaf auth status',
        'for the certificate of a company, set NODE_EXTRA_CA_CERTS',
      ],
      isLasting: true,
    };
  }
  return {
    says: code || 'the connection failed',
    hint: [checkConnection, checkBaseUrl],
    hintIfItWorked: checkConnection,
  };
}

/** An attempt at several addresses fails with one error each; undici wraps some in a cause. */
function deepestCode(error: unknown): string | undefined {
  if (error instanceof AggregateError) {
    const codes = error.errors.map(deepestCode);
    return codes.find((code) => code !== undefined) ?? systemCode(error);
  }
  if (error instanceof Error && error.cause !== undefined) {
    return deepestCode(error.cause) ?? systemCode(error);
  }
  return systemCode(error);
}
