import { describe, expect, it } from 'vitest';
import { allCases } from './dialect.ts';
import { type Case, type Verdict, verdictsOf } from './reading.ts';

/** `DIALECTS=report` prints what is wrong or unknown, and fails nothing. */
const isReport = process.env.DIALECTS === 'report';

/** The least that may be read of the facts that a set states; what is known to be unread is named there. */
const leastRight = 0.95;

const sets = allCases();

it('has all that a reader has to cope with', () => {
  const many = Object.fromEntries(sets.map(({ set, cases }) => [set, cases.length]));
  expect(Object.keys(many)).toContain('tempting');
  expect(Object.values(many).reduce((sum, count) => sum + count)).toBeGreaterThan(1200);
});

describe.each(sets)('$set', ({ set, cases }) => {
  it('reads what is stated, and nothing else', async () => {
    const verdicts = await verdictsOfAll(cases);
    const wrong = verdicts.filter(({ kind, isUnread }) =>
      isUnread ? kind !== 'unknown' : kind !== 'right',
    );
    const stated = verdicts.filter((verdict) => verdict.stated !== null);
    const right = stated.filter(({ kind }) => kind === 'right').length / stated.length;
    console.info(`${set}: ${summaryOf(verdicts)}`);
    if (isReport) return report(wrong);
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThanOrEqual(leastRight);
  });
});

async function verdictsOfAll(cases: Case[]): Promise<Verdict[]> {
  const all = await Promise.all(cases.map(verdictsOf));
  return all.flat();
}

function summaryOf(verdicts: Verdict[]): string {
  const count = (one: string) => verdicts.filter(({ kind }) => kind === one).length;
  return `${count('right')} right, ${count('unknown')} unknown, ${count('false')} false`;
}

function report(wrong: Verdict[]): void {
  const lines = wrong.map(({ about, kind, stated, read }) =>
    [kind, about, JSON.stringify(stated), JSON.stringify(read)].join('\t'),
  );
  console.info(lines.sort().join('\n'));
}
