export const actions = ['registration', 'renewal', 'transfer', 'restore'] as const;

export type Action = (typeof actions)[number];

export const availabilities = ['available', 'taken', 'unknown'] as const;

export type AvailabilityWord = (typeof availabilities)[number];

const synonyms = new Map<string, Action>([
  ['register', 'registration'],
  ['create', 'registration'],
  ['renew', 'renewal'],
  ['redemption', 'restore'],
]);

const unknownStatus = /^(unknown|undetermined|error|failed|timeout)$/i;

const freeStatus = /^(available|free)$/i;

const takenStatus =
  /^(taken|registered|unavailable|not[ _-]?available|in[ _-]?use|reserved|blocked|prohibited|invalid)$/i;

export function parseAction(text: string): Action | undefined {
  const word = text.trim().toLowerCase();
  return actions.find((action) => action === word) ?? synonyms.get(word);
}

export function availabilityOf(
  answer: { available: boolean; status: string } | undefined,
): AvailabilityWord {
  if (answer === undefined) return 'unknown';
  if (answer.available) return 'available';
  return unknownStatus.test(answer.status.trim()) ? 'unknown' : 'taken';
}

export function contradicts(status: string, available: boolean): boolean {
  const word = status.trim();
  if (!available) return freeStatus.test(word);
  return takenStatus.test(word) || unknownStatus.test(word);
}
