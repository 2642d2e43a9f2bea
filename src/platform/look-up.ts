import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import { isIP, type LookupFunction } from 'node:net';
import { systemCode } from '../errors.ts';

/** Twice, the second time twice as long: sooner than the deadline of a connection. */
const patience = { timeout: 2500, tries: 2 };

/**
 * Looks up a host as the system does, once a name server has answered. The system's look-up cannot
 * be cut off: with a silent server it holds a thread, and with it the end of the process, for ten
 * seconds. The query to the server starts at once, while what needs the address is still loaded.
 */
export function lookUp(host: string): LookupFunction {
  const answered = nameServerAnswers(host);
  answered.catch(() => {});
  return (name, options, callback) => {
    answered.then(
      () => dns.lookup(name, options, callback),
      (error) => callback(error, ''),
    );
  };
}

/** Whatever it answers: what a name is, the system knows best. @throws an error if it is silent */
async function nameServerAnswers(host: string): Promise<void> {
  if (process.platform !== 'linux' || isIP(host) !== 0 || isLocalName(host)) return;
  try {
    await new dns.promises.Resolver(patience).resolve4(host);
  } catch (error) {
    if (systemCode(error) !== dns.TIMEOUT) return;
    throw Object.assign(new Error(`no name server answers for ${host}`), { code: 'EAI_AGAIN' });
  }
}

/** A name of this machine or of the local network. */
function isLocalName(host: string): boolean {
  if (!/\.[^.]+$/.test(host) || /(^|\.)(localhost|local)\.?$/i.test(host)) return true;
  try {
    return readFileSync('/etc/hosts', 'utf8')
      .toLowerCase()
      .split(/\s+/)
      .includes(host.toLowerCase());
  } catch {
    return false;
  }
}
