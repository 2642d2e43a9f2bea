import type { LookupAddress } from 'node:dns';
import { readFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { systemErrorCode } from '../errors.ts';

const dns = () => process.getBuiltinModule('node:dns');

/** Two tries, the second twice as long: together shorter than the deadline of a connection. */
const resolverOptions = { timeout: 2500, tries: 2 };

const loopbackAddresses = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Looks up a host as the system does, once a name server has answered. The system's look-up cannot
 * be cut off: with a silent server it holds a thread, and with it the end of the process, for ten
 * seconds. Localhost is this machine, whatever a hosts file says: secrets go there over plain http.
 */
export async function resolveHost(host: string): Promise<LookupAddress[]> {
  if (host === 'localhost') return loopbackAddresses;
  await assertDnsResponds(host);
  const { promises, ADDRCONFIG } = dns();
  return promises.lookup(host, { all: true, hints: ADDRCONFIG });
}

/** Look-up for sockets that try several addresses, and so ask for all of them. */
export const lookup: LookupFunction = (host, _, callback) => {
  resolveHost(host).then(
    (addresses) => callback(null, addresses),
    (error) => callback(error, ''),
  );
};

/** Waits for any answer, since the system knows names best. @throws an error if there is none */
async function assertDnsResponds(host: string): Promise<void> {
  if (process.platform !== 'linux' || isLocalName(host)) return;
  try {
    await new (dns().promises.Resolver)(resolverOptions).resolve4(host);
  } catch (error) {
    if (systemErrorCode(error) !== dns().TIMEOUT) return;
    throw Object.assign(new Error(`no name server answers for ${host}`), { code: 'EAI_AGAIN' });
  }
}

/** A name server need not know the names of this machine and of the local network. */
function isLocalName(host: string): boolean {
  if (!host.includes('.') || host.endsWith('.local')) return true;
  try {
    return readFileSync('/etc/hosts', 'utf8').toLowerCase().split(/\s+/).includes(host);
  } catch {
    return false;
  }
}
