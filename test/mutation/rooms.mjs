/**
 * What is mutated together, with the tests that are to notice. A mutant runs every test that reaches
 * it, so tests of whole processes and of long lists stay out: they would take hours. `sessions` says
 * which texts of test/formats/sessions are run.
 *
 * @type {Record<string, { mutate: string[], tests: string[], without?: string, sessions?: string }>}
 */
export const rooms = {
  money: {
    mutate: ['src/core/money.ts', 'src/core/retail.ts', 'src/core/periods.ts'],
    tests: [
      'test/core/{values,retail}.test.ts',
      'test/answers/answers.test.ts',
      'test/formats/sessions.test.ts',
    ],
    sessions: 'quote|refusals-values|settings',
  },
  redaction: {
    mutate: ['src/api/redact.ts'],
    tests: ['test/api/redact.test.ts'],
  },
  retry: {
    mutate: ['src/api/{client,request-queue,retry}.ts'],
    tests: ['test/api/{client,retry-after,stop}.test.ts'],
  },
  'rate-limit': {
    mutate: ['src/rate-limit/{shared-slots,limiter}.ts'],
    tests: ['test/rate-limit/{board,limiter,refusals}.test.ts'],
  },
  journal: {
    mutate: ['src/check/journal.ts'],
    tests: ['test/check/journal.test.ts', 'test/formats/sessions.test.ts'],
    sessions: 'check-out',
    // A session for each byte of a file takes seconds.
    without: 'wherever it was cut off',
  },
  reading: {
    mutate: ['src/api/parse/*.ts'],
    tests: ['test/answers/*.test.ts', 'test/formats/sessions.test.ts'],
    sessions: 'unclear-answers|strict-answers|service-refusals|extra|tier|words',
    // All answers four times more, which takes longer than all the rest.
    without: 'reads the same',
  },
  comparisons: {
    mutate: ['src/snapshots/*.ts', 'src/lists/columns.ts', 'src/domains/{changes,compare}.ts'],
    tests: [
      'test/commands/domains/{changes,compare}.test.ts',
      'test/formats/{sessions,refusals}.test.ts',
    ],
    sessions: 'domains|domains-file|prices|lists-of-domains|lists-of-prices',
  },
  lists: {
    mutate: ['src/lists/{name-list,source-file,source-table}.ts'],
    tests: ['test/check/list.test.ts', 'test/tables/*.test.ts', 'test/formats/sessions.test.ts'],
    sessions: 'lists-of-names|lists-of-domains|lists-of-prices|domains-file',
  },
  prices: {
    mutate: ['src/prices/*.ts'],
    tests: ['test/formats/{sessions,refusals}.test.ts'],
    sessions: 'prices|quote|lists-of-prices|repeated-options',
  },
};
