import net from 'node:net';
import type { buildConnector } from 'undici';
import { isLoopback } from '../core/base-url.ts';
import { Failure } from '../errors.ts';
import type { Clock, Environment } from '../platform/surroundings.ts';
import { address, bareHost, type Handles, type Settle, type Target } from './socket.ts';

type Connector = buildConnector.connector;

/**
 * Opens sockets to the service: straight, or through the proxy of the environment. A connection
 * that is not there after `timeoutMs` is given up to the millisecond, which undici itself does
 * not promise.
 */
export function connector(env: Environment, timeoutMs: number, clock: Clock): Connector {
  return (target, callback) => {
    const open = new Set<{ destroy(): void }>();
    let isSettled = false;
    const settle = (error: Error | null, socket?: net.Socket) => {
      if (isSettled) return;
      isSettled = true;
      cancelTimer();
      if (error === null && socket) callback(null, socket);
      else {
        for (const handle of open) handle.destroy();
        callback(error ?? new Error('no socket'), null);
      }
    };
    const cancelTimer = clock.timer(timeoutMs, () => settle(new ConnectTimeout()));
    const proxy = proxyFor(target, env);
    if (target.protocol === 'https:') {
      // TLS takes longer to load than all the rest of a connection, and loopback does without.
      import('./secure.ts').then(({ openSecure }) => {
        if (!isSettled) openSecure(proxy, target, open, settle);
      }, settle);
    } else openPlain(target, open, settle);
  };
}

export class ConnectTimeout extends Error {}

/**
 * The proxy that `HTTPS_PROXY` and `NO_PROXY` name for a target; loopback never goes through one.
 *
 * @throws Failure `usage` for an address of no proxy: going straight instead is not what was asked
 */
export function proxyFor(target: Pick<Target, 'hostname' | 'protocol' | 'port'>, env: Environment) {
  const text = env.https_proxy || env.HTTPS_PROXY;
  const host = bareHost(target.hostname).toLowerCase();
  if (!text || target.protocol !== 'https:' || isLoopback(target.hostname) || host === '::1') {
    return undefined;
  }
  if (isExcepted(host, target.port || '443', env.no_proxy || env.NO_PROXY || '')) return undefined;
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new Failure('usage', 'HTTPS_PROXY is not the address of an http or https proxy', {
    hint: 'such as http://proxy.example:3128; unset it to go straight',
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

function openPlain(target: Target, open: Handles, settle: Settle): void {
  const socket = net.connect(address(target));
  open.add(socket);
  socket.setNoDelay(true);
  socket.once('error', settle);
  socket.once('connect', () => settle(null, socket));
}
