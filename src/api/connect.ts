import { once } from 'node:events';
import fs from 'node:fs';
import net, { type LookupFunction } from 'node:net';
import querystring from 'node:querystring';
import type { PeerCertificate } from 'node:tls';
import { isLoopback } from '../core/base-url.ts';
import { Failure, shortageOf } from '../errors.ts';
import { lookUp } from '../platform/look-up.ts';
import type { Clock, Environment } from '../platform/surroundings.ts';
import { bareHost, describeRoute, isWithin, proxyFor, proxyHint } from './proxy.ts';

export interface TimeLimit {
  timeoutMs: number;
  clock: Clock;
}

/**
 * Opens the connection for requests: TCP on loopback, else TLS, maybe through a proxy.
 * @throws Failure `timeout` to the millisecond, `network`, `usage`; or the error of Node
 */
export async function connect(
  baseUrl: URL,
  env: Environment,
  limit: TimeLimit,
): Promise<net.Socket> {
  if (baseUrl.protocol === 'http:') return connectTcp(baseUrl, limit);
  const proxy = proxyFor(baseUrl, env);
  const route = describeRoute(baseUrl, env);
  // It loads while TCP connects; plain http does without it.
  void import('node:tls');
  return connectTcp(proxy ?? baseUrl, limit, route, async (socket) => {
    const toProxy = proxy?.protocol === 'https:' ? await secured(socket, proxy) : socket;
    return secured(proxy ? await tunnel(toProxy, proxy, baseUrl, route) : toProxy, baseUrl);
  });
}

/** @param finish turns the open TCP connection into the one for requests */
export async function connectTcp(
  url: URL,
  { timeoutMs, clock }: TimeLimit,
  route = url.host,
  finish = async (socket: net.Socket) => socket,
): Promise<net.Socket> {
  const socket = net.connect({
    host: bareHost(url),
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    lookup: lookUpFor(bareHost(url)),
    noDelay: true,
    autoSelectFamily: true,
    // The default of 250 ms is too short for a slow connection; a second address needs time, too.
    autoSelectFamilyAttemptTimeout: Math.ceil(Math.min(3000, timeoutMs / 2)),
  });
  socket.on('error', () => {});
  let cancelTimer = () => {};
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(tooLate(`no connection to ${route}`, timeoutMs));
    cancelTimer = clock.timer(timeoutMs, fail);
  });
  const opened = once(socket, 'connect').then(() => finish(socket));
  try {
    return await Promise.race([opened, late]);
  } catch (error) {
    // TLS and the tunnel run over it, and end with it.
    socket.destroy();
    throw error;
  } finally {
    cancelTimer();
  }
}

export function tooLate(what: string, ms: number): Failure {
  return new Failure('timeout', `${what} within ${ms / 1000} s`, {
    hint: 'check your internet connection, or allow more time with --timeout <seconds>',
    retryable: true,
  });
}

function lookUpFor(host: string): LookupFunction {
  const lookup = lookUp(host);
  return (name, options, callback) =>
    lookup(name, options, (error, found, family) => {
      const failure = error ? (fileLimitError() ?? error) : notLoopback(name, found);
      callback(failure, found, family);
    });
}

/** The system reports an unknown name when it may not open the files of a look-up. */
function fileLimitError(): Error | undefined {
  try {
    fs.closeSync(fs.openSync('/', 'r'));
  } catch (error) {
    if (error instanceof Error && shortageOf(error)) return error;
  }
  return undefined;
}

/** Over plain http the secret must not leave this machine. */
function notLoopback(name: string, found: string | readonly { address: string }[]): Failure | null {
  if (!isLoopback(name)) return null;
  const addresses = typeof found === 'string' ? [found] : found.map(({ address }) => address);
  const address = addresses.find((one) => !isWithin(one, '127.0.0.0/8') && !isWithin(one, '::1'));
  if (address === undefined) return null;
  return new Failure('network', `${name} is ${address}, which is not this machine`, {
    hint: `correct ${name} in the hosts file, or use 127.0.0.1 in the base URL`,
  });
}

/** Checks the certificate against the host of the URL; Node would use that of the socket. */
async function secured(socket: net.Socket, url: URL): Promise<net.Socket> {
  const [tls, { X509Certificate }] = await Promise.all([import('node:tls'), import('node:crypto')]);
  const host = bareHost(url);
  const isFor = ({ raw }: PeerCertificate) =>
    net.isIP(host) !== 0 && new X509Certificate(raw).checkIP(host) !== undefined;
  const secure = tls.connect({
    socket,
    servername: net.isIP(host) === 0 ? host.replace(/\.$/, '') : '',
    ALPNProtocols: ['http/1.1'],
    // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
    rejectUnauthorized: true,
    // That of Node 22.23 itself accepts no certificate for an IPv6 address.
    checkServerIdentity: (_, certificate) =>
      isFor(certificate) ? undefined : tls.checkServerIdentity(host, certificate),
  });
  secure.on('error', () => {});
  await once(secure, 'secureConnect');
  return secure;
}

async function tunnel(
  socket: net.Socket,
  proxy: URL,
  target: URL,
  route: string,
): Promise<net.Socket> {
  const http = await import('node:http');
  const authority = `${target.hostname}:${target.port || 443}`;
  // Unlike decodeURIComponent, it accepts a bare `%`, which URLs leave as it is.
  const login = `${querystring.unescape(proxy.username)}:${querystring.unescape(proxy.password)}`;
  const authorization = `Basic ${Buffer.from(login).toString('base64')}`;
  const request = http.request({
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...(login !== ':' && { 'proxy-authorization': authorization }) },
    createConnection: () => socket,
  });
  return new Promise((resolve, reject) => {
    request.once('connect', ({ statusCode }, opened) => {
      if (statusCode === 200) resolve(opened);
      const message = `${route} cannot be reached: the proxy answered ${statusCode}`;
      reject(new Failure('network', message, { hint: proxyHint }));
    });
    request.on('error', reject).end();
  });
}
