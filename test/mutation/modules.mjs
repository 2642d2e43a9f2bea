/**
 * Files to mutate together, and the tests that should kill the mutants. A mutant runs every test
 * that reaches it, so process tests and long lists are excluded: they would take hours.
 * `transcripts` selects files of test/golden/transcripts.
 *
 * @type {Record<string, { mutate: string[], tests: string[], without?: string, transcripts?: string
 * }>}
 */
export const modules = {
  money: {
    mutate: ['src/core/money.ts', 'src/core/pricing.ts', 'src/core/dates.ts'],
    tests: [
      'test/core/{values,pricing}.test.ts',
      'test/answers/attributes.test.ts',
      'test/golden/transcripts.test.ts',
    ],
    transcripts: 'quote|errors-values|settings',
  },
  redaction: {
    mutate: ['src/api/redact.ts'],
    tests: ['test/api/redact.test.ts'],
  },
  retry: {
    mutate: ['src/api/{client,retry}.ts'],
    tests: ['test/api/{client,request-queue,retry-after}.test.ts'],
  },
  'rate-limit': {
    mutate: ['src/api/rate-limiter.ts', 'src/state/rate-limit-log.ts'],
    tests: ['test/{api/{rate-limiter,throttling},state/rate-limit-log}.test.ts'],
  },
  journal: {
    mutate: ['src/check/journal.ts'],
    tests: ['test/check/journal.test.ts', 'test/golden/transcripts.test.ts'],
    transcripts: 'check-journal',
    // Runs a session per truncation point, which takes seconds.
    without: 'wherever it was cut off',
  },
  parsing: {
    mutate: ['src/api/parse/*.ts'],
    tests: ['test/answers/*.test.ts', 'test/golden/transcripts.test.ts'],
    transcripts:
      'ambiguous-responses|response-validation|api-errors|unmapped-keys|tier|api-vocabulary',
    // Reads every response four more times and would dominate the run.
    without: 'reads the same',
  },
  comparisons: {
    mutate: [
      'src/state/snapshot.ts',
      'src/lists/columns.ts',
      'src/domains/{account,changes,compare,sightings}.ts',
    ],
    tests: ['test/commands/domains.test.ts', 'test/golden/{transcripts,errors}.test.ts'],
    transcripts: 'domains|domains-file|prices|domain-lists|price-lists',
  },
  lists: {
    mutate: ['src/lists/{name-list,input-file,table}.ts'],
    tests: [
      'test/check/name-list.test.ts',
      'test/lists/*.test.ts',
      'test/golden/transcripts.test.ts',
    ],
    transcripts: 'name-lists|domain-lists|price-lists|domains-file',
  },
  prices: {
    mutate: ['src/prices/*.ts'],
    tests: ['test/golden/{transcripts,errors}.test.ts'],
    transcripts: 'prices|quote|price-lists|repeated-options',
  },
};
