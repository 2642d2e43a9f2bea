import type { LookupAddress } from 'node:dns';
import { readFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { getSystemErrorCode } from '../errors.ts';

const dns = () => process.getBuiltinModule('node:dns');

const loopbackAddresses = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Resolves a host with the system resolver, but only after a DNS server has responded: a
 * getaddrinfo call cannot be canceled, and if the server is unresponsive, it delays the exit by ten
 * seconds. `localhost` always resolves to loopback addresses, even if /etc/hosts differs, because
 * secrets are sent to it over plain HTTP.
 */
export async function resolveHost(host: string): Promise<LookupAddress[]> {
  if (host === 'localhost') return loopbackAddresses;
  await assertDnsResponds(host);
  const { promises, ADDRCONFIG } = dns();
  return promises.lookup(host, { all: true, hints: ADDRCONFIG });
}

/** The `lookup` option for sockets. Returns all addresses, since a socket tries them in turn. */
export const lookupHost: LookupFunction = (host, _, callback) => {
  resolveHost(host).then(
    (addresses) => callback(null, addresses),
    (error) => callback(error, ''),
  );
};

/** Waits for any DNS response, even NXDOMAIN. @throws an `EAI_AGAIN` error on timeout */
async function assertDnsResponds(host: string) {
  if (process.platform !== 'linux' || isLocalName(host)) return;
  try {
    // The resolver doubles the timeout for its second try; both tries fit in the default --timeout.
    await new (dns().promises.Resolver)({ timeout: 2500, tries: 2 }).resolve4(host);
  } catch (error) {
    if (getSystemErrorCode(error) !== dns().TIMEOUT) return;
    throw Object.assign(new Error(`no name server answers for ${host}`), { code: 'EAI_AGAIN' });
  }
}

/** True for names that resolve without DNS: no dot, `.local`, or listed in /etc/hosts. */
function isLocalName(host: string) {
  if (!host.includes('.') || host.endsWith('.local')) return true;
  try {
    return readFileSync('/etc/hosts', 'utf8').toLowerCase().split(/\s+/).includes(host);
  } catch {
    return false;
  }
}
