import { describe, expect, it } from 'vitest';
import { type RowFacts, type RunPlan, RunReport } from '../../src/check/report.ts';
import { TestClock } from '../test-clock.ts';

/** An answer of this run, unless told otherwise. */
function row(facts: Partial<RowFacts> = {}): RowFacts {
  return { isAnswered: true, isName: true, isKept: false, ...facts };
}

function reportOn(plan: Partial<RunPlan>) {
  const clock = new TestClock();
  const rate = { requests: 60, windowMs: 60_000 };
  const report = new RunReport({ total: 200, requests: 190, rate, ...plan }, clock);
  const kept = (count: number) => {
    for (let at = 0; at < count; at += 1) report.count('taken', row({ isKept: true }));
  };
  return { clock, report, kept };
}

describe('what is about to happen', () => {
  it.each([
    [{}, '200 names to check; 190 requests, about 3 min at 60 in 1 min'],
    [{ requests: 181 }, '200 names to check; 181 requests, about 3 min at 60 in 1 min'],
    [{ requests: 180 }, '200 names to check; 180 requests, about 2 min at 60 in 1 min'],
    [{ total: 60, requests: 60 }, '60 names to check; 60 requests at 60 in 1 min'],
    [{ total: 1, requests: 1 }, '1 name to check; 1 request at 60 in 1 min'],
    [{ total: undefined }, undefined],
  ])('%j', (plan, text) => {
    expect(reportOn(plan).report.plan).toBe(text);
  });

  it('leaves out what was answered before, and what was no name and took no request', () => {
    const { report } = reportOn({ total: 10, requests: 5 });
    const noName = row({ isAnswered: false, isName: false, isKept: true });
    for (let at = 0; at < 5; at += 1) report.count('unknown', noName);
    report.count('taken', row({ isKept: true }));
    expect(report.plan).toBe(
      '10 names to check, 6 of them done already; 4 requests at 60 in 1 min',
    );
  });

  it('counts the rows of before', () => {
    const { report, kept } = reportOn({});
    kept(100);
    expect(report.plan).toBe(
      '200 names to check, 100 of them done already; 90 requests, about 1 min at 60 in 1 min',
    );
  });
});

describe('how far it has come', () => {
  it('counts what is done, by what came of it, and reckons what is left', () => {
    const { clock, report } = reportOn({});
    report.begin();
    for (let at = 0; at < 40; at += 1) report.count('available', row());
    for (let at = 0; at < 9; at += 1) report.count('taken', row());
    clock.advance(60_000);
    expect(report.progress).toEqual([
      ...['49 of 200', '3 min 5 s left', '40 available, 9 taken', '49 a minute'],
    ]);
    report.count('unknown', row({ isAnswered: false }));
    expect(report.progress[2]).toBe('40 available, 9 taken, 1 unknown');
  });

  it('believes the limit where the first answers are faster', () => {
    const { clock, report } = reportOn({});
    report.begin();
    for (let at = 0; at < 20; at += 1) report.count('taken', row());
    clock.advance(1000);
    expect(report.progress).toEqual([
      ...['20 of 200', '3 min left', '0 available, 20 taken', '20 a minute'],
    ]);
  });

  it('takes no speed from rows of an earlier run', () => {
    const { clock, report, kept } = reportOn({});
    kept(140);
    report.begin();
    clock.advance(60_000);
    for (let at = 0; at < 30; at += 1) report.count('taken', row());
    expect(report.progress.slice(0, 2)).toEqual(['170 of 200', '1 min left']);
    expect(report.progress[3]).toBe('30 a minute');
  });

  it('says nothing of an end that is not known', () => {
    const { report } = reportOn({ total: undefined });
    report.begin();
    report.count('taken', row());
    expect(report.progress).toEqual(['1 done', '0 available, 1 taken', '1 a minute']);
  });
});

describe('what came of it', () => {
  it('is nothing before anything was asked, or for a row alone', () => {
    const { report } = reportOn({});
    report.count('taken', row({ isKept: true }));
    report.count('taken', row({ isKept: true }));
    expect(report.summary).toBeUndefined();
    const alone = reportOn({ total: 1 }).report;
    alone.begin();
    alone.count('taken', row());
    expect(alone.summary).toBeUndefined();
  });

  it('is told with the time that it took, and with what was there', () => {
    const { clock, report, kept } = reportOn({ total: 4 });
    kept(1);
    report.begin();
    report.count('available', row());
    report.count('unknown', row({ isAnswered: false }));
    clock.advance(200_000);
    expect(report.summary).toBe(
      '3 of 4 names in 3 min 20 s: 2 answered, 1 available, 1 taken, 1 unknown; 1 was there already',
    );
    report.count('unknown', row());
    expect(report.summary).toBe(
      '4 names in 3 min 20 s: 3 answered, 1 available, 1 taken, 2 unknown; 1 was there already',
    );
  });
});
