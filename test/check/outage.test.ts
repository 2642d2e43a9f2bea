import { expect, it } from 'vitest';
import type { Availability } from '../../src/api/answers.ts';
import { inOrder } from '../../src/check/in-order.ts';
import { Outage } from '../../src/check/run.ts';
import { Failure } from '../../src/errors.ts';
import { waitingText } from '../../src/output/progress.ts';
import type { Row } from '../../src/output/row.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

type Answer = 'free' | Failure;

const down = new Failure('network', 'no way there', { retryable: true });
const broken = new Failure('api_error', 'HTTP 500', { status: 500 });
const notTheService = new Failure('api_error', 'HTTP 404', { status: 404, isNotTheService: true });
const forbidden = new Failure('unauthorized', 'HTTP 403', { status: 403 });
const unauthorized = new Failure('unauthorized', 'HTTP 401', { status: 401 });

/**
 * Asks for the names, six at a time, of which one is sent in each `everyMs`, as with a limit. The
 * last row says what has ended the run. @param service gets name, time and which attempt it is
 */
async function run(
  names: readonly string[],
  service: (name: string, now: number, attempt: number) => Answer,
  { everyMs = 0, latencyMs = 10, firstAnswerMs = 75_000 } = {},
) {
  const clock = new VirtualClock();
  const { signal } = new AbortController();
  const [rows, sent, notes, waits]: [string[], string[], string[], string[]] = [[], [], [], []];
  const attempts = new Map<string, number>();
  let slot = -everyMs;
  const outage = new Outage({
    async check({ text }): Promise<Row<Availability>> {
      slot = Math.max(slot + everyMs, clock.elapsed());
      await clock.sleep(slot - clock.elapsed());
      const attempt = (attempts.get(text) ?? 0) + 1;
      attempts.set(text, attempt);
      sent.push(`${text} ${Math.floor(clock.elapsed() / 1000)}`);
      await clock.sleep(latencyMs);
      const answer = service(text, clock.elapsed(), attempt);
      if (answer === unauthorized || answer === forbidden) throw answer;
      if (answer instanceof Failure) return { asked: { domain: text }, failure: answer };
      const pricing = { amount: null, currency: null };
      return { value: { domain: text, status: answer, available: true, pricing, years: 1 } };
    },
    ...{ firstAnswerMs, clock, signal },
    output: {
      note: async (text) => void notes.push(text),
      wait: (waiting) => void (waiting && waits.push(waitingText(waiting))),
    },
  });
  const readAll = async () => {
    for await (const row of inOrder(names, { limit: 6 }, (text) => outage.ask({ text })))
      rows.push('failure' in row ? row.failure.message : String(row.value.status));
  };
  const reading = readAll().catch(({ message }) => void rows.push(`ends: ${message}`));
  await clock.runUntil(reading);
  return { rows, sent, notes, waits, elapsed: clock.elapsed() };
}

const list = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);

it('asks one name after the other until one is answered, and then all at once', async () => {
  const { rows, sent } = await run(list(6), (name) => (name === '0' ? down : 'free'), {
    latencyMs: 1000,
  });
  expect(rows).toEqual(['no way there', ...Array(5).fill('free')]);
  expect(sent).toEqual(['0 0', '1 1', '2 2', '3 2', '4 2', '5 2', '0 2']);
});

it.each<[string, Answer, string]>([
  ['fails once more', down, 'no way there'],
  ['is answered then', 'free', 'free'],
])('asks a second time for a name that fails while others are answered: it %s', async (...row) => {
  const [, second, expected] = row;
  const { rows, sent, notes } = await run(
    list(9),
    (name, _, attempt) => (name !== '4' ? 'free' : attempt === 1 ? down : second),
    { everyMs: 1000 },
  );
  expect(rows).toEqual(list(9).map((name) => (name === '4' ? expected : 'free')));
  expect(sent.filter((one) => one.startsWith('4'))).toEqual(['4 4', '4 9']);
  expect(notes).toEqual([]);
});

it('gives up a few names that fail where no others follow', async () => {
  for (const failure of [down, broken, notTheService]) {
    const { rows, elapsed } = await run(list(2), () => failure);
    expect(rows).toEqual([failure.message, failure.message]);
    expect(elapsed).toBeLessThan(5000);
  }
});

/** Asks for names while the service is down, with no list to end. */
function askedAlone(count: number) {
  const clock = new VirtualClock();
  const stop = new AbortController();
  const output = { note: async () => {}, wait() {} };
  const check = async () => ({ asked: {}, failure: down });
  const outage = new Outage({ check, clock, signal: stop.signal, firstAnswerMs: 75_000, output });
  const all = Promise.allSettled(list(count).map((text) => outage.ask({ text })));
  return { clock, stop, all };
}

it('gives up a name that fails while the list waits for more names', async () => {
  const { clock, all } = askedAlone(1);
  await clock.runUntil(all);
  expect(await all).toMatchObject([{ value: { failure: down } }]);
  expect(clock.elapsed()).toBeLessThan(5000);
});

it('stops waiting when the run is stopped', async () => {
  const { clock, stop, all } = askedAlone(3);
  const interrupted = new Failure('interrupted', 'interrupted');
  clock.timer(5000, () => stop.abort(interrupted));
  await clock.runUntil(all);
  expect(await all).toEqual(Array(3).fill({ status: 'rejected', reason: interrupted }));
  expect(clock.elapsed()).toBe(5000);
});

it('waits longer and longer after three failures, and probes with one request after each pause', async () => {
  const isDown = (now: number) => now > 1000 && now < 243_000;
  const { rows, sent, notes, waits } = await run(
    ['answered', 'a', 'b', 'c', 'd'],
    (_, now) => (isDown(now) ? down : 'free'),
    { everyMs: 1500 },
  );
  expect(rows).toEqual(Array(5).fill('free'));
  // In turn one that has failed and the one that was answered; then all are asked again at once.
  expect(sent.slice(0, -1)).toEqual([
    ...['answered 0', 'a 1', 'b 3', 'c 4', 'd 6', 'a 7', 'b 9', 'a 10', 'answered 14', 'b 22'],
    ...['answered 38', 'c 70', 'answered 130', 'a 190', 'answered 250', 'c 252', 'd 253', 'a 255'],
  ]);
  expect(notes).toEqual([
    'no way there; waiting until the service answers',
    'the service answers again',
  ]);
  expect(waits.slice(0, 3)).toEqual([
    'waiting 2 s before the next attempt (no way there)',
    'waiting 1 s before the next attempt (no way there)',
    'waiting 4 s before the next attempt (no way there)',
  ]);
});

it.each([0, 700, 1900])(
  'loses no name of a long list in outages, with a name every %i ms',
  async (everyMs) => {
    const isDown = (now: number) => now % 100_000 > 40_000;
    const { rows } = await run(list(200), (_, now) => (isDown(now) ? down : 'free'), {
      ...{ everyMs, latencyMs: 300 },
    });
    expect(new Set(rows)).toEqual(new Set(['free']));
  },
);

it.each([
  { before: 'nothing', answeredMs: 0, seconds: 75 },
  { before: 'an answer', answeredMs: 100, seconds: 3600 },
])('gives up $seconds s after $before', async ({ answeredMs, seconds }) => {
  const { rows, elapsed, notes } = await run(
    list(9),
    (_, now) => (now < answeredMs ? 'free' : down),
    { everyMs: 20 },
  );
  expect(rows.at(-1)).toBe('ends: no way there');
  expect(Math.abs(elapsed / 1000 - seconds)).toBeLessThan(5);
  expect(notes).toEqual(['no way there; waiting until the service answers']);
});

it('gives up names that fail while one that was answered before is answered again', async () => {
  const bad = new Set(['3', '4', '5', '6']);
  const { rows, notes, elapsed } = await run(list(7), (name) => (bad.has(name) ? broken : 'free'), {
    everyMs: 100,
  });
  expect(rows).toEqual(list(7).map((name) => (bad.has(name) ? 'HTTP 500' : 'free')));
  expect(notes.at(-1)).toBe('the service answers again');
  expect(elapsed).toBeLessThan(20_000);
});

it('ends the run at refused credentials, for what waits and what fails later', async () => {
  const { rows, sent } = await run(
    list(9),
    (name) => (name === '0' ? 'free' : name === '2' ? unauthorized : down),
    { everyMs: 5, latencyMs: 12 },
  );
  expect(rows).toEqual(['free', 'ends: HTTP 401']);
  expect(sent.length).toBeLessThan(9);
});

it.each([
  ['what is not the service', notTheService, 0],
  ['a service that forbids', forbidden, 1],
])('ends the run after three failures of %s', async (_, failure, answers) => {
  const { rows, elapsed, notes } = await run(list(9), (name) =>
    Number(name) < answers ? 'free' : failure,
  );
  expect(rows.slice(answers)).toEqual([`ends: ${failure.message}`]);
  expect([notes, elapsed < 2100]).toEqual([[], true]);
});

it.each([notTheService, forbidden])(
  'fails single names with %s once others are answered',
  async (failure) => {
    const { rows } = await run(list(9), (name) => (name === '4' ? failure : 'free'), {
      everyMs: 100,
    });
    expect(rows).toEqual(list(9).map((name) => (name === '4' ? failure.message : 'free')));
  },
);
