import { once } from 'node:events';
import net, { type LookupFunction } from 'node:net';
import querystring from 'node:querystring';
import type { PeerCertificate } from 'node:tls';
import { isLoopback } from '../core/base-url.ts';
import { Failure, shortageOf, systemCode } from '../errors.ts';
import { lookUp } from '../platform/look-up.ts';
import type { Clock, Environment } from '../platform/surroundings.ts';

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
  void import('node:tls');
  return connectTcp(proxy ?? baseUrl, limit, route, async (socket) => {
    const toProxy = proxy?.protocol === 'https:' ? await secured(socket, proxy) : socket;
    return secured(proxy ? await tunnel(toProxy, proxy, baseUrl, route) : toProxy, baseUrl);
  });
}

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

export function networkFailure(error: unknown, route: string, proxy: URL | undefined): Failure {
  if (error instanceof Failure) return error;
  const cause = deepest(error);
  const code = systemCode(cause) ?? 'the connection failed';
  const isTrust = /CERT|SSL|TLS|SIGNED|ISSUER|^EPROTO$|^UNABLE_TO|^HOSTNAME_MISMATCH$/.test(code);
  const shortage = shortageOf(cause);
  const says = isTrust
    ? `its certificate cannot be trusted or TLS failed (${code})`
    : (shortage?.says ?? reasons[code] ?? code);
  return new Failure(shortage ? 'io' : 'network', `${route} cannot be reached: ${says}`, {
    hint: shortage?.hint ?? (isTrust ? trustHints : proxy ? proxyHint : connectionHints),
    retryable: !isTrust,
  });
}

const proxyHint = 'check HTTPS_PROXY, or name the host of the service in NO_PROXY';

const connectionHints = ['check your internet connection', 'check the base URL: dotaf auth status'];

const trustHints = [
  'check the clock of this machine and the base URL: dotaf auth status',
  'for the certificate of a company, set NODE_EXTRA_CA_CERTS',
];

const reasons: Readonly<Record<string, string | undefined>> = {
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name could not be looked up',
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection before the answer was whole',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'its network is unreachable',
  ENETUNREACH: 'its network is unreachable',
  ENETDOWN: 'its network is unreachable',
};

/** An attempt at several addresses fails with one error each; undici wraps some in a cause. */
function deepest(error: unknown): unknown {
  const [first] = error instanceof AggregateError ? error.errors : [];
  const cause = first ?? (error instanceof Error ? error.cause : undefined);
  return cause === undefined ? error : deepest(cause);
}

function lookUpFor(host: string): LookupFunction {
  const lookup = lookUp(host);
  return (name, options, callback) =>
    lookup(name, options, (error, found, family) =>
      callback(error ?? notLoopback(name, found), found, family),
    );
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
  const isAddress = net.isIP(host) !== 0;
  const isFor = ({ raw }: PeerCertificate) =>
    isAddress && new X509Certificate(raw).checkIP(host) !== undefined;
  const secure = tls.connect({
    socket,
    servername: isAddress ? '' : host.replace(/\.$/, ''),
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

/** @throws Failure `usage` if HTTPS_PROXY is not an address: a direct connection was not asked for */
export function proxyFor(baseUrl: URL, env: Environment): URL | undefined {
  const text = env.https_proxy || env.HTTPS_PROXY;
  const { hostname, protocol, port } = baseUrl;
  const host = hostname.replace(/\.$/, '');
  if (!text || protocol !== 'https:' || isLoopback(host)) return undefined;
  const exceptions = (env.no_proxy || env.NO_PROXY || '').toLowerCase().split(/[\s,]+/);
  const address = bareHost({ hostname: host });
  if (exceptions.some((entry) => isExcepted(address, port || '443', entry))) return undefined;
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new Failure('usage', 'HTTPS_PROXY is not the address of an http or https proxy', {
    hint: 'set it to an address such as http://proxy.example:3128, or unset it',
  });
}

export function describeRoute(baseUrl: URL, env: Environment): string {
  const proxy = proxyFor(baseUrl, env);
  return `${baseUrl.host}${proxy ? ` through the proxy ${proxy.host}` : ''}`;
}

export function bareHost({ hostname }: Pick<URL, 'hostname'>): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** @param entry of NO_PROXY: `*`, a name, an address or a network, each also with a port */
function isExcepted(host: string, port: string, entry: string): boolean {
  if (entry === '*') return true;
  const isBareIpv6 = net.isIPv6(entry.replace(/\/.*/, ''));
  const [, place = '', only] = isBareIpv6 ? ['', entry] : (/^(.*?)(?::(\d+))?$/.exec(entry) ?? []);
  if (only !== undefined && only !== port) return false;
  if (net.isIP(host) !== 0) return isWithin(host, place.replace(/[[\]]/g, ''));
  const name = place.replace(/^\*?\.|\.$/g, '');
  return name !== '' && (host === name || host.endsWith(`.${name}`));
}

function isWithin(address: string, network: string): boolean {
  const kindOf = (one: string) => (net.isIPv6(one) ? 'ipv6' : 'ipv4');
  const [start = '', bits = net.isIPv6(start) ? '128' : '32'] = network.split('/');
  const list = new net.BlockList();
  try {
    list.addSubnet(start, Number.parseInt(bits, 10), kindOf(start));
  } catch {
    return false;
  }
  return list.check(address, kindOf(address));
}
