import { expect, it } from 'vitest';
import { CircuitBreaker } from '../../src/check/circuit-breaker.ts';
import type { TimestampedAvailability } from '../../src/check/fields.ts';
import { mapInOrder } from '../../src/core/concurrency.ts';
import { CliError } from '../../src/errors.ts';
import { formatWaitStatus } from '../../src/output/progress.ts';
import type { ResultRow } from '../../src/output/row.ts';
import type { WaitStatus } from '../../src/system/countdown.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

type ServiceResult = 'free' | CliError;

const networkError = new CliError('network', 'no way there', { retryable: true });
const serverError = new CliError('api_error', 'HTTP 500', { status: 500 });
const unauthorized = new CliError('unauthorized', 'HTTP 401', { status: 401 });

const waitingNote = 'no way there; waiting until the service answers';

/**
 * Checks the names with a concurrency of six and a request every `everyMs`. The last row is the
 * error that ended the run, if any.
 *
 * @param service receives the name, the time and the attempt number
 */
async function runChecks(
  names: readonly string[],
  service: (name: string, now: number, attempt: number) => ServiceResult,
  { everyMs = 0, latencyMs = 10, stopAtMs = Number.POSITIVE_INFINITY } = {},
) {
  const clock = new VirtualClock();
  const stop = new AbortController();
  clock.timer(stopAtMs, () => stop.abort(new CliError('interrupted', 'interrupted')));
  const [rows, requests, notes, waits]: [string[], string[], string[], string[]] = [[], [], [], []];
  const attempts = new Map<string, number>();
  let slot = -everyMs;
  const check = async (text: string): Promise<ResultRow<TimestampedAvailability>> => {
    slot = Math.max(slot + everyMs, clock.elapsed());
    await clock.sleep(slot - clock.elapsed());
    const attempt = (attempts.get(text) ?? 0) + 1;
    attempts.set(text, attempt);
    requests.push(`${text} ${Math.floor(clock.elapsed() / 1000)}`);
    await clock.sleep(latencyMs);
    const answer = service(text, clock.elapsed(), attempt);
    if (answer === unauthorized) throw answer;
    if (answer instanceof CliError) return { input: { domain: text }, error: answer };
    const pricing = { amount: null, currency: null };
    const terms = { pricing, years: 1, checked_at: null };
    return { value: { domain: text, status: answer, available: true, ...terms } };
  };
  const progress = {
    setWait(wait: WaitStatus | undefined) {
      if (wait !== undefined) waits.push(formatWaitStatus(wait));
    },
    setStatus() {},
  };
  const output = { note: async (text: string) => void notes.push(text), progress };
  const outage = new CircuitBreaker({ system: { clock }, signal: stop.signal, output }, 6, check);
  const readAll = async () => {
    for await (const row of mapInOrder(names, outage, (text) => outage.execute(text)))
      rows.push('error' in row ? row.error.message : String(row.value.status));
  };
  const reading = readAll().catch(({ message }) => void rows.push(`ends: ${message}`));
  await clock.runUntil(reading);
  return { rows, requests, notes, waits, elapsed: clock.elapsed() };
}

const numberNames = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);

it('sends one request at a time until one succeeds, then all at once', async () => {
  const { rows, requests } = await runChecks(
    numberNames(6),
    (name) => (name < '2' ? serverError : 'free'),
    { latencyMs: 1000 },
  );
  expect(rows).toEqual(['HTTP 500', 'HTTP 500', 'free', 'free', 'free', 'free']);
  expect(requests).toEqual(['0 0', '1 1', '2 2', '3 3', '4 3', '5 3']);
});

it.each([
  ['the service is down', networkError],
  [
    'something else answers',
    new CliError('unexpected_response', 'a web page', { kind: 'foreign-server' }),
  ],
])('gives up after three requests when %s from the beginning', async (_, error) => {
  const { rows, requests, elapsed } = await runChecks(numberNames(20), () => error);
  expect(rows).toEqual(Array(20).fill(error.message));
  expect(requests).toEqual(['0 0', '1 0', '2 0']);
  expect(elapsed).toBeLessThan(1000);
});

it.each<[string, ServiceResult, string]>([
  ['fails once more', networkError, 'no way there'],
  ['is answered then', 'free', 'free'],
])('retries a name that fails while others succeed: it %s', async (...row) => {
  const [, second, expected] = row;
  const { rows, requests, notes } = await runChecks(
    numberNames(9),
    (name, _, attempt) => (name !== '4' ? 'free' : attempt === 1 ? networkError : second),
    { everyMs: 1000 },
  );
  expect(rows).toEqual(numberNames(9).map((name) => (name === '4' ? expected : 'free')));
  expect(requests.filter((request) => request.startsWith('4'))).toHaveLength(2);
  expect(notes).toEqual([]);
});

it('opens during an outage and probes with one request after each backoff', async () => {
  const isDown = (now: number) => now > 1000 && now < 243_000;
  const { rows, requests, notes, waits } = await runChecks(
    ['answered', 'a', 'b', 'c', 'd'],
    (_, now) => (isDown(now) ? networkError : 'free'),
    { everyMs: 1500 },
  );
  expect(rows).toEqual(Array(5).fill('free'));
  const probes = requests.filter((request) => request.startsWith('answered')).slice(1);
  expect(probes).toEqual([7, 11, 19, 35, 67, 127, 187, 247].map((at) => `answered ${at}`));
  expect(notes).toEqual([waitingNote]);
  // The note covers every wait of the outage.
  expect(waits.slice(0, 3)).toEqual([
    'waiting 2 s before the next attempt (no way there)',
    'waiting 1 s before the next attempt (no way there)',
    'waiting 4 s before the next attempt (no way there)',
  ]);
});

it.each([0, 1900])(
  'loses no name of a long list during outages, with a name every %i ms',
  async (everyMs) => {
    const isDown = (now: number) => now % 100_000 > 40_000;
    const { rows } = await runChecks(
      numberNames(200),
      (_, now) => (isDown(now) ? networkError : 'free'),
      { everyMs, latencyMs: 300 },
    );
    expect(new Set(rows)).toEqual(new Set(['free']));
  },
);

it('ends the run after an hour without an answer', async () => {
  const { rows, elapsed, notes } = await runChecks(
    numberNames(9),
    (_, now) => (now < 100 ? 'free' : networkError),
    { everyMs: 20 },
  );
  expect(rows.at(-1)).toBe('ends: no way there');
  expect(Math.abs(elapsed / 1000 - 3600)).toBeLessThan(5);
  expect(notes).toEqual([waitingNote]);
});

it('fails single names while the probe succeeds', async () => {
  const { rows, notes, elapsed } = await runChecks(
    numberNames(9),
    (name) => (name > '4' ? serverError : 'free'),
    { everyMs: 100 },
  );
  expect(rows).toEqual(numberNames(9).map((name) => (name > '4' ? 'HTTP 500' : 'free')));
  expect(notes).toEqual([]);
  expect(elapsed).toBeLessThan(10_000);
});

it('rejected credentials end the run, for waiting and later requests', async () => {
  const { rows, requests } = await runChecks(
    numberNames(9),
    (name) => (name === '0' ? 'free' : name === '1' ? unauthorized : networkError),
    { everyMs: 5, latencyMs: 12 },
  );
  expect(rows).toEqual(['free', 'ends: HTTP 401']);
  expect(requests.length).toBeLessThan(9);
});

it('an interrupt ends the wait', async () => {
  const answer = (name: string) => (name === '0' ? 'free' : networkError);
  const { rows, elapsed } = await runChecks(
    numberNames(9),
    (name, now) => (now < 20 ? answer(name) : networkError),
    { stopAtMs: 5000 },
  );
  expect(rows).toEqual(['free', 'ends: interrupted']);
  expect(elapsed).toBe(5000);
});
