import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Ledger } from '../../src/rate-limit/ledger.ts';
import { Limiter } from '../../src/rate-limit/limiter.ts';
import { temporaryFolder } from '../support/home.ts';
import { TestClock } from '../test-clock.ts';

/** A process, and the lines that it has written since somebody looked last. */
function writer(requests: number, windowMs = 1000) {
  const clock = new TestClock();
  const folder = temporaryFolder();
  const file = path.join(folder, 'account.0.log');
  const notes: number[] = [];
  const start = (self: string) => {
    const sharing = {
      ...{ self, isRunning: () => true },
      onTrouble: (error: unknown) => {
        throw error;
      },
    };
    const ledger = new Ledger(folder, 'account');
    return new Limiter({ requests, windowMs }, clock, { ledger, ...sharing }, (learned) =>
      notes.push(learned),
    );
  };
  let seen = 0;
  const news = () => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const lines = text.split('\n').filter(Boolean);
    const unseen = lines.slice(seen);
    seen = lines.length;
    return unseen;
  };
  /** Empties the file, as somebody may. */
  const empty = () => {
    truncateSync(file);
    seen = 0;
  };
  return { clock, file, notes, start, news, empty, limiter: start('self') };
}

describe('a process publishes', () => {
  it('a request before it leaves, and its answer at the end of a turn', () => {
    const { clock, limiter, news } = writer(1);
    const slot = limiter.reserve();
    expect([slot.firstWait, news()]).toEqual([0, ['R self:0 0']]);
    clock.advance(10);
    slot.answered();
    expect(news()).toEqual([]);
    clock.turn();
    expect(news()).toEqual(['D self:0 10']);
    clock.turn();
    expect(news()).toEqual([]);
  });

  it('answers of one turn together, once', () => {
    const { clock, limiter, news } = writer(2);
    const slots = [limiter.reserve(), limiter.reserve()];
    news();
    for (const slot of slots) slot.answered();
    clock.turn();
    expect(news()).toEqual(['D self:0 0', 'D self:1 0']);
    limiter.reserve();
    clock.turn();
    expect(news()).toEqual(['R self:2 0']);
  });

  it('without haste while thousands of slots are free', () => {
    const lazily = [4095, 4096, 4097].map((requests) => {
      const { limiter, news } = writer(requests);
      return [1, 2, 3].map(() => {
        limiter.reserve();
        return news().length;
      });
    });
    expect(lazily).toEqual([
      [1, 1, 1],
      [0, 2, 1],
      [0, 0, 3],
    ]);
  });

  it('when a request was sent that had to wait, unless that is known', () => {
    const { clock, limiter, news } = writer(1);
    const [first, second, third] = [limiter.reserve(), limiter.reserve(), limiter.reserve()];
    first.sent();
    expect(news()).toEqual(['R self:0 0', 'R self:1 0', 'R self:2 0']);
    clock.advance(5);
    second.sent();
    expect(news()).toEqual(['S self:1 5']);
    third.withdraw();
    expect(news()).toEqual([]);
    clock.turn();
    expect(news()).toEqual(['C self:2 5']);
  });

  it('a pause at once, in whole milliseconds', () => {
    const { limiter, news } = writer(1);
    limiter.pause(10.2);
    expect(news()).toEqual(['P 0 11']);
  });

  it('a refusal at once, and what it says of the limit, once for what was sent before', () => {
    const { clock, limiter, news, notes } = writer(20);
    for (let answers = 0; answers < 10; answers += 1) limiter.reserve().answered();
    const slots = [limiter.reserve(), limiter.reserve()];
    clock.turn();
    news();
    clock.advance(3);
    slots[0]?.refused(false);
    expect([news(), notes]).toEqual([['F self:10 3', 'L 3 30000 10 1000'], [10]]);
    clock.advance(1);
    slots[1]?.refused(false);
    expect(news()).toEqual(['F self:11 4']);
    expect([limiter.rateInUse, notes]).toEqual([{ requests: 10, windowMs: 1000 }, [10]]);
    clock.advance(1);
    limiter.reserve().refused(true);
    expect(news()).toEqual(['R self:12 5', 'F self:12 5', 'L 5 30000 7 1000']);
    expect(notes).toEqual([10]);
  });

  it('a refusal that says nothing of the limit', () => {
    const { limiter, news, notes } = writer(20);
    limiter.reserve().refused(false);
    expect([news(), notes]).toEqual([['R self:0 0', 'F self:0 0'], []]);
  });

  it('what the service says of its limit, and the pause that it asks for', () => {
    const { limiter, news, notes } = writer(20);
    limiter.heed({ rate: { requests: 30, windowMs: 1000 } });
    expect([news(), notes]).toEqual([[], []]);
    limiter.heed({ remaining: 0, resetMs: 900, requests: 8 });
    expect([news(), notes]).toEqual([['P 0 900', 'L 0 30000 8 1000'], [8]]);
  });
});

describe('a process publishes again', () => {
  it('a request without an answer every two seconds, and nothing after it', () => {
    const { clock, limiter, news } = writer(3);
    const slots = [limiter.reserve()];
    clock.advance(1000);
    slots.push(limiter.reserve());
    clock.advance(1);
    slots.push(limiter.reserve());
    news();
    clock.advance(998);
    expect(news()).toEqual([]);
    clock.advance(1);
    // Of the last one everybody knows it.
    expect(news()).toEqual(['S self:0 2000', 'S self:1 2000']);
    clock.advance(2000);
    expect(news()).toEqual(['S self:0 4000', 'S self:1 4000', 'S self:2 4000']);
    for (const slot of slots) slot.answered();
    clock.turn();
    news();
    clock.advance(2000);
    limiter.reserve();
    expect(news()).toEqual(['R self:3 6000']);
    clock.advance(1999);
    expect(news()).toEqual([]);
    clock.advance(1);
    expect(news()).toEqual(['S self:3 8000']);
  });

  it.each([
    [3999, ['S self:0 3999', 'S self:1 3999'], []],
    [4000, ['S self:0 4000', 'C self:1 4000'], ['R self:2 4000']],
  ])(
    'what was under way when it was stopped, and what waited only for %d ms',
    (ms, lines, again) => {
      const { clock, limiter, news } = writer(1);
      const [, waiting] = [limiter.reserve(), limiter.reserve()];
      news();
      clock.advance(ms);
      expect(news()).toEqual(lines);
      expect([waiting.wait(), news()]).toEqual([undefined, again]);
    },
  );

  it('a request that is sent although it has lost its turn', () => {
    const { clock, limiter, news } = writer(1);
    const [, late] = [limiter.reserve(), limiter.reserve()];
    clock.advance(4000);
    news();
    late.sent();
    expect(news()).toEqual(['S self:1 4000']);
  });

  it('the limit that it knows twice a window while it runs, and at its end', () => {
    const { clock, limiter, news } = writer(20, 60_000);
    limiter.reserve();
    limiter.heed({ rate: { requests: 10, windowMs: 60_000 } });
    const learned = 'L 0 180000 10 60000';
    expect(news()).toEqual(['R self:0 0', learned]);
    const times: number[] = [];
    for (let at = 2000; at <= 70_000; at += 2000) {
      clock.advance(2000);
      if (news().includes(learned)) times.push(at);
    }
    expect(times).toEqual([30_000, 60_000]);
    limiter.close();
    expect(news()).toEqual([learned]);
    clock.advance(10_000);
    limiter.pause(1);
    limiter.close();
    expect(news()).toEqual([]);
  });

  it('all that others must know of it when somebody has emptied the file', () => {
    const { clock, start, limiter, news, empty } = writer(9, 60_000);
    const other = start('other');
    other.reserve().answered();
    clock.turn();
    limiter.pause(50);
    limiter.reserve().answered();
    const [refused, withdrawn] = [limiter.reserve(), limiter.reserve()];
    limiter.reserve();
    clock.advance(5);
    refused.refused(false);
    clock.turn();
    empty();
    withdrawn.withdraw();
    limiter.reserve().answered();
    clock.turn();
    expect(news()).toEqual([
      ...['C self:2 5', 'R self:4 5'],
      // From here on it is what was lost.
      ...['C self:2 5', 'L 5 180000 4 60000', 'P 0 50', 'D self:0 0', 'F self:1 5'],
      ...['R self:3 0', 'R self:4 5', 'D self:4 5'],
    ]);
  });

  it('when the machine has restarted since the ledger was written', () => {
    const { clock, file, limiter, news } = writer(2);
    mkdirSync(path.dirname(file), { recursive: true });
    appendFileSync(file, 'R gone:0 5000000000\n');
    clock.advance(7);
    const slot = limiter.reserve();
    expect([slot.wait(), news()]).toEqual([0, ['R gone:0 5000000000', 'R self:0 7', 'B 7']]);
    slot.wait();
    expect(news()).toEqual([]);
  });
});

it('a process gives up on a ledger that keeps nothing, and holds its own limit', () => {
  let exchanges = 0;
  class Forgetful extends Ledger {
    override exchange(lines: readonly string[]) {
      exchanges += 1;
      return { ...super.exchange(lines), isLost: true };
    }
  }
  const clock = new TestClock();
  const troubles: unknown[] = [];
  const limiter = new Limiter({ requests: 1, windowMs: 1000 }, clock, {
    ledger: new Forgetful(temporaryFolder(), 'account'),
    self: 'self',
    isRunning: () => true,
    onTrouble: (error) => troubles.push(error),
  });
  expect([limiter.reserve().firstWait, limiter.reserve().firstWait]).toEqual([0, undefined]);
  limiter.pause(5);
  clock.advance(2000);
  limiter.close();
  expect(troubles).toEqual([new Error('the ledger does not keep what is written')]);
  expect(exchanges).toBe(10);
});
