import net from 'node:net';
import { isLoopback } from '../core/base-url.ts';
import { Failure } from '../errors.ts';
import type { Environment } from '../platform/surroundings.ts';

/** The way to a base URL. */
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
  throw new Failure('usage', 'HTTPS_PROXY is not the address of an http or https proxy', {
    hint: 'set it to an address such as http://proxy.example:3128, or unset it',
  });
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
