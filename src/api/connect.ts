import { once } from 'node:events';
import fs from 'node:fs';
import net, { type LookupFunction } from 'node:net';
import { Failure, systemCode } from '../errors.ts';
import { lookUp } from '../platform/look-up.ts';
import type { Clock, Environment } from '../platform/surroundings.ts';
import { bareHost, describeRoute, proxyFor, proxyHint } from './proxy.ts';

export interface Patience {
  timeoutMs: number;
  clock: Clock;
}

/**
 * Opens the connection for requests: TCP on loopback, else TLS, maybe through a proxy.
 * @throws Failure `timeout` to the millisecond, `network` of a proxy, `usage`; or the error of Node
 */
export async function connect(
  baseUrl: URL,
  env: Environment,
  patience: Patience,
): Promise<net.Socket> {
  const proxy = proxyFor(baseUrl, env);
  const route = describeRoute(baseUrl, env);
  const lookup = lookUp(bareHost(proxy ?? baseUrl));
  if (baseUrl.protocol === 'http:') {
    return inTime(startTcp(baseUrl, loopbackOnly(lookup), patience), route, patience);
  }
  const socket = startTcp(proxy ?? baseUrl, lookup, patience);
  return inTime(socket, route, patience, async () => {
    // TLS takes longer to load than the rest of a connection, and loopback does without it.
    const [tls] = await Promise.all([import('node:tls'), once(socket, 'connect')]);
    if (proxy === undefined) return secured(tls, socket, baseUrl);
    const toProxy = proxy.protocol === 'https:' ? await secured(tls, socket, proxy) : socket;
    return secured(tls, await tunnel(toProxy, proxy, baseUrl, route), baseUrl);
  });
}

/** Opens TCP alone, to whatever address. @throws Failure `timeout`, or the error of Node */
export function connectTcp(url: URL, patience: Patience): Promise<net.Socket> {
  return inTime(startTcp(url, lookUp(bareHost(url)), patience), url.host, patience);
}

export function noConnection(route: string, ms: number): Failure {
  return tooLong(`no connection to ${route}`, ms).with({ isUnsent: true });
}

export function tooLong(what: string, ms: number): Failure {
  return new Failure('timeout', `${what} within ${ms / 1000} s`, {
    hint: 'check your internet connection, or allow more time with --timeout <seconds>',
    retryable: true,
  });
}

function startTcp(url: URL, lookup: LookupFunction, { timeoutMs }: Patience): net.Socket {
  const socket = net.connect({
    host: bareHost(url),
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    lookup: namingLackOfFiles(lookup),
    noDelay: true,
    autoSelectFamily: true,
    // The default of 250 ms is too short for a slow round trip, and a second address needs its time.
    autoSelectFamilyAttemptTimeout: Math.ceil(Math.min(3000, timeoutMs / 2)),
  });
  return socket.on('error', () => {});
}

/** The system calls a name unknown, too, when it may not open the files to look it up. */
function namingLackOfFiles(lookup: LookupFunction): LookupFunction {
  return (name, options, callback) =>
    lookup(name, options, (error, found, family) => {
      callback(error && (lackOfFiles() ?? error), found, family);
    });
}

function lackOfFiles(): NodeJS.ErrnoException | undefined {
  try {
    fs.closeSync(fs.openSync('/', 'r'));
    return undefined;
  } catch (error) {
    return error instanceof Error && /^E[MN]FILE$/.test(systemCode(error) ?? '')
      ? error
      : undefined;
  }
}

/** Whatever a hosts file says, the secret does not leave this machine over plain http. */
function loopbackOnly(lookup: LookupFunction): LookupFunction {
  const loopback = new net.BlockList();
  loopback.addSubnet('127.0.0.0', 8);
  loopback.addAddress('::1', 'ipv6');
  return (name, options, callback) =>
    lookup(name, options, (error, found, family) => {
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
      const isInside = (one: string) => loopback.check(one, net.isIPv6(one) ? 'ipv6' : 'ipv4');
      const outside = error ? undefined : addresses.find((one) => !isInside(one));
      if (outside === undefined) callback(error, found, family);
      else callback(notLoopback(name, outside), '');
    });
}

function notLoopback(name: string, address: string): Failure {
  return new Failure('network', `${name} is ${address}, which is not this machine`, {
    hint: `correct ${name} in the hosts file, or use 127.0.0.1 in the base URL`,
  });
}

/** @param finish makes of the TCP connection what requests are sent over */
async function inTime(
  socket: net.Socket,
  route: string,
  { timeoutMs, clock }: Patience,
  finish: () => Promise<net.Socket> = async () => {
    await once(socket, 'connect');
    return socket;
  },
): Promise<net.Socket> {
  let cancelTimer = () => {};
  const tooLate = new Promise<never>((_, reject) => {
    cancelTimer = clock.timer(timeoutMs, () => reject(noConnection(route, timeoutMs)));
  });
  try {
    return await Promise.race([finish(), tooLate]);
  } catch (error) {
    // All that was opened on the way runs over it.
    socket.destroy();
    throw error;
  } finally {
    cancelTimer();
  }
}

/** Checks the certificate against the host, which Node would do against what it is connected to. */
async function secured(
  tls: typeof import('node:tls'),
  socket: net.Socket,
  url: URL,
): Promise<net.Socket> {
  const host = bareHost(url);
  const secure = tls.connect({
    socket,
    servername: net.isIP(host) === 0 ? host.replace(/\.$/, '') : '',
    ALPNProtocols: ['http/1.1'],
    // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
    rejectUnauthorized: true,
    checkServerIdentity: (_, certificate) => tls.checkServerIdentity(host, certificate),
  });
  secure.on('error', () => {});
  await once(secure, 'secureConnect');
  return secure;
}

/** Asks a proxy for a connection to the service. */
async function tunnel(
  socket: net.Socket,
  proxy: URL,
  target: URL,
  route: string,
): Promise<net.Socket> {
  const http = await import('node:http');
  const authority = `${target.hostname}:${target.port || 443}`;
  return new Promise((resolve, reject) => {
    const end = ({ statusCode }: { statusCode?: number | undefined }, opened?: net.Socket) => {
      if (statusCode === 200 && opened) resolve(opened);
      const message = `${route} cannot be reached: the proxy answered ${statusCode}`;
      reject(new Failure('network', message, { hint: proxyHint }));
    };
    http
      .request({
        createConnection: () => socket,
        method: 'CONNECT',
        path: authority,
        headers: { host: authority, ...proxyAuthorization(proxy) },
      })
      .on('error', reject)
      .once('response', end)
      .once('connect', end)
      .end();
  });
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
