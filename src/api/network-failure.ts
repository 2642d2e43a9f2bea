import { Failure, systemCode } from '../errors.ts';

interface Reason {
  says: string;
  hint: string;
  isLasting?: boolean;
  /** It happens while connecting, before anything can be sent. */
  isUnsent?: boolean;
}

const hint = 'check your internet connection and the base URL (dotaf auth status)';

const unreachable = { says: 'its network is unreachable', hint, isUnsent: true };
const closed = { says: 'it closed the connection', hint };

const reasons: Record<string, Reason> = {
  ENOTFOUND: {
    says: 'its name is not known',
    hint: 'check the base URL: dotaf auth status',
    isUnsent: true,
  },
  EAI_AGAIN: {
    says: 'its name could not be looked up',
    hint: 'check your internet connection and its DNS',
    isUnsent: true,
  },
  ECONNREFUSED: { says: 'it refused the connection', hint, isUnsent: true },
  ECONNRESET: closed,
  EPIPE: closed,
  UND_ERR_SOCKET: { says: 'it closed the connection before the answer was whole', hint },
  ETIMEDOUT: { says: 'the connection timed out', hint },
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
};

export function networkFailure(error: unknown, where: string): Failure {
  if (error instanceof Failure) return error;
  const { says, hint, isLasting = false, isUnsent = false } = reasonOf(error);
  return new Failure('network', `${where} cannot be reached: ${says}`, {
    hint,
    retryable: !isLasting,
    isUnsent,
  });
}

function reasonOf(error: unknown): Reason {
  const code = deepestCode(error) ?? '';
  const known = reasons[code];
  if (known) return known;
  if (/CERT|SSL|TLS|SIGNED|ISSUER|^EPROTO$|^UNABLE_TO|^HOSTNAME_MISMATCH$/.test(code)) {
    return {
      says: `its certificate cannot be trusted or TLS failed (${code})`,
      hint: 'check the clock of this machine and the base URL; for a company certificate set NODE_EXTRA_CA_CERTS',
      isLasting: true,
    };
  }
  return { says: code || 'the connection failed', hint };
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
