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

/** @param size undefined for a list that is not counted */
function reportOn(size: Partial<Size> | undefined, { live, isQuiet = false, count }: Setting = {}) {
  const clock = new TestClock();
  const rate = { requests: 60, windowMs: 60_000 };
  const notes: string[] = [];
  const drawn: string[] = [];
  const output = {
    ...{ live, isQuiet },
    note: async (text: string) => void notes.push(text),
    work: (parts: (() => WorkParts) | undefined) => void drawn.push(parts?.().main[0] ?? 'nothing'),
  };
  const known = size && { total: 200, requests: 190, ...size };
  const report = new RunReport({ isKept: true, rate, size: known, count }, output, clock);
  const inFile = (count: number) => {
    for (let at = 0; at < count; at += 1) report.count(row('taken', true));
  };
  return { clock, report, inFile, notes, drawn };
}

describe('the plan', () => {
  it.each([
    [{}, '200 names to check; 190 requests, about 3 min 10 s at 60 a minute'],
    [{ requests: 181 }, '200 names to check; 181 requests, about 3 min 1 s at 60 a minute'],
    [{ requests: 180 }, '200 names to check; 180 requests, about 3 min at 60 a minute'],
    [{ total: 60, requests: 60 }, '60 names to check; 60 requests, about 1 min at 60 a minute'],
    [{ total: 1, requests: 1 }, '1 name to check; 1 request at 60 a minute'],
    [undefined, undefined],
  ])('%j', (plan, text) => {
    expect(reportOn(plan).report.plan).toBe(text);
  });

  it('leaves out rows that were answered before or took no request', () => {
    const { report } = reportOn({ total: 10, requests: 5 });
    for (let at = 0; at < 5; at += 1) report.count(failed('invalid_name', true));
    report.count(row('taken', true));
    expect(report.plan).toBe(
      '10 names to check, 6 of them already in the file; 4 requests at 60 a minute',
    );
  });

  it('counts the rows that are already in the file', () => {
    const { report, inFile } = reportOn({});
    inFile(100);
    expect(report.plan).toBe(
      '200 names to check, 100 of them already in the file; 90 requests, about 1 min 30 s at 60 a minute',
    );
  });
});

describe('the progress', () => {
  it('counts what is done, by availability, and estimates the time left', async () => {
    const { clock, report } = reportOn({});
    await report.begin();
    for (let at = 0; at < 40; at += 1) report.count(row('available'));
    for (let at = 0; at < 9; at += 1) report.count(row('taken'));
    clock.advance(60_000);
    expect(report.progress).toEqual({
      main: ['49 of 200', '3 min 5 s left'],
      more: ['Ctrl-C keeps everything', '40 available, 9 taken', '49 a minute'],
    });
    report.count(failed('network'));
    expect(report.progress.more[1]).toBe('40 available, 9 taken, 1 unknown');
  });

  it('estimates by the rate limit when the first answers are faster', async () => {
    const { clock, report } = reportOn({});
    await report.begin();
    for (let at = 0; at < 20; at += 1) report.count(row('taken'));
    clock.advance(1000);
    expect(report.progress).toMatchObject({
      main: ['20 of 200', '3 min left'],
      more: ['Ctrl-C keeps everything', '0 available, 20 taken', '20 a minute'],
    });
  });

  it('leaves rows of an earlier run out of the speed', async () => {
    const { clock, report, inFile } = reportOn({});
    inFile(140);
    await report.begin();
    clock.advance(60_000);
    for (let at = 0; at < 30; at += 1) report.count(row('taken'));
    expect(report.progress.main).toEqual(['170 of 200', '1 min left']);
    expect(report.progress.more[2]).toBe('30 a minute');
  });

  it('shows no time left when the total is unknown', async () => {
    const { report } = reportOn(undefined, { live: { columns: 80, isUnicode: true } });
    await report.begin();
    report.count(row('taken'));
    expect(report.progress).toEqual({
      main: ['1 done'],
      more: ['Ctrl-C keeps everything', '0 available, 1 taken', '1 a minute'],
    });
  });

  it.each<[PictureStyle, string]>([
    [{ columns: 40, isUnicode: true }, '█░░░░░ 30% 60 of 200'],
    [{ columns: 80, isUnicode: true }, '███░░░░░░░ 30% 60 of 200'],
    [{ columns: 80, isUnicode: false }, '###....... 30% 60 of 200'],
    [{ columns: 200, isUnicode: true }, '██████░░░░░░░░░░░░░░ 30% 60 of 200'],
  ])('has a bar in %j', async (live, bar) => {
    const { report } = reportOn({}, { live });
    await report.begin();
    for (let at = 0; at < 60; at += 1) report.count(row('taken'));
    expect(report.progress.main[0]).toBe(bar);
  });

  it('is never complete before the last name', async () => {
    const { report } = reportOn({ total: 1000 }, { live: { columns: 80, isUnicode: true } });
    await report.begin();
    for (let at = 0; at < 999; at += 1) report.count(row('taken'));
    expect(report.progress.main[0]).toBe('█████████░ 99% 999 of 1000');
    report.count(row('taken'));
    expect(report.progress.main[0]).toBe('██████████100% 1000 of 1000');
  });
});

describe('the summary', () => {
  it('is missing before anything was asked, and for a single row', async () => {
    const { report } = reportOn({});
    report.count(row('taken', true));
    report.count(row('taken', true));
    expect(report.summary).toBeUndefined();
    const alone = reportOn({ total: 1 }).report;
    await alone.begin();
    alone.count(row('taken'));
    expect(alone.summary).toBeUndefined();
  });

  it('says how long the run took, and how many rows were in the file', async () => {
    const { clock, report, inFile } = reportOn({ total: 4 });
    inFile(1);
    await report.begin();
    report.count(row('available'));
    report.count(failed('network'));
    clock.advance(200_000);
    expect(report.summary).toBe(
      '3 of 4 names in 3 min 20 s: 2 answered, 1 available, 1 taken, 1 unknown; 1 already in the file',
    );
    report.count(row('unknown'));
    expect(report.summary).toBe(
      '4 names in 3 min 20 s: 3 answered, 1 available, 1 taken, 2 unknown; 1 already in the file',
    );
  });
});

it('writes all three to a terminal, and redraws progress at most ten times a second', async () => {
  const { clock, report, inFile, notes, drawn } = reportOn(
    { total: 30, requests: 30 },
    { live: { columns: 40, isUnicode: false } },
  );
  inFile(1);
  await report.begin();
  for (let at = 0; at < 20; at += 1) {
    clock.advance(40);
    report.count(row('available'));
  }
  await report.end();
  expect(notes).toEqual([
    '30 names to check, 1 of them already in the file; 29 requests at 60 a minute',
    '21 of 30 names in 0.8 s: 21 answered, 20 available, 1 taken, 0 unknown; 1 already in the file',
  ]);
  expect(drawn).toEqual([
    '......  3% 1 of 30',
    '...... 13% 4 of 30',
    '#..... 23% 7 of 30',
    '##.... 33% 10 of 30',
    '##.... 43% 13 of 30',
    '###... 53% 16 of 30',
    '###... 63% 19 of 30',
    'nothing',
  ]);
});

it('writes only the summary when there is no terminal', async () => {
  const { report, notes, drawn } = reportOn({ total: 2, requests: 2 });
  await report.begin();
  report.count(row('available'));
  report.count(failed('invalid_name'));
  await report.end();
  expect(notes).toEqual([
    '2 names in 0 s: 1 answered, 1 available, 0 taken, 1 unknown (1 not a domain name)',
  ]);
  expect(drawn).toEqual(['nothing']);
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
      return { total: 200, requests: 200 };
    };
    const { clock, report, notes } = reportOn(undefined, { count });
    await report.begin();
    for (let at = 0; at < 50; at += 1) report.count(row('available'));
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

  it('the note counts what is done if the list cannot be read again', async () => {
    const count = () => Promise.reject(new Error('gone'));
    const { clock, report, notes } = reportOn(undefined, { count });
    await report.begin();
    report.count(row('taken'));
    await pass(clock, 60_000);
    expect(notes).toEqual(['1 done; 0 available, 1 taken']);
  });

  it('there is none under --quiet', async () => {
    const { clock, report, notes } = reportOn({}, { isQuiet: true });
    await report.begin();
    report.count(row('taken'));
    await pass(clock, 600_000);
    expect(notes).toEqual([]);
  });
});
