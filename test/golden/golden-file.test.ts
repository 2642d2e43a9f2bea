import { expect, it } from 'vitest';
import { describeDifference } from './golden-file.ts';

const committed = `# Balances.

$ dotaf tier
Silver

$ dotaf balance
120.50
--- stderr
note: low
--- exit code 1

$ dotaf quote
35.00
`;

it.each([
  ['in a stream', committed.replace('note: low', 'note: lower'), 9, 'note: lower', '1'],
  ['in the exit code', committed.replace('code 1', 'code 3'), 10, 'note: low', '3'],
  ['by a missing line', committed.replace('--- exit code 1\n', ''), 10, 'note: low', '0'],
])('a golden file that differs %s names line, command, exit code and streams', (...values) => {
  const [, text, line, stderr, code] = values;
  expect(
    describeDifference('transcripts/balance.txt', text, committed),
  ).toBe(`the output differs from test/golden/transcripts/balance.txt:${line}
$ dotaf balance
--- exit code ${code}
--- stdout
120.50
--- stderr
${stderr}

To rewrite this file, after you have read the difference:
npm run test:update -- -t '^transcripts/balance.txt'
`);
});

it('a golden file of invalid commands names the line that differs', () => {
  const text = 'balance x → too many → dotaf balance --help\n';
  expect(describeDifference('errors.txt', text, '')).toContain(`test/golden/errors.txt:1\n${text}`);
});
