import net, { type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { isLoopback } from '../core/base-url.ts';
import { Failure } from '../errors.ts';
import { lookUp } from '../platform/look-up.ts';
import type { Clock, Environment } from '../platform/surroundings.ts';
import type { Address, Opening } from './secure.ts';

type UrlParts = Pick<URL, 'hostname' | 'protocol' | 'port'>;

/** For a connection that fails on its way through a proxy. */
export const proxyHint = 'check HTTPS_PROXY, or name the host of the service in NO_PROXY';

export const timeoutHint =
  'check your internet connection, or allow more time with --timeout <seconds>';

/** Gives up after `timeoutMs` to the millisecond, which undici itself does not promise. */
export function connector(
  baseUrl: URL,
  env: Environment,
  timeoutMs: number,
  clock: Clock,
): buildConnector.connector {
  return (_, callback) => {
    const proxy = proxyFor(baseUrl, env);
    const handles: Opening['handles'] = [];
    let isSettled = false;
    const settle: Opening['settle'] = (error, socket) => {
      if (isSettled) return;
      isSettled = true;
      cancelTimer();
      if (socket) callback(null, socket);
      else {
        for (const handle of handles) handle.destroy();
        callback(error ?? new Error('no socket'), null);
      }
    };
    const lookup = lookUp(bareHost((proxy ?? baseUrl).hostname));
    const cancelTimer = clock.timer(timeoutMs, () =>
      settle(connectTimeout(baseUrl, env, timeoutMs)),
    );
    if (baseUrl.protocol === 'https:') {
      const target = { hostname: baseUrl.hostname, address: addressOf(baseUrl, lookup) };
      const via = proxy && { url: proxy, address: addressOf(proxy, lookup) };
      const opening = { where: describeRoute(baseUrl, env), handles, settle };
      // TLS takes longer to load than the rest of a connection, and loopback does without it.
      import('./secure.ts').then(({ openSecure }) => {
        if (!isSettled) openSecure(target, via, opening);
      }, settle);
    } else {
      const socket = net.connect(addressOf(baseUrl, lookup));
      handles.push(socket);
      socket.setNoDelay(true);
      socket.once('error', settle);
      socket.once('connect', () => settle(null, socket));
    }
  };
}

/** Names the service and the proxy on the way to it, for messages. */
export function describeRoute(baseUrl: URL, env: Environment): string {
  const proxy = proxyFor(baseUrl, env);
  return `${baseUrl.host}${proxy ? ` through the proxy ${proxy.host}` : ''}`;
}

/** @throws Failure `usage` if HTTPS_PROXY is not an address: a direct connection was not asked for */
export function proxyFor({ hostname, protocol, port }: UrlParts, env: Environment) {
  const text = env.https_proxy || env.HTTPS_PROXY;
  const host = bareHost(hostname).toLowerCase();
  if (!text || protocol !== 'https:' || isLoopback(hostname) || host === '::1') return undefined;
  if (isExcepted(host, port || '443', env.no_proxy || env.NO_PROXY || '')) return undefined;
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new Failure('usage', 'HTTPS_PROXY is not the address of an http or https proxy', {
    hint: 'set it to an address such as http://proxy.example:3128, or unset it',
  });
}

/** `*`, a host, a domain with or without its leading dot, each with an optional port. */
function isExcepted(host: string, port: string, exceptions: string): boolean {
  return exceptions.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true;
    const [, name = '', entryPort] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    const domain = name.replace(/^\*?\./, '');
    if (domain === '' || (entryPort !== undefined && entryPort !== port)) return false;
    return host === domain || host.endsWith(`.${domain}`);
  });
}

function connectTimeout(baseUrl: URL, env: Environment, timeoutMs: number): Failure {
  const route = describeRoute(baseUrl, env);
  return new Failure('timeout', `no connection to ${route} within ${timeoutMs / 1000} s`, {
    hint: timeoutHint,
    retryable: true,
    isUnsent: true,
  });
}

function addressOf({ hostname, port, protocol }: UrlParts, lookup: LookupFunction): Address {
  return {
    host: bareHost(hostname),
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    lookup,
    autoSelectFamily: true,
    // With the default of 250 ms a slow round trip would fail at one address after the other.
    autoSelectFamilyAttemptTimeout: 3000,
  };
}

/** URLs put brackets around an IPv6 address. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
