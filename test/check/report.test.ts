import { describe, expect, it } from 'vitest';
import type { Availability } from '../../src/api/answers.ts';
import { RunReport, type Size } from '../../src/check/report.ts';
import { Failure } from '../../src/errors.ts';
import type { WorkParts } from '../../src/output/progress.ts';
import type { Row } from '../../src/output/row.ts';
import type { PictureStyle } from '../../src/output/views.ts';
import { TestClock } from '../test-clock.ts';

/** A row of this run, unless another is asked for. */
function row(state: 'available' | 'taken', isKept = false): Row<Availability> {
  const pricing = { amount: null, currency: null };
  const answer = { domain: 'a.af', status: state, available: state === 'available', pricing };
  return { value: { ...answer, years: 1 }, ...(isKept && { isKept }) };
}

const failed: Row<Availability> = {
  asked: { domain: 'a.af' },
  failure: new Failure('network', 'failed'),
};

const terminal: PictureStyle = { columns: 80, isUnicode: true };

const many: Size = { names: 200, inFile: 0 };

/** @param size undefined for a list that is not counted */
function reportOn(size?: Size | Error, live?: PictureStyle) {
  const clock = new TestClock();
  const rate = { requests: 60, windowMs: 60_000 };
  const notes: string[] = [];
  const drawn: (WorkParts | undefined)[] = [];
  let counts = 0;
  const output = {
    live,
    note: async (text: string) => void notes.push(text),
    work: (parts: (() => WorkParts) | undefined) => void drawn.push(parts?.()),
  };
  const count = async () => {
    counts += 1;
    if (size === undefined || size instanceof Error) throw size;
    return size;
  };
  const report = new RunReport({ isKept: true, rate, count: size && count }, output, clock);
  const rows = (number: number, one: Row<Availability>) => {
    for (let at = 0; at < number; at += 1) report.count(one);
  };
  /** Lets the note of a minute be written. */
  const pass = async (ms: number) => {
    clock.advance(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, report, rows, pass, notes, drawn, counts: () => counts };
}

it.each<[Size, string]>([
  [many, '200 names to check; 200 requests, about 3 min 20 s at 60 a minute'],
  [{ names: 1, inFile: 0 }, '1 name to check; 1 request at 60 a minute'],
  [
    { names: 200, inFile: 100 },
    '200 names to check, 100 of them already in the file; 100 requests, about 1 min 40 s at 60 a minute',
  ],
])('plans %j', async (size, plan) => {
  const { report, notes } = reportOn(size, terminal);
  await report.begin();
  expect(notes).toEqual([plan]);
});

describe('the line of a terminal', () => {
  it('counts what is done, by availability, and estimates the time left', async () => {
    const { clock, report, rows, drawn } = reportOn(many, terminal);
    await report.begin();
    rows(40, row('available'));
    rows(8, row('taken'));
    clock.advance(60_000);
    rows(1, failed);
    expect(drawn.at(-1)).toEqual({
      main: ['██░░░░░░░░ 24% 49 of 200', '3 min 5 s left'],
      more: ['Ctrl-C keeps everything', '40 available, 8 taken, 1 unknown'],
    });
  });

  it.each([
    ['by the limit', 0, 20, 1000, '█░░░░░░░░░ 10% 20 of 200', '3 min left'],
    ['by the speed where that is slower', 0, 20, 40_000, '█░░░░░░░░░ 10% 20 of 200', '6 min left'],
    ['without earlier rows', 140, 30, 90_000, '████████░░ 85% 170 of 200', '1 min 30 s left'],
  ])('estimates %s', async (_, inFile, asked, ms, done, left) => {
    const { clock, report, rows, drawn } = reportOn({ names: 200, inFile }, terminal);
    await report.begin();
    rows(inFile, row('taken', true));
    rows(asked - 1, row('taken'));
    clock.advance(ms);
    rows(1, row('taken'));
    expect(drawn.at(-1)?.main).toEqual([done, left]);
  });

  it('has neither bar nor time left for a list that cannot be counted', async () => {
    const { clock, report, rows, drawn } = reportOn(undefined, terminal);
    await report.begin();
    clock.advance(1000);
    rows(1, row('taken'));
    expect(drawn.at(-1)?.main).toEqual(['1 done']);
  });

  it('is plain where the terminal is, and complete with the last name only', async () => {
    const size = { names: 1000, inFile: 0 };
    const { clock, report, rows, drawn } = reportOn(size, { columns: 80, isUnicode: false });
    await report.begin();
    rows(998, row('taken'));
    for (let last = 0; last < 2; last += 1) {
      clock.advance(1000);
      rows(1, row('taken'));
    }
    const bars = drawn.map((parts) => parts?.main[0]);
    expect(bars).toEqual([
      '..........  0% 0 of 1000',
      '#########. 99% 999 of 1000',
      '##########100% 1000 of 1000',
    ]);
  });

  it('is drawn at most ten times a second, and goes at the end', async () => {
    const { clock, report, rows, drawn } = reportOn(many, terminal);
    await report.begin();
    for (let at = 0; at < 10; at += 1) {
      clock.advance(40);
      rows(1, row('available'));
    }
    await report.end();
    const done = drawn.map((parts) => parts?.main[0]?.split('% ')[1]);
    expect(done).toEqual(['0 of 200', '3 of 200', '6 of 200', '9 of 200', undefined]);
  });
});

describe('the summary', () => {
  it('is missing for a single row', async () => {
    const { report, rows, notes } = reportOn();
    await report.begin();
    rows(1, row('taken'));
    await report.end();
    expect(notes).toEqual([]);
  });

  it.each([
    [4, '3 of 4 names'],
    [3, '3 names'],
  ])('of %i names says how long it took and what was in the file', async (names, done) => {
    const { clock, report, rows, notes } = reportOn({ names, inFile: 1 }, terminal);
    await report.begin();
    rows(1, row('taken', true));
    rows(1, row('available'));
    rows(1, failed);
    clock.advance(200_000);
    await report.end();
    expect(notes.at(-1)).toBe(
      `${done} in 3 min 20 s: 2 answered, 1 available, 1 taken, 1 unknown; 1 already in the file`,
    );
  });

  it('is all that is written of a short run without a terminal', async () => {
    const { report, rows, notes, drawn } = reportOn(many);
    await report.begin();
    rows(2, row('available'));
    await report.end();
    expect(notes).toEqual(['2 names in 0 s: 2 answered, 2 available, 0 taken']);
    expect(drawn).toEqual([undefined]);
  });
});

describe('without a terminal, a note a minute', () => {
  it('tells how far the run is, and counts the list only then', async () => {
    const { report, rows, pass, notes, counts } = reportOn(many);
    await report.begin();
    rows(50, row('available'));
    await pass(59_000);
    expect([notes, counts()]).toEqual([[], 0]);
    await pass(1000);
    await pass(60_000);
    expect(notes).toEqual([
      '50 of 200; 3 min left; 50 available, 0 taken',
      '50 of 200; 6 min left; 50 available, 0 taken',
    ]);
    expect(counts()).toBe(1);
    await report.end();
    await pass(120_000);
    expect(notes).toHaveLength(3);
  });

  it.each([
    [{ names: 200, inFile: 60 }, '60 of 200; 2 min 20 s left; 0 available, 60 taken'],
    [new Error('gone'), '60 done; 0 available, 60 taken'],
  ])('counts names that came from the file as done: %s', async (size, note) => {
    const { report, rows, pass, notes } = reportOn(size);
    await report.begin();
    rows(60, row('taken', true));
    await pass(60_000);
    expect(notes).toEqual([note]);
  });
});
