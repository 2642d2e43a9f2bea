/** What stands in a row of `check`, beside `extra`. */
export const checkFields = [
  'domain',
  'status',
  'available',
  'pricing.amount',
  'pricing.currency',
  'years',
] as const;

export type JournalKind = 'jsonl' | 'csv';

/** The form that a file is to have, by its name; undefined when it says none. */
export function journalKind(file: string): JournalKind | undefined {
  if (/\.jsonl$/i.test(file)) return 'jsonl';
  return /\.csv$/i.test(file) ? 'csv' : undefined;
}
