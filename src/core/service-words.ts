import { domainFactNames } from './facts.ts';

export const actions = ['registration', 'renewal', 'transfer', 'restore'] as const;

export type Action = (typeof actions)[number];

export const actionWords = {
  registration: ['registration', 'register', 'create'],
  renewal: ['renewal', 'renew'],
  transfer: ['transfer'],
  restore: ['restore', 'redemption'],
};

export const availabilities = ['available', 'taken', 'unknown'] as const;

type AvailabilityWord = (typeof availabilities)[number];

const freeWords = ['available', 'free', 'notregistered', 'unregistered'];

const takenWords = `registered alreadyregistered taken reserved unavailable notavailable inuse
  owned active clienthold pendingdelete redemptionperiod`.split(/\s+/);

export function parseAction(text: string): Action | undefined {
  const word = text.trim().toLowerCase();
  return actions.find((action) => actionWords[action].includes(word));
}

export function meaningOf(status: string): AvailabilityWord {
  const word = status.toLowerCase().replace(/[\s_-]/g, '');
  if (freeWords.includes(word)) return 'available';
  return takenWords.includes(word) ? 'taken' : 'unknown';
}

export function availabilityOf(answer?: { available: boolean | null }): AvailabilityWord {
  if (answer?.available === true) return 'available';
  return answer?.available === false ? 'taken' : 'unknown';
}

/** Facts whose names the API document does not fix, and `domains` for the place of the list. */
export const statableFacts: readonly string[] = [
  ...domainFactNames,
  ...'domains current_tier next_tier domains_needed amount currency'.split(' '),
];
