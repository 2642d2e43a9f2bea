export const availabilities = ['available', 'taken', 'unknown'] as const;

/** What a check found out; a failure is `unknown`, and never one of the others. */
export type AvailabilityWord = (typeof availabilities)[number];

/** Words of a service for "we could not find out", which is not the same as taken. */
const unknownStatus = /^(unknown|undetermined|error|failed|timeout)$/i;

export function availabilityOf(
  answer: { available: boolean; status: string } | undefined,
): AvailabilityWord {
  if (answer === undefined) return 'unknown';
  if (answer.available) return 'available';
  return unknownStatus.test(answer.status) ? 'unknown' : 'taken';
}
