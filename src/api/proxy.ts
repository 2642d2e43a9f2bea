import net from 'node:net';
import { isLoopback } from '../core/base-url.ts';
import { Failure } from '../errors.ts';
import type { Environment } from '../platform/surroundings.ts';

export const proxyHint = 'check HTTPS_PROXY, or name the host of the service in NO_PROXY';

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

/** URLs put brackets around an IPv6 address. */
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

/** @param network an address, or several as in `10.0.0.0/8` */
export function isWithin(address: string, network: string): boolean {
  const [start = '', bits = net.isIPv6(start) ? '128' : '32'] = network.split('/');
  const list = new net.BlockList();
  try {
    list.addSubnet(start, Number.parseInt(bits, 10), kindOf(start));
  } catch {
    return false;
  }
  return list.check(address, kindOf(address));
}

function kindOf(address: string): 'ipv4' | 'ipv6' {
  return net.isIPv6(address) ? 'ipv6' : 'ipv4';
}
