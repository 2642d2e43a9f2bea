import { Failure, systemCode } from '../errors.ts';
import type { Environment } from '../platform/surroundings.ts';
import { ConnectTimeout, proxyFor } from './connect.ts';
import { ProxyRefused } from './socket.ts';

/** The body is compressed although it was asked for as it is: its true size is unknown. */
export class InflatedBody extends Error {
  readonly encoding: string;

  constructor(encoding: string) {
    super('compressed body');
    this.encoding = encoding;
  }
}

/** The body is larger than any answer of the service. */
export class TooLargeBody extends Error {}

interface Reason {
  says: string;
  hint: string;
  /** What another attempt will not change. */
  isLasting?: boolean;
  /** It is told while connecting, before anything can be sent. */
  isUnsent?: boolean;
}

const checkLine = 'check the line and the base URL (dotaf auth status shows it), then try again';

const reasons: Record<string, Reason> = {
  ENOTFOUND: {
    says: 'its name is not known',
    hint: 'check the base URL: dotaf auth status',
    isUnsent: true,
  },
  EAI_AGAIN: {
    says: 'its name could not be looked up',
    hint: 'check the line and its DNS',
    isUnsent: true,
  },
  ECONNREFUSED: { says: 'it refused the connection', hint: checkLine, isUnsent: true },
  ECONNRESET: { says: 'it closed the connection', hint: checkLine },
  EPIPE: { says: 'it closed the connection', hint: checkLine },
  UND_ERR_SOCKET: { says: 'it closed the connection before the answer was whole', hint: checkLine },
  ETIMEDOUT: { says: 'the connection timed out', hint: checkLine },
  EHOSTUNREACH: { says: 'there is no way to its network', hint: checkLine, isUnsent: true },
  ENETUNREACH: { says: 'there is no way to its network', hint: checkLine, isUnsent: true },
};

/** A fault between here and the service, in words. @returns Failure `network`, `timeout` or `unexpected_response` */
export function networkFailure(error: unknown, baseUrl: URL, env: Environment): Failure {
  if (error instanceof Failure) return error;
  const where = `${baseUrl.host}${viaProxy(baseUrl, env)}`;
  if (error instanceof ConnectTimeout) {
    return new Failure('timeout', `no connection to ${where} in time`, {
      hint: 'check the line, or allow more with --timeout <seconds>',
      retryable: true,
      isUnsent: true,
    });
  }
  if (error instanceof InflatedBody) {
    return new Failure(
      'unexpected_response',
      `${baseUrl.host} sent a body in ${error.encoding}, which was not asked for`,
    );
  }
  if (error instanceof TooLargeBody) {
    return new Failure('unexpected_response', `${baseUrl.host} sent more than 8 MB`);
  }
  if (error instanceof ProxyRefused) {
    return new Failure(
      'network',
      `${where} cannot be reached: the proxy answered ${error.status ?? 'nothing'}`,
      {
        hint: 'check HTTPS_PROXY, or name the host in NO_PROXY',
      },
    );
  }
  const reason = reasonOf(error);
  return new Failure('network', `${where} cannot be reached: ${reason.says}`, {
    hint: reason.hint,
    retryable: !reason.isLasting,
    isUnsent: reason.isUnsent === true,
  });
}

function reasonOf(error: unknown): Reason {
  const code = deepestCode(error);
  const known = reasons[code ?? ''];
  if (known) return known;
  if (code !== undefined && isTlsCode(code)) {
    return {
      says: `its certificate cannot be trusted or TLS failed (${code})`,
      hint: 'check the clock of this machine and the base URL; for a company certificate set NODE_EXTRA_CA_CERTS',
      isLasting: true,
    };
  }
  return { says: code ?? 'the connection failed', hint: checkLine };
}

function isTlsCode(code: string): boolean {
  return /CERT|SSL|TLS|SIGNED|ISSUER|^EPROTO$|^UNABLE_TO|^HOSTNAME_MISMATCH$/.test(code);
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

function viaProxy(baseUrl: URL, env: Environment): string {
  const proxy = proxyFor(baseUrl, env);
  return proxy ? ` through the proxy ${proxy.host}` : '';
}
