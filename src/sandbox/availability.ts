import { type DomainName, isSameName } from '../core/names.ts';
import type { SandboxAccount } from './account.ts';
import { fraction } from './random.ts';

/** Whether nobody holds a name: neither the account, nor the well known, nor the others. */
export function isAvailable(name: DomainName, account: SandboxAccount, seed: string): boolean {
  const isManaged = account.domains.some(({ domain }) => isSameName(domain, name));
  const isTaken = account.taken.includes(name) || wellKnown.has(name.split('.')[0] ?? '');
  return !isManaged && !isTaken && fraction(seed, 'registered', name) >= shareTaken;
}

const shareTaken = 0.45;

const wellKnown = new Set([
  'afghanistan',
  'balkh',
  'bank',
  'bazaar',
  'herat',
  'hotel',
  'kabul',
  'kandahar',
  'media',
  'news',
  'nic',
  'radio',
  'shop',
  'travel',
  'university',
  'www',
]);
