export const actions = ['registration', 'renewal', 'transfer', 'restore'] as const;

export type Action = (typeof actions)[number];

const actionSynonyms: Readonly<Record<string, Action>> = {
  register: 'registration',
  create: 'registration',
  renew: 'renewal',
  redemption: 'restore',
};

export const availabilities = ['available', 'taken', 'unknown'] as const;

export type AvailabilityWord = (typeof availabilities)[number];

/** Meanings of words of a status, which are in lower case and without separators. */
const statusMeanings: Readonly<Record<string, AvailabilityWord>> = {
  available: 'available',
  free: 'available',
  notregistered: 'available',
  unregistered: 'available',
  registered: 'taken',
  alreadyregistered: 'taken',
  taken: 'taken',
  reserved: 'taken',
  unavailable: 'taken',
  notavailable: 'taken',
  inuse: 'taken',
  owned: 'taken',
  active: 'taken',
  clienthold: 'taken',
  pendingdelete: 'taken',
  redemptionperiod: 'taken',
};

export function parseAction(text: string): Action | undefined {
  const word = text.trim().toLowerCase();
  return actions.find((action) => action === word) ?? ownValue(actionSynonyms, word);
}

/** Returns `unknown` for every status that is not in the table. */
export function meaningOf(status: string): AvailabilityWord {
  const word = status.toLowerCase().replace(/[\s_-]/g, '');
  return ownValue(statusMeanings, word) ?? 'unknown';
}

export function availabilityOf(
  answer: { available: boolean | null } | undefined,
): AvailabilityWord {
  if (answer === undefined || answer.available === null) {
    return 'unknown';
  }
  return answer.available ? 'available' : 'taken';
}

/** A word of a service may be that of a method of every object. */
function ownValue<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Facts whose names the API document does not fix, and `domains` for the place of the list. */
export const statableFacts: readonly string[] = [
  'domain',
  'status',
  'expiry',
  'registration_date',
  'auto_renew',
  'nameservers',
  'domains',
  'current_tier',
  'next_tier',
  'domains_needed',
  'amount',
  'currency',
];
