import { once } from 'node:events';
import net from 'node:net';
import querystring from 'node:querystring';
import type { PeerCertificate } from 'node:tls';
import { isLoopback } from '../core/base-url.ts';
import { Failure, failureOf, shortageOf, systemCode, usageFailure } from '../errors.ts';
import { lookup } from '../platform/look-up.ts';
import type { Clock, Environment } from '../platform/surroundings.ts';

export interface Route {
  baseUrl: URL;
  proxy: URL | undefined;
  /** Names the way in messages: the host, and the proxy if there is one. */
  text: string;
}

/** @throws Failure `usage` if HTTPS_PROXY is no address: nobody asked for a direct connection */
export function routeTo(baseUrl: URL, env: Environment): Route {
  const proxy = proxyFor(baseUrl, env);
  const text = proxy ? `${baseUrl.host} through the proxy ${proxy.host}` : baseUrl.host;
  return { baseUrl, proxy, text };
}

export function bareHost({ hostname }: Pick<URL, 'hostname'>): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Opens TCP on loopback, else TLS. @throws Failure `timeout`, `network`; Node's error */
export async function connect(
  route: Route,
  { timeoutMs, clock }: { timeoutMs: number; clock: Clock },
): Promise<net.Socket> {
  const { baseUrl, proxy } = route;
  const isSecure = baseUrl.protocol === 'https:';
  if (isSecure) void import('node:tls');
  const { protocol, port } = proxy ?? baseUrl;
  const socket = net.connect({
    host: bareHost(proxy ?? baseUrl),
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    lookup,
    noDelay: true,
    autoSelectFamily: true,
    // The default of 250 ms is too short for a slow connection; a second address needs time, too.
    autoSelectFamilyAttemptTimeout: Math.ceil(Math.min(3000, timeoutMs / 2)),
  });
  socket.on('error', () => {});
  const late = tooLate(`no connection to ${route.text}`, timeoutMs);
  const cancelTimer = clock.timer(timeoutMs, () => socket.destroy(late));
  try {
    await once(socket, 'connect');
    if (!isSecure) return socket;
    if (proxy === undefined) return await secured(socket, baseUrl);
    const toProxy = protocol === 'https:' ? await secured(socket, proxy) : socket;
    return await secured(await tunnel(toProxy, proxy, route), baseUrl);
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

export function networkFailure(error: unknown, route: Route): Failure {
  if (error instanceof Failure) return error;
  const cause = deepestCause(error);
  if (shortageOf(cause) !== undefined) return failureOf(cause).with({ retryable: true });
  const code = systemCode(cause) ?? 'the connection failed';
  const reason = reasons[code];
  const isTrust = !reason && /CERT|SSL|TLS|SIGNED|ISSUER|^EPROTO$|^UNABLE_TO/.test(code);
  const says = isTrust
    ? `its certificate cannot be trusted or TLS failed (${code})`
    : (reason ?? code);
  return new Failure('network', `${route.text} cannot be reached: ${says}`, {
    hint: isTrust ? trustHints : hintsFor(route, code),
    retryable: !isTrust,
  });
}

function hintsFor({ baseUrl, proxy }: Route, code: string) {
  if (proxy !== undefined) return proxyHint;
  if (!isLoopback(baseUrl.hostname) || code !== 'ECONNREFUSED') return connectionHints;
  return `nothing listens there; a sandbox would: dotaf sandbox --port ${baseUrl.port || 80}`;
}

const proxyHint = 'check HTTPS_PROXY, or name the host of the service in NO_PROXY';

const connectionHints = ['check your internet connection', 'check the base URL: dotaf auth status'];

const trustHints = [
  'check the clock of this machine and the base URL: dotaf auth status',
  'for the certificate of a company, set NODE_EXTRA_CA_CERTS',
];

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'its name could not be looked up',
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection before the answer was whole',
  ENETUNREACH: 'its network is unreachable',
  ERR_SSL_WRONG_VERSION_NUMBER: 'this port does not speak https',
};

/** An attempt at several addresses fails with one error each; undici wraps some in a cause. */
function deepestCause(error: unknown): unknown {
  const [first] = error instanceof AggregateError ? error.errors : [];
  const cause = first ?? (error instanceof Error ? error.cause : undefined);
  return cause === undefined ? error : deepestCause(cause);
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
    // NODE_TLS_REJECT_UNAUTHORIZED would otherwise decide.
    rejectUnauthorized: true,
    // Node 22.23's own check accepts no certificate for an IPv6 address.
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
  { baseUrl: target, text: route }: Route,
): Promise<net.Socket> {
  const http = await import('node:http');
  const authority = `${target.hostname}:${target.port || 443}`;
  // Unlike decodeURIComponent, unescape accepts a bare `%`, which URLs leave as it is.
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

function proxyFor(baseUrl: URL, env: Environment): URL | undefined {
  const text = env.https_proxy || env.HTTPS_PROXY;
  const { hostname, protocol, port } = baseUrl;
  const host = hostname.replace(/\.$/, '');
  if (!text || protocol !== 'https:' || isLoopback(host)) return undefined;
  const exceptions = (env.no_proxy || env.NO_PROXY || '').toLowerCase().split(/[\s,]+/);
  const address = bareHost({ hostname: host });
  if (exceptions.some((entry) => isExcepted(address, port || '443', entry))) return undefined;
  const withScheme = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw usageFailure(
    'HTTPS_PROXY is not the address of an http or https proxy',
    'set it to an address such as http://proxy.example:3128, or unset it',
  );
}

/** @param entry of NO_PROXY: `*`, a name, an address or a network, each also with a port */
function isExcepted(host: string, port: string, entry: string): boolean {
  const isBareIpv6 = net.isIPv6(entry.replace(/\/.*/, ''));
  const [, withPort, only] = /^(.*):(\d+)$/.exec(isBareIpv6 ? '' : entry) ?? [];
  if (only !== undefined && only !== port) return false;
  const place = withPort ?? entry;
  if (place === '*') return true;
  if (net.isIP(host) !== 0) return isWithin(host, place.replace(/[[\]]/g, ''));
  const name = place.replace(/^\*?\./, '');
  return name !== '' && `.${host}`.endsWith(`.${name}`);
}

function isWithin(address: string, network: string): boolean {
  const [start = '', bits = net.isIPv6(start) ? '128' : '32'] = network.split('/');
  const list = new net.BlockList();
  try {
    list.addSubnet(start, Number.parseInt(bits, 10), kindOf(start));
    return list.check(address, kindOf(address));
  } catch {
    return false;
  }
}

function kindOf(address: string): 'ipv4' | 'ipv6' {
  return net.isIPv6(address) ? 'ipv6' : 'ipv4';
}
