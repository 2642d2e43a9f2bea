import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import type { buildConnector } from 'undici';
import { isLoopback } from '../core/base-url.ts';
import type { Clock, Environment } from '../core/surroundings.ts';
import { Failure } from '../errors.ts';

type Connector = buildConnector.connector;

type Target = buildConnector.Options;

/**
 * On a line whose round trip is over the default of 250 ms, Node would give up every address of
 * the service one after the other.
 */
const addressPatienceMs = 3000;

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
    if (proxy) throughProxy(proxy, target, open, settle);
    else if (target.protocol === 'https:') secure(target, address(target), open, settle);
    else openPlain(target, open, settle);
  };
}

export class ConnectTimeout extends Error {}

/** The proxy answered the request for a tunnel with something other than 200. */
export class ProxyRefused extends Error {
  readonly status: number | undefined;

  constructor(status: number | undefined) {
    super('the proxy opened no tunnel');
    this.status = status;
  }
}

type Settle = (error: Error | null, socket?: net.Socket) => void;

type Handles = Set<{ destroy(): void }>;

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

function throughProxy(proxy: URL, target: Target, open: Handles, settle: Settle): void {
  const start = proxy.protocol === 'https:' ? tlsRequest : plainRequest;
  const authority = `${target.hostname}:${target.port || 443}`;
  const request = start({
    hostname: bareHost(proxy.hostname),
    port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...proxyAuthorization(proxy) },
    agent: false,
    rejectUnauthorized: true,
    ...addressChoice,
  });
  open.add(request);
  request.once('error', settle);
  request.once('response', ({ statusCode }) => settle(new ProxyRefused(statusCode)));
  request.once('connect', ({ statusCode }, socket: net.Socket) => {
    if (statusCode === 200) secure(target, { socket }, open, settle);
    else settle(new ProxyRefused(statusCode));
  });
  request.end();
}

function proxyAuthorization({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const pair = `${decoded(username)}:${decoded(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** A password may hold a bare `%`, which URL leaves as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function openPlain(target: Target, open: Handles, settle: Settle): void {
  const socket = net.connect(address(target));
  open.add(socket);
  socket.setNoDelay(true);
  socket.once('error', settle);
  socket.once('connect', () => settle(null, socket));
}

/** Connects with TLS, to an address or over a tunnel; always verified, whatever the environment says. */
function secure(
  target: Target,
  way: net.TcpNetConnectOpts | { socket: net.Socket },
  open: Handles,
  settle: Settle,
): void {
  const host = bareHost(target.hostname);
  const socket = tls.connect({
    ...way,
    ...(net.isIP(host) ? {} : { servername: target.servername || host }),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  });
  open.add(socket);
  socket.setNoDelay(true);
  socket.once('error', settle);
  socket.once('secureConnect', () => settle(null, socket));
}

const addressChoice = {
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: addressPatienceMs,
} as const;

function address({ hostname, port, protocol }: Target): net.TcpNetConnectOpts {
  return {
    host: bareHost(hostname),
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    ...addressChoice,
  };
}

/** An IPv6 address without the brackets that URLs put around it. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
