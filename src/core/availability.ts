export const availabilities = ['available', 'taken', 'unknown'] as const;

/** What a check found out; a failure is `unknown`, and never one of the others. */
export type AvailabilityWord = (typeof availabilities)[number];

/** Words of a service for "we could not find out", which is not the same as taken. */
const unknownStatus = /^(unknown|undetermined|error|failed|timeout)$/i;

const freeStatus = /^(available|free)$/i;

const takenStatus =
  /^(taken|registered|unavailable|not[ _-]?available|in[ _-]?use|reserved|blocked|prohibited|invalid)$/i;

/** Whether the service's own word says the opposite of its boolean. */
export function contradicts(status: string, available: boolean): boolean {
  const word = status.trim();
  if (!available) return freeStatus.test(word);
  return takenStatus.test(word) || unknownStatus.test(word);
}

export function availabilityOf(
  answer: { available: boolean; status: string } | undefined,
): AvailabilityWord {
  if (answer === undefined) return 'unknown';
  if (answer.available) return 'available';
  return unknownStatus.test(answer.status.trim()) ? 'unknown' : 'taken';
}
