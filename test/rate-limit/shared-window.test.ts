import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/platform/surroundings.ts';
import { Ledger } from '../../src/rate-limit/ledger.ts';
import { Limiter, type Slot } from '../../src/rate-limit/limiter.ts';
import { temporaryFolder } from '../support/home.ts';
import { TestClock } from '../test-clock.ts';

const windowMs = 1000;

/** A machine with one ledger, on which processes can be started and killed. */
function machine(requests = 1, bytesOfPart?: number) {
  const clock = new TestClock();
  const folder = path.join(temporaryFolder(), 'rate-limit');
  const file = path.join(folder, 'account.0.log');
  const dead = new Set<string>();
  const troubles: unknown[] = [];
  /** A process that is killed has no timers any more. */
  const liveTimers = (self: string, { timer }: Clock) => ({
    timer: (ms: number, callback: () => void) => timer(ms, () => dead.has(self) || callback()),
  });
  const start = (self: string, ownClock: Clock = clock) =>
    new Limiter(
      { requests, windowMs },
      { ...ownClock, ...liveTimers(self, ownClock) },
      {
        ledger: new Ledger(folder, 'account', bytesOfPart),
        self,
        isRunning: (name) => !dead.has(name),
        onTrouble: (error) => troubles.push(error),
      },
    );
  return { clock, folder, file, dead, troubles, start };
}

/** The clock of a process whose timers fire only when it goes on after a stop. */
function stoppable(clock: TestClock) {
  let isStopped = false;
  const overdue: (() => void)[] = [];
  const timer = (ms: number, callback: () => void) =>
    clock.timer(ms, () => (isStopped ? overdue.push(callback) : callback()));
  return {
    clock: { ...clock, timer },
    stop: () => {
      isStopped = true;
    },
    goOn: () => {
      isStopped = false;
      for (const callback of overdue.splice(0)) callback();
    },
  };
}

/** Leaves lines in the ledger that no running process has written. */
function machineWith(...lines: string[]) {
  const all = machine();
  all.dead.add('gone');
  mkdirSync(all.folder);
  writeFileSync(all.file, lines.map((line) => `${line}\n`).join(''));
  return all;
}

/** Finds out, a millisecond at a time, when a request may be sent. */
function timeOf(slot: Slot, clock: TestClock): number {
  for (let ms = 0; slot.wait() !== 0; ms += 1) {
    if (ms > 20_000) throw new Error('its time does not come');
    clock.advance(1);
  }
  return clock.elapsed();
}

describe('processes with one ledger', () => {
  it('wait for each other until the window after an answer has passed, and no longer', () => {
    const { clock, start } = machine(2);
    const [one, other] = [start('one'), start('other')];
    const sent = [one.reserve(), one.reserve()];
    const waiting = other.reserve();
    expect([...sent, waiting].map((slot) => slot.wait())).toEqual([0, 0, undefined]);
    clock.advance(400);
    sent[1]?.answered();
    clock.turn();
    expect(waiting.wait()).toBe(windowMs + 1);
    expect(timeOf(waiting, clock)).toBe(400 + windowMs + 1);
  });

  it('see a slot that is withdrawn', () => {
    const { clock, start } = machine();
    const withdrawn = start('one').reserve();
    const waiting = start('other').reserve();
    expect(waiting.wait()).toBeUndefined();
    withdrawn.withdraw();
    clock.turn();
    expect(waiting.wait()).toBe(0);
  });

  it('poll while another process waits for an answer', async () => {
    const { clock, start } = machine();
    start('one').reserve();
    await start('other').reserve().change(new AbortController().signal);
    expect(clock.sleeps).toEqual([25]);
  });

  it('leave the polling of a run to its first request', async () => {
    const { clock, start } = machine();
    start('one').reserve();
    const run = start('run');
    // It learns of the other process only with its own reservation.
    run.reserve();
    const [first, second] = [run.reserve(true), run.reserve(true)];
    const { signal } = new AbortController();
    await first.change(signal);
    const change = second.change(signal);
    first.withdraw();
    await change;
    expect(clock.sleeps).toEqual([25]);
  });

  it('all pause when the service has asked one of them to', () => {
    const { clock, start } = machine(4);
    const [one, other] = [start('one'), start('other')];
    one.reserve();
    other.reserve();
    one.pause(5000);
    clock.advance(100);
    expect(other.reserve().wait()).toBe(4900);
    expect(start('newcomer').reserve().wait()).toBe(4900);
  });

  it('keep the ledger short, also when each lives for one request and meets the one before', () => {
    const { clock, folder, start } = machine(50);
    const counted: number[] = [];
    for (let one = 0; one < 1000; one += 1) {
      clock.advance(windowMs / 40);
      const process = start(`process-${one}`);
      const slot = process.reserve();
      if (slot.wait() === 0) counted.push(clock.elapsed());
      slot.answered();
      process.close();
    }
    const sizes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).size);
    expect(sizes.length).toBeLessThanOrEqual(2);
    expect(Math.max(...sizes)).toBeLessThan(2 * 8192);
    expect(counted).toHaveLength(1000);
    // A newcomer knows everything that happened in the last window, both ends included.
    const rest = start('last');
    const open = Array.from({ length: 20 }, () => rest.reserve().wait());
    expect(open.filter((wait) => wait === 0)).toHaveLength(50 - 41);
  });

  it('keep an old request that takes a slot while the parts of the ledger are closed', () => {
    const { clock, folder, start } = machine(2, 100);
    start('idle').reserve();
    const busy = start('busy');
    for (let index = 0; index < 50; index += 1) {
      busy.reserve().answered();
      clock.turn();
      clock.advance(windowMs + 1);
    }
    const newcomer = start('newcomer');
    const waits = [newcomer.reserve(), newcomer.reserve()].map((slot) => slot.wait());
    expect(waits).toEqual([0, undefined]);
    expect(readdirSync(folder)).toEqual(['account.5.log', 'account.6.log']);
  });

  it('see what another process published just before it closed', () => {
    const { start } = machine();
    const one = start('one');
    one.reserve().answered();
    one.close();
    expect(start('other').reserve().wait()).toBe(windowMs + 1);
  });

  it.each([
    ['emptied', truncateSync],
    ['removed', rmSync],
  ])('publish again what was lost with a file that somebody has %s', (_, spoil) => {
    const { file, start } = machine(2);
    const one = start('one');
    one.reserve().answered();
    one.reserve();
    spoil(file);
    one.pause(0);
    expect(start('newcomer').reserve().wait()).toBe(windowMs + 1);
    spoil(file);
    one.pause(5000);
    expect(start('next').reserve().wait()).toBe(5000);
  });

  it('ignore lines of others about their own requests', () => {
    const { file, start } = machine();
    const one = start('one');
    one.reserve();
    const waiting = one.reserve();
    appendFileSync(file, 'C one:0 0\nD one:0 0\n');
    expect(waiting.wait()).toBeUndefined();
  });

  it('apply a late answer, but no late reservation', () => {
    const answered = machineWith('SEAL', 'D late:0 0').start('one');
    expect(answered.reserve().wait()).toBe(windowMs + 1);
    const { folder, start } = machineWith('SEAL', 'R late:0 0');
    const one = start('one');
    const first = one.reserve();
    // It counts as soon as it is repeated in the part that is written to.
    appendFileSync(path.join(folder, 'account.1.log'), 'R late:0 0\n');
    expect([one.reserve().wait(), first.wait()]).toEqual([undefined, 0]);
  });
});

describe('a request that was sent just after its part was closed', () => {
  it('is answered as soon as its answer is in the next part', () => {
    const { clock, folder, start } = machineWith('R other:0 0', 'SEAL', 'S other:0 5');
    writeFileSync(path.join(folder, 'account.1.log'), 'D other:0 10\n');
    clock.advance(20);
    expect(timeOf(start('one').reserve(), clock)).toBe(10 + windowMs + 1);
  });
});

describe('a limit that the service has shown', () => {
  /** Ten answers, and a refusal after them, in a process that ends. */
  function learned() {
    const all = machine(20);
    const first = all.start('first');
    for (let answers = 0; answers < 10; answers += 1) first.reserve().answered();
    all.clock.advance(1);
    first.reserve().refused(false);
    first.close();
    return all;
  }

  const countSent = (limiter: Limiter) => {
    const waits = Array.from({ length: 20 }, () => limiter.reserve().wait());
    return waits.filter((wait) => wait === 0).length;
  };

  it('holds for others that start after the window', () => {
    const { clock, start } = learned();
    clock.advance(20_000);
    expect(countSent(start('next'))).toBe(10);
  });

  it('is kept by a process that runs on', () => {
    const { clock, start } = learned();
    const idle = start('idle');
    idle.reserve();
    for (let seconds = 0; seconds < 20; seconds += 1) clock.advance(1000);
    expect(countSent(start('next'))).toBe(9);
  });

  it('is forgotten when it has not been refused for long', () => {
    const { clock, start } = learned();
    clock.advance(60_000);
    expect(countSent(start('next'))).toBe(20);
  });

  it.each([
    ['more than the setting', 'L 0 30000 40 1000'],
    ['from before the restart of the machine', 'L 5000000000 30000 1 1000'],
    ['none', 'L 0 30000 0 1000'],
    ['half a line', 'L 0 30000'],
  ])('is not believed where it is %s', (_, line) => {
    const { start } = machineWith(line);
    expect(start('one').reserve().wait()).toBe(0);
    expect(start('two').reserve().wait()).toBeUndefined();
  });
});

describe('a process that has gone', () => {
  it('holds the slot of an unanswered request for 3 s and a window after it was sent', () => {
    const { clock, dead, start } = machine();
    start('one').reserve();
    const waiting = start('other').reserve();
    clock.advance(200);
    dead.add('one');
    expect(timeOf(waiting, clock)).toBe(3000 + windowMs + 1);
  });

  it('counts as having sent at the time that it published after a wait', () => {
    const { clock, dead, start } = machine(2);
    start('one').reserve();
    const late = start('one-more').reserve();
    const waiting = start('other').reserve();
    clock.advance(700);
    late.sent();
    dead.add('one').add('one-more');
    const last = start('last').reserve();
    expect(timeOf(waiting, clock)).toBe(3000 + windowMs + 1);
    waiting.sent();
    expect(timeOf(last, clock)).toBe(700 + 3000 + windowMs + 1);
  });

  it('is forgotten when it sent long ago', () => {
    const { clock, dead, start } = machine();
    start('one').reserve();
    dead.add('one');
    clock.advance(3000 + windowMs + 1);
    expect(start('other').reserve().wait()).toBe(0);
  });
});

describe('what an earlier start of the machine has left', () => {
  const future = 5_000_000_000;

  it.each([
    ['an answer', `D gone:0 ${future}`, windowMs + 1],
    ['a request', `R gone:0 ${future}`, 3000 + windowMs + 1],
    ['a pause', `P ${future} 600`, 0],
  ])('holds no longer than if it were now: %s', (_, line, expected) => {
    const { clock, start } = machineWith(line);
    expect(timeOf(start('one').reserve(), clock)).toBe(expected);
  });
});

it('believes in no pause of more than an hour', () => {
  const { start } = machineWith('P 0 999999999999');
  expect(start('one').reserve().wait()).toBe(3_600_000);
});

describe('a process that is stopped', () => {
  it('holds the slot of an unanswered request for 3 s and a window, as one that is gone', () => {
    const { clock, start } = machine();
    const stopped = stoppable(clock);
    start('stopped', stopped.clock).reserve();
    stopped.stop();
    const waiting = start('other').reserve();
    expect(timeOf(waiting, clock)).toBe(6001);
  });

  it('takes a new slot when it goes on after others have had its own', () => {
    const { clock, start } = machine();
    const stopped = stoppable(clock);
    const other = start('other');
    const first = other.reserve();
    const late = start('stopped', stopped.clock).reserve();
    first.answered();
    clock.turn();
    stopped.stop();
    clock.advance(20_000);
    const next = other.reserve();
    expect(next.wait()).toBe(0);
    next.sent();
    stopped.goOn();
    expect(late.wait()).toBeUndefined();
    next.answered();
    clock.turn();
    expect(late.wait()).toBe(windowMs + 1);
  });

  it('counts again for a request that was under way when it stopped', () => {
    const { clock, start } = machine();
    const stopped = stoppable(clock);
    start('stopped', stopped.clock).reserve();
    stopped.stop();
    clock.advance(20_000);
    const other = start('other');
    const [sent, waiting] = [other.reserve(), other.reserve()];
    expect(sent.wait()).toBe(0);
    sent.answered();
    clock.turn();
    stopped.goOn();
    clock.advance(windowMs + 1);
    expect(waiting.wait()).toBeUndefined();
  });

  it('is told by its silence from one that waits long for an answer', () => {
    const { clock, start } = machine();
    start('slow').reserve();
    const waiting = start('other').reserve();
    for (let seconds = 0; seconds < 30; seconds += 1) {
      clock.advance(1000);
      expect(waiting.wait()).toBeUndefined();
    }
  });
});

it.each([
  'R gone:0',
  'R gone 0',
  'R gone:0 0 ',
  'R gone:0 0\r',
  ' R gone:0 0',
  'R gone:0 -1',
  'R gone:0 1e1',
  'R gone:0 1234567890123456',
  'R go\u0000ne:0 0',
  'X gone:0 0',
  'P 0',
  'P 0 9000 0',
  'P gone:0 9000',
  'hal R gone:0 0',
])('ignores a line that nobody writes: %j', (line) => {
  const { start, troubles } = machineWith(line, 'D gone:7 ', line);
  expect(start('one').reserve().wait()).toBe(0);
  expect(troubles).toEqual([]);
});

describe('a ledger that cannot be used', () => {
  const spoilt: [string, (all: ReturnType<typeof machine>) => void][] = [
    ['a file is in the place of its folder', ({ folder }) => writeFileSync(folder, '')],
    ['a folder is in the place of its file', ({ file }) => mkdirSync(file, { recursive: true })],
  ];
  if (process.platform === 'linux') {
    spoilt.push([
      'the disk is full',
      ({ folder, file }) => {
        mkdirSync(folder);
        symlinkSync('/dev/full', file);
      },
    ]);
  }

  it.each(spoilt)('gives each process its own window, and says so once: %s', (_, spoil) => {
    const all = machine();
    spoil(all);
    const [one, other] = [all.start('one'), all.start('other')];
    const [first, second] = [one.reserve(), one.reserve()];
    expect([first.wait(), second.wait(), other.reserve().wait()]).toEqual([0, undefined, 0]);
    first.answered();
    one.pause(10);
    expect(timeOf(second, all.clock)).toBe(windowMs + 1);
    one.close();
    expect(all.troubles).toHaveLength(2);
  });

  it('remembers the requests of others for one window, and waits for none of their answers', () => {
    const { clock, file, troubles, start } = machine(2);
    const one = start('one');
    const own = one.reserve();
    start('other').reserve();
    const waiting = one.reserve();
    rmSync(file);
    mkdirSync(file);
    clock.advance(100);
    expect(waiting.wait()).toBe(windowMs + 1);
    expect([own.wait(), troubles.length]).toEqual([0, 1]);
    own.answered();
    expect(timeOf(waiting, clock)).toBe(100 + windowMs + 1);
  });
});

type Step = { pass: number } | { spoil: Uint8Array; at: number } | 'ask' | 'answer';

const words = [
  '\nSEAL\n',
  '\nP 0 50\n',
  '\nC self:1 0\n',
  '\nD self:1 0\n',
  '\nR gone:0 9\n',
  '\nF self:1 0\n',
  '\nL 0 50 1 1000\n',
  'R ',
];

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.constant<Step>('ask'),
    fc.constant<Step>('answer'),
    fc.record({ pass: fc.integer({ min: 0, max: 1500 }) }),
    fc.record({
      spoil: fc.oneof(
        fc.uint8Array({ minLength: 1, maxLength: 80 }),
        fc.constantFrom(...words.map((word) => new TextEncoder().encode(word))),
      ),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  ),
  { maxLength: 40 },
);

/** Puts bytes anywhere into the part that is written to. */
function spoilLedger(folder: string, bytes: Uint8Array, at: number): void {
  mkdirSync(folder, { recursive: true });
  const part = Math.max(0, readdirSync(folder).length - 1);
  const file = path.join(folder, `account.${part}.log`);
  appendFileSync(file, '');
  const text = readFileSync(file);
  const offset = Math.round(at * text.length);
  writeFileSync(file, Buffer.concat([text.subarray(0, offset), bytes, text.subarray(offset)]));
}

it('keeps its own limit and finishes, whatever happens to the file', () => {
  const run = (requests: number, todo: Step[]) => {
    const { clock, dead, folder, troubles, start } = machine(requests);
    dead.add('gone');
    const limiter = start('self');
    const waiting: Slot[] = [];
    const open: Slot[] = [];
    const answers: number[] = [];
    const sendAll = () => {
      for (let first = waiting[0]; first?.wait() === 0; first = waiting[0]) {
        const recent = answers.filter((answer) => answer + windowMs >= clock.elapsed());
        expect(open.length + recent.length).toBeLessThan(requests);
        first.sent();
        open.push(first);
        waiting.shift();
      }
    };
    const answer = () => {
      open.shift()?.answered();
      answers.push(clock.elapsed());
    };
    for (const step of todo) {
      if (step === 'ask') waiting.push(limiter.reserve());
      else if (step === 'answer' && open.length > 0) answer();
      else if (typeof step === 'object' && 'pass' in step) clock.advance(step.pass);
      else if (typeof step === 'object') spoilLedger(folder, step.spoil, step.at);
      sendAll();
      clock.turn();
    }
    for (let tries = 0; waiting.length > 0; tries += 1) {
      expect(tries).toBeLessThan(100);
      while (open.length > 0) answer();
      clock.advance(3000 + windowMs + 1);
      sendAll();
    }
    limiter.close();
    expect(troubles).toEqual([]);
  };
  fc.assert(fc.property(fc.integer({ min: 1, max: 4 }), steps, run));
});
