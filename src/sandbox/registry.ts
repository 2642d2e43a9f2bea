import { type DomainName, isSameName, tidyName } from '../core/names.ts';
import type { SandboxAccount } from './account.ts';
import { fraction } from './random.ts';

/**
 * Gives the name in lower case. A server tidies nothing: undefined for an address, a U-label, a
 * bare label or a trailing dot.
 */
export function parseHostName(text: string): DomainName | undefined {
  const tidied = tidyName(text);
  const name = text.toLowerCase();
  return tidied.ok && tidied.value.names[0] === name ? name : undefined;
}

export function isAvailable(name: DomainName, account: SandboxAccount, seed: string): boolean {
  const isManaged = account.domains.some(({ domain }) => isSameName(domain, name));
  const isTaken = account.taken.includes(name) || wellKnown.includes(name.split('.')[0] ?? '');
  return !isManaged && !isTaken && fraction(seed, 'registered', name) >= shareTaken;
}

const shareTaken = 0.45;

const wellKnown = `
  afghanistan balkh bank bazaar herat hotel kabul kandahar
  media news nic radio shop travel university www
`
  .trim()
  .split(/\s+/);
