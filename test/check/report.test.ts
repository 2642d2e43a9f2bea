import { describe, expect, it } from 'vitest';
import type { Availability } from '../../src/api/types.ts';
import { RunReport, type Size } from '../../src/check/report.ts';
import { Failure } from '../../src/errors.ts';
import type { WorkParts } from '../../src/output/progress.ts';
import type { Row } from '../../src/output/row.ts';
import type { PictureStyle } from '../../src/output/views.ts';
import { TestClock } from '../test-clock.ts';

/** A row of this run, unless another is asked for. */
function row(state: 'available' | 'taken' | 'unknown', isKept = false): Row<Availability> {
  const pricing = { amount: null, currency: null };
  const answer = { domain: 'a.af', status: state, available: state === 'available', pricing };
  return { value: { ...answer, years: 1 }, ...(isKept && { isKept }) };
}

function failed(code: 'network' | 'invalid_name', isKept = false): Row<Availability> {
  const failure = new Failure(code, 'failed');
  return { asked: { domain: 'a.af' }, failure, ...(isKept && { isKept }) };
}

interface Setting {
  live?: PictureStyle;
  isQuiet?: boolean;
  count?: () => Promise<Size>;
}

const terminal: PictureStyle = { columns: 80, isUnicode: true };

const many: Size = { names: 200, inFile: 0, requests: 190 };

/** @param size undefined for a list that is not counted */
function reportOn(size: Size | undefined, { live, isQuiet = false, count }: Setting = {}) {
  const clock = new TestClock();
  const rate = { requests: 60, windowMs: 60_000 };
  const notes: string[] = [];
  const drawn: (WorkParts | undefined)[] = [];
  const output = {
    ...{ live, isQuiet },
    note: async (text: string) => void notes.push(text),
    work: (parts: (() => WorkParts) | undefined) => void drawn.push(parts?.()),
  };
  const counted = count ?? (size && (async () => size));
  const report = new RunReport({ isKept: true, rate, count: counted }, output, clock);
  const rows = (count: number, one: Row<Availability>) => {
    for (let at = 0; at < count; at += 1) report.count(one);
  };
  return { clock, report, rows, notes, drawn };
}

it.each<[Size, string]>([
  [many, '200 names to check; 190 requests, about 3 min 10 s at 60 a minute'],
  [
    { names: 60, inFile: 0, requests: 60 },
    '60 names to check; 60 requests, about 1 min at 60 a minute',
  ],
  [{ names: 1, inFile: 0, requests: 1 }, '1 name to check; 1 request at 60 a minute'],
  [
    { names: 200, inFile: 100, requests: 90 },
    '200 names to check, 100 of them already in the file; 90 requests, about 1 min 30 s at 60 a minute',
  ],
])('plans %j', async (size, plan) => {
  const { report, notes } = reportOn(size, { live: terminal });
  await report.begin();
  expect(notes).toEqual([plan]);
});

describe('the line of a terminal', () => {
  it('counts what is done, by availability, and estimates the time left', async () => {
    const { clock, report, rows, drawn } = reportOn(many, { live: terminal });
    await report.begin();
    rows(40, row('available'));
    rows(8, row('taken'));
    clock.advance(60_000);
    rows(1, row('taken'));
    expect(drawn.at(-1)).toEqual({
      main: ['██░░░░░░░░ 24% 49 of 200', '2 min 53 s left'],
      more: ['Ctrl-C keeps everything', '40 available, 9 taken'],
    });
    clock.advance(1000);
    rows(1, failed('network'));
    expect(drawn.at(-1)?.more[1]).toBe('40 available, 9 taken, 1 unknown');
  });

  it.each([
    ['faster', 1000, '2 min 50 s left'],
    ['slower', 40_000, '5 min 40 s left'],
  ])('estimates by the slower of limit and speed where answers are %s', async (_, ms, left) => {
    const { clock, report, rows, drawn } = reportOn(many, { live: terminal });
    await report.begin();
    rows(19, row('taken'));
    clock.advance(ms);
    rows(1, row('taken'));
    expect(drawn.at(-1)?.main).toEqual(['█░░░░░░░░░ 10% 20 of 200', left]);
  });

  it('leaves rows of an earlier run out of the speed', async () => {
    const size = { names: 200, inFile: 140, requests: 60 };
    const { clock, report, rows, drawn } = reportOn(size, { live: terminal });
    await report.begin();
    rows(140, row('taken', true));
    rows(29, row('taken'));
    clock.advance(90_000);
    rows(1, row('taken'));
    expect(drawn.at(-1)?.main).toEqual(['████████░░ 85% 170 of 200', '1 min 30 s left']);
  });

  it('has neither bar nor time left for a list that cannot be counted', async () => {
    const { clock, report, rows, drawn } = reportOn(undefined, { live: terminal });
    await report.begin();
    clock.advance(1000);
    rows(1, row('taken'));
    expect(drawn.at(-1)?.main).toEqual(['1 done']);
  });

  it('is plain where the terminal is, and complete with the last name only', async () => {
    const size = { names: 1000, inFile: 0, requests: 1000 };
    const { clock, report, rows, drawn } = reportOn(size, {
      live: { columns: 80, isUnicode: false },
    });
    await report.begin();
    for (const count of [999, 1]) {
      clock.advance(1000);
      rows(count, row('taken'));
    }
    clock.advance(1000);
    const bars = drawn.map((parts) => parts?.main[0]);
    expect(bars).toEqual([
      '..........  0% 0 of 1000',
      '..........  0% 1 of 1000',
      '##########100% 1000 of 1000',
    ]);
  });

  it('is drawn at most ten times a second, and goes at the end', async () => {
    const { clock, report, rows, drawn } = reportOn(many, { live: terminal });
    await report.begin();
    for (let at = 0; at < 20; at += 1) {
      clock.advance(40);
      rows(1, row('available'));
    }
    await report.end();
    const done = drawn.map((parts) => parts?.main[0]?.split('% ')[1]);
    expect(done).toEqual([
      ...['0 of 200', '3 of 200', '6 of 200', '9 of 200', '12 of 200', '15 of 200', '18 of 200'],
      undefined,
    ]);
  });
});

describe('the summary', () => {
  it('is missing before anything was asked, and for a single row', async () => {
    const unasked = reportOn(many);
    unasked.rows(2, row('taken', true));
    await unasked.report.end();
    const alone = reportOn(undefined);
    await alone.report.begin();
    alone.rows(1, row('taken'));
    await alone.report.end();
    expect([...unasked.notes, ...alone.notes]).toEqual([]);
  });

  it.each([
    [4, '3 of 4 names'],
    [3, '3 names'],
  ])('of %i names says how long it took and what was in the file', async (names, done) => {
    const size = { names, inFile: 1, requests: names - 1 };
    const { clock, report, rows, notes } = reportOn(size, { live: terminal });
    await report.begin();
    rows(1, row('taken', true));
    rows(1, row('available'));
    rows(1, failed('network'));
    clock.advance(200_000);
    await report.end();
    expect(notes.at(-1)).toBe(
      `${done} in 3 min 20 s: 2 answered, 1 available, 1 taken, 1 unknown; 1 already in the file`,
    );
  });

  it('is all that is written of a short run without a terminal', async () => {
    const { report, rows, notes, drawn } = reportOn(many);
    await report.begin();
    rows(1, row('available'));
    rows(1, failed('invalid_name'));
    await report.end();
    expect(notes).toEqual([
      '2 names in 0 s: 1 answered, 1 available, 0 taken, 1 unknown (1 not a domain name)',
    ]);
    expect(drawn).toEqual([undefined]);
  });
});

describe('without a terminal', () => {
  /** Lets the note of a minute be written. */
  const pass = async (clock: TestClock, ms: number) => {
    clock.advance(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };

  it('a note a minute tells how far the run is, and counts the list only then', async () => {
    let counts = 0;
    const count = async () => {
      counts += 1;
      return { names: 200, inFile: 0, requests: 200 };
    };
    const { clock, report, rows, notes } = reportOn(undefined, { count });
    await report.begin();
    rows(50, row('available'));
    await pass(clock, 59_000);
    expect([notes, counts]).toEqual([[], 0]);
    await pass(clock, 1000);
    await pass(clock, 60_000);
    expect(notes).toEqual([
      '50 of 200; 3 min left; 50 available, 0 taken',
      '50 of 200; 6 min left; 50 available, 0 taken',
    ]);
    expect(counts).toBe(1);
    await report.end();
    await pass(clock, 120_000);
    expect(notes).toHaveLength(3);
  });

  it('the note leaves names that came from the file out of what is left', async () => {
    const count = async () => ({ names: 200, inFile: 20, requests: 180 });
    const { clock, report, rows, notes } = reportOn(undefined, { count });
    await report.begin();
    rows(60, row('taken', true));
    await pass(clock, 60_000);
    expect(notes).toEqual(['60 of 200; 2 min left; 0 available, 60 taken']);
  });

  it('the note counts what is done if the list cannot be read again', async () => {
    const count = () => Promise.reject(new Error('gone'));
    const { clock, report, rows, notes } = reportOn(undefined, { count });
    await report.begin();
    rows(1, row('taken'));
    await pass(clock, 60_000);
    expect(notes).toEqual(['1 done; 0 available, 1 taken']);
  });

  it('there is none under --quiet', async () => {
    const { clock, report, rows, notes } = reportOn(many, { isQuiet: true });
    await report.begin();
    rows(1, row('taken'));
    await pass(clock, 600_000);
    expect(notes).toEqual([]);
  });
});
