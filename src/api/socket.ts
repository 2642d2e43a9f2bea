import type net from 'node:net';
import type { buildConnector } from 'undici';

export type Target = buildConnector.Options;

export type Settle = (error: Error | null, socket?: net.Socket) => void;

/** What is destroyed when it comes to nothing. */
export type Handles = Set<{ destroy(): void }>;

/** The proxy answered the request for a tunnel with something other than 200. */
export class ProxyRefused extends Error {
  readonly status: number | undefined;

  constructor(status: number | undefined) {
    super('the proxy opened no tunnel');
    this.status = status;
  }
}

/**
 * On a line whose round trip is over the default of 250 ms, Node would give up every address of
 * the service one after the other.
 */
const addressPatienceMs = 3000;

export const addressChoice = {
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: addressPatienceMs,
} as const;

export function address({ hostname, port, protocol }: Target): net.TcpNetConnectOpts {
  return {
    host: bareHost(hostname),
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    ...addressChoice,
  };
}

/** An IPv6 address without the brackets that URLs put around it. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
