import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import querystring from 'node:querystring';
import tls from 'node:tls';
import { isLoopbackHost } from '../core/base-url.ts';
import {
  CliError,
  explainResourceExhaustion,
  getSystemErrorCode,
  toCliError,
  usageError,
} from '../errors.ts';
import { lookupHost } from '../system/dns.ts';
import type { Clock, EnvironmentVariables } from '../system/system.ts';

export interface ConnectionTarget {
  baseUrl: URL;
  proxy: URL | undefined;
  /** Server name in messages, such as `api.example through the proxy proxy.example:3128`. */
  label: string;
}

/** @throws a `usage` error if HTTPS_PROXY is invalid */
export function resolveConnectionTarget(baseUrl: URL, env: EnvironmentVariables): ConnectionTarget {
  const proxy = resolveProxy(baseUrl, env);
  const label = proxy ? `${baseUrl.host} through the proxy ${proxy.host}` : baseUrl.host;
  return { baseUrl, proxy, label };
}

export function getUnbracketedHostname({ hostname }: Pick<URL, 'hostname'>) {
  return hostname.replace(/^\[|\]$/g, '');
}

/** @throws a `timeout` or `network` error, or a system error such as ECONNREFUSED */
export async function openConnection(
  route: ConnectionTarget,
  { timeoutMs, clock }: { timeoutMs: number; clock: Clock },
) {
  const { baseUrl, proxy } = route;
  const firstHop = proxy ?? baseUrl;
  const socket = connectTo(firstHop, timeoutMs);
  socket.on('error', () => {});
  socket.setNoDelay();
  const cancelTimer = clock.timer(timeoutMs, () => {
    socket.destroy(timeoutError(`no connection to ${route.label}`, timeoutMs));
  });
  try {
    await once(socket, firstHop.protocol === 'https:' ? 'secureConnect' : 'connect');
    if (proxy === undefined) return socket;
    return await startTls(await openTunnel(socket, proxy, route), baseUrl);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    cancelTimer();
  }
}

export function timeoutError(message: string, ms: number) {
  return new CliError('timeout', `${message} within ${ms / 1000} s`, {
    hint: 'check your internet connection, or allow more time with --timeout <seconds>',
    retryable: true,
  });
}

export function toNetworkError(error: unknown, route: ConnectionTarget) {
  if (error instanceof CliError) return error;
  const cause = findRootCause(error);
  if (explainResourceExhaustion(cause) !== undefined)
    return toCliError(cause).with({ retryable: true });
  const code = getSystemErrorCode(cause) ?? 'the connection failed';
  const reason = errorReasons[code];
  const isTlsError = !reason && /CERT|SSL|TLS|SIGNED|ISSUER|^EPROTO$|^UNABLE_TO/.test(code);
  const problem = isTlsError
    ? `its certificate cannot be trusted or TLS failed (${code})`
    : (reason ?? code);
  return new CliError('network', `${route.label} cannot be reached: ${problem}`, {
    hint: isTlsError ? tlsHints : getConnectionHints(route, code),
    retryable: !isTlsError,
  });
}

function getConnectionHints({ baseUrl, proxy }: ConnectionTarget, code: string) {
  if (proxy !== undefined) return proxyHint;
  if (!isLoopbackHost(baseUrl.hostname) || code !== 'ECONNREFUSED') return connectionHints;
  return `nothing listens there; a sandbox would: dotaf sandbox --port ${baseUrl.port || 80}`;
}

const proxyHint = 'check HTTPS_PROXY, or name the host of the service in NO_PROXY';

const connectionHints = ['check your internet connection', 'check the base URL: dotaf auth status'];

const tlsHints = [
  'check the clock of this machine and the base URL: dotaf auth status',
  'for the certificate of a company, set NODE_EXTRA_CA_CERTS',
];

const errorReasons: Record<string, string> = {
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'its name could not be looked up',
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection before the answer was whole',
  ENETUNREACH: 'its network is unreachable',
};

/** Unwraps Node's AggregateError (one error per address) and the `cause` of undici's errors. */
function findRootCause(error: unknown): unknown {
  const [first] = error instanceof AggregateError ? error.errors : [];
  const cause = first ?? (error instanceof Error ? error.cause : undefined);
  return cause === undefined ? error : findRootCause(cause);
}

function connectTo(url: URL, timeoutMs: number): net.Socket {
  const isSecure = url.protocol === 'https:';
  const options = {
    host: getUnbracketedHostname(url),
    port: Number(url.port || (isSecure ? 443 : 80)),
    lookup: lookupHost,
    autoSelectFamily: true,
    // Node's default of 250 ms per address is too short for slow networks. Use at most half of the
    // timeout, which leaves time to try a second address.
    autoSelectFamilyAttemptTimeout: Math.ceil(Math.min(3000, timeoutMs / 2)),
  };
  return isSecure ? tls.connect({ ...options, ...createTlsOptions(url) }) : net.connect(options);
}

async function startTls(socket: net.Socket, url: URL) {
  const tlsSocket = tls.connect({ socket, ...createTlsOptions(url) });
  tlsSocket.on('error', () => {});
  await once(tlsSocket, 'secureConnect');
  return tlsSocket;
}

/**
 * Verifies the certificate against the URL's host: if that host is an IP address, Node may
 * otherwise check the certificate against the proxy's host name.
 */
function createTlsOptions(url: URL): tls.ConnectionOptions {
  const host = getUnbracketedHostname(url);
  const isIpAddress = net.isIP(host) !== 0;
  return {
    servername: isIpAddress ? '' : host.replace(/\.$/, ''),
    ALPNProtocols: ['http/1.1'],
    // Override NODE_TLS_REJECT_UNAUTHORIZED=0, which turns certificate verification off.
    rejectUnauthorized: true,
    // Check IP addresses with checkIP(), because tls.checkServerIdentity() of Node 22.23 rejects
    // every certificate for an IPv6 address.
    checkServerIdentity(_, certificate) {
      if (isIpAddress && new X509Certificate(certificate.raw).checkIP(host)) return undefined;
      return tls.checkServerIdentity(host, certificate);
    },
  };
}

async function openTunnel(
  socket: net.Socket,
  proxy: URL,
  { baseUrl, label }: ConnectionTarget,
): Promise<net.Socket> {
  const http = await import('node:http');
  const authority = `${baseUrl.hostname}:${baseUrl.port || 443}`;
  // The URL class does not escape a lone `%` in a password, which makes decodeURIComponent() throw.
  const credentials = `${querystring.unescape(proxy.username)}:${querystring.unescape(proxy.password)}`;
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  const request = http.request({
    method: 'CONNECT',
    path: authority,
    headers: {
      host: authority,
      ...(credentials !== ':' && { 'proxy-authorization': authorization }),
    },
    createConnection: () => socket,
  });
  return new Promise((resolve, reject) => {
    request.once('connect', ({ statusCode }, tunnelSocket) => {
      const message = `${label} cannot be reached: the proxy answered ${statusCode}`;
      if (statusCode === 200) resolve(tunnelSocket);
      else reject(new CliError('network', message, { hint: proxyHint }));
    });
    request.on('error', reject).end();
  });
}

function resolveProxy(baseUrl: URL, env: EnvironmentVariables) {
  const proxyText = env.https_proxy || env.HTTPS_PROXY;
  const { hostname, protocol, port } = baseUrl;
  const host = hostname.replace(/\.$/, '');
  if (!proxyText || protocol !== 'https:' || isLoopbackHost(host)) return undefined;
  const noProxyEntries = (env.no_proxy || env.NO_PROXY || '').toLowerCase().split(/[\s,]+/);
  const unbracketedHost = getUnbracketedHostname({ hostname: host });
  if (noProxyEntries.some((entry) => matchesNoProxy(unbracketedHost, port || '443', entry)))
    return undefined;
  const withScheme = proxyText.includes('://') ? proxyText : `http://${proxyText}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw usageError(
    'HTTPS_PROXY is not the address of an http or https proxy',
    'set it to an address such as http://proxy.example:3128, or unset it',
  );
}

/** @param entry `*`, a host name, an IP address or a CIDR range, optionally with a port */
function matchesNoProxy(host: string, port: string, entry: string) {
  const isUnbracketedIpv6 = net.isIPv6(entry.replace(/\/.*/, ''));
  const [, entryHost, entryPort] = /^(.*):(\d+)$/.exec(isUnbracketedIpv6 ? '' : entry) ?? [];
  if (entryPort !== undefined && entryPort !== port) return false;
  const pattern = entryHost ?? entry;
  if (pattern === '*') return true;
  if (net.isIP(host) !== 0) return isInSubnet(host, pattern.replace(/[[\]]/g, ''));
  const name = pattern.replace(/^\*?\./, '');
  return name !== '' && `.${host}`.endsWith(`.${name}`);
}

function isInSubnet(address: string, network: string) {
  const [networkAddress = '', prefixLength = net.isIPv6(networkAddress) ? '128' : '32'] =
    network.split('/');
  const blockList = new net.BlockList();
  try {
    const prefix = Number.parseInt(prefixLength, 10);
    blockList.addSubnet(networkAddress, prefix, getIpFamily(networkAddress));
    return blockList.check(address, getIpFamily(address));
  } catch {
    return false;
  }
}

function getIpFamily(address: string): 'ipv4' | 'ipv6' {
  return net.isIPv6(address) ? 'ipv6' : 'ipv4';
}
