import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Outage } from '../../src/check/outage.ts';
import { Failure } from '../../src/errors.ts';
import { waitingTexts } from '../../src/output/progress.ts';
import { TestClock } from '../test-clock.ts';

type Answer = string | Failure;

const down = new Failure('network', 'no way there', { retryable: true });
const notTheService = new Failure('api_error', 'HTTP 404', { status: 404, isNotTheService: true });
const refused = new Failure('api_error', 'HTTP 422', { status: 422 });

function detectorFor({ firstAnswerMs = 75_000 } = {}) {
  const clock = new TestClock();
  const stop = new AbortController();
  const notes: string[] = [];
  const waits: (string | undefined)[] = [];
  const growth: number[] = [];
  const detector = new Outage<() => Promise<Answer>, Answer>({
    send: (name) => name(),
    ...{ failureOf: (answer) => (answer instanceof Failure ? answer : undefined) },
    ...{ concurrency: 6 },
    ...{ firstAnswerMs, clock, signal: stop.signal },
    output: {
      note: async (text) => void notes.push(text),
      wait: (waiting) => void waits.push(waiting && waitingTexts(waiting)[0]),
    },
  });
  detector.concurrency.onChange = () => growth.push(detector.concurrency.limit);
  return { detector, clock, stop, notes, waits, growth };
}

/** Answers in a turn of its own, as a service does. */
const says = (answer: Answer) => () => turn<Answer>(answer);

/** A request that is answered by hand. */
function byHand() {
  let answer = (_: Answer) => {};
  const ask = () => new Promise<Answer>((resolve) => (answer = resolve));
  return { ask, answer: (value: Answer) => answer(value) };
}

async function someTurns(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await turn();
}

/** What has become of a promise by now. */
async function stateOf(promise: Promise<Answer>): Promise<Answer | 'open'> {
  await someTurns();
  return Promise.race([promise, 'open' as const]);
}

it.each(['free', refused])(
  'asks one name until an answer comes, and then several: %s',
  async (answer) => {
    const { detector, growth } = detectorFor();
    expect(detector.concurrency.limit).toBe(1);
    expect(await detector.ask(says(answer))).toBe(answer);
    expect(detector.concurrency.limit).toBe(6);
    expect(growth).toEqual([6]);
  },
);

it('asks one more name for each of the first that fails, and an answer decides that these have failed', async () => {
  const { detector, notes, growth } = detectorFor();
  const failing = detector.ask(says(down));
  expect(await stateOf(failing)).toBe('open');
  expect(growth).toEqual([2]);
  const other = detector.ask(says(down));
  expect(await stateOf(other)).toBe('open');
  expect(growth).toEqual([2, 3]);
  // Each has a second chance, and is judged by what is answered after that.
  for (let answers = 0; answers < 2; answers += 1) {
    expect(await detector.ask(says('free'))).toBe('free');
    await someTurns();
  }
  expect(await Promise.all([failing, other])).toEqual([down, down]);
  expect(notes).toEqual([]);
});

it.each<[string, Answer]>([
  ['failed once more', down],
  ['was answered', 'taken'],
])(
  'decides on a failure by the answers after it, and by a second attempt that %s',
  async (_, second) => {
    const { detector } = detectorFor();
    const slow = byHand();
    const failing = detector.ask(slow.ask);
    await detector.ask(says('free'));
    slow.answer(down);
    expect(await stateOf(failing)).toBe('open');
    await detector.ask(says('free'));
    expect(await stateOf(failing), 'it is asked once more').toBe('open');
    slow.answer(second);
    await someTurns();
    await detector.ask(says('free'));
    expect(await failing).toBe(second);
  },
);

it('fails one forbidden name among answered ones, and ends the run after three in a row', async () => {
  const forbidden = new Failure('unauthorized', 'HTTP 403', { status: 403 });
  const { detector } = detectorFor();
  await detector.ask(says('free'));
  const failing = detector.ask(says(forbidden));
  await someTurns();
  await detector.ask(says('free'));
  expect(await failing).toBe(forbidden);
  const three = [1, 2, 3].map(() => detector.ask(says(forbidden)));
  const settled = await Promise.allSettled(three);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

it('loses no name when an outage begins with requests under way', async () => {
  const { detector, clock } = detectorFor();
  const slow = [byHand(), byHand(), byHand()];
  const failing = slow.map((first) => {
    let asked = 0;
    return detector.ask(() => {
      asked += 1;
      return asked === 1 ? first.ask() : says('free')();
    });
  });
  await detector.ask(says('free'));
  for (const { answer } of slow) answer(down);
  expect(await Promise.all(failing)).toEqual(['free', 'free', 'free']);
  expect(clock.elapsed()).toBe(2000);
});

it('waits longer and longer after three failures, and probes with one request after each pause', async () => {
  const { detector, clock, notes, waits } = detectorFor();
  const probes: string[] = [];
  let isDown = false;
  const name = (label: string) => () => {
    if (clock.elapsed() > 0) probes.push(`${label} ${clock.elapsed() / 1000}`);
    return turn<Answer>(isDown && clock.elapsed() < 242_000 ? down : `${label} is free`);
  };
  await detector.ask(name('answered'));
  isDown = true;
  const answers = Promise.all(['a', 'b', 'c'].map((label) => detector.ask(name(label))));
  expect(await answers).toEqual(['a is free', 'b is free', 'c is free']);
  // In turn one that has failed and one that was answered; the last three are asked again at once.
  expect(probes.join()).toBe(
    'a 2,answered 6,c 14,answered 30,b 62,answered 122,a 182,answered 242,c 242,a 242,b 242',
  );
  expect(notes).toEqual([
    'no way there; waiting until the service answers',
    'the service answers again',
  ]);
  expect(waits.slice(0, 4)).toEqual([
    'waiting 2 s before the next attempt (no way there)',
    'waiting 1 s before the next attempt (no way there)',
    undefined,
    'waiting 4 s before the next attempt (no way there)',
  ]);
  expect(waits.at(-1)).toBeUndefined();
});

it('sends nothing but probes while the service is down', async () => {
  const { detector } = detectorFor();
  const probe = byHand();
  let asked = 0;
  const failing = () => {
    asked += 1;
    if (asked === 4) return probe.ask();
    return turn<Answer>(asked < 4 ? down : 'free');
  };
  const three = [1, 2, 3].map(() => detector.ask(failing));
  await stateOf(Promise.all(three).then(() => 'answered'));
  let isAsked = false;
  const fourth = detector.ask(async () => {
    isAsked = true;
    return 'free';
  });
  expect(await stateOf(fourth)).toBe('open');
  expect(isAsked).toBe(false);
  for (let turns = 0; turns < 20; turns += 1) await turn();
  expect(asked, 'three, and one to see').toBe(4);
  probe.answer('free');
  expect(await fourth).toBe('free');
  expect(await three[0]).toBe('free');
});

it.each([
  { before: 'nothing', answered: 0, seconds: 75 },
  { before: 'an answer', answered: 1, seconds: 3600 },
])('gives up $seconds s after $before', async ({ answered, seconds }) => {
  const { detector, clock, notes } = detectorFor();
  let isDown = false;
  const first = () => turn<Answer>(isDown ? down : 'free');
  if (answered > 0) await detector.ask(first);
  isDown = true;
  const ends = await Promise.allSettled([1, 2, 3].map(() => detector.ask(says(down))));
  expect(ends).toEqual(Array(3).fill({ status: 'rejected', reason: down }));
  expect(clock.elapsed()).toBe(seconds * 1000);
  expect(notes).toEqual(['no way there; waiting until the service answers']);
});

it('asks what was answered before, and gives up three names that fail', async () => {
  const { detector, clock, notes } = detectorFor();
  await detector.ask(says('free'));
  const failing = [1, 2, 3].map(() => detector.ask(says(down)));
  const other = detector.ask(says('free'));
  expect(await Promise.all(failing)).toEqual([down, down, down]);
  expect(await other).toBe('free');
  expect(clock.elapsed()).toBeLessThanOrEqual(12_000);
  expect(notes.at(-1)).toBe('the service answers again');
});

it('stops waiting when the run is stopped', async () => {
  const { detector, stop } = detectorFor();
  const interrupted = new Failure('interrupted', 'interrupted');
  const failing = () => {
    stop.abort(interrupted);
    return turn<Answer>(down);
  };
  const ends = await Promise.allSettled([1, 2, 3].map(() => detector.ask(failing)));
  expect(ends).toEqual(Array(3).fill({ status: 'rejected', reason: interrupted }));
});

it('rejects what is held, and what fails later, with the error that ends the run', async () => {
  const { detector } = detectorFor();
  const slow = byHand();
  const late = detector.ask(slow.ask);
  const failing = detector.ask(says(down));
  await stateOf(failing);
  const unauthorized = new Failure('unauthorized', 'refused');
  await expect(detector.ask(() => Promise.reject(unauthorized))).rejects.toBe(unauthorized);
  await expect(failing).rejects.toBe(unauthorized);
  slow.answer(down);
  await expect(late).rejects.toBe(unauthorized);
});

it('ends the run after three answers that are not from the service', async () => {
  const { detector, clock, notes } = detectorFor();
  const ends = await Promise.allSettled([1, 2, 3].map(() => detector.ask(says(notTheService))));
  expect(ends).toEqual(Array(3).fill({ status: 'rejected', reason: notTheService }));
  expect({ notes, elapsed: clock.elapsed() }).toEqual({ notes: [], elapsed: 0 });
});

it('counts such an answer as a failure of the name once the service has answered', async () => {
  const { detector } = detectorFor();
  await detector.ask(says('free'));
  const answers = await Promise.all([1, 2, 3, 4].map(() => detector.ask(says(notTheService))));
  expect(answers).toEqual(Array(4).fill(notTheService));
});

it.each([down, notTheService])(
  'fails two names at once when no other name follows: %s',
  async (failure) => {
    const { detector, clock } = detectorFor();
    const two = [detector.ask(says(failure)), detector.ask(says(failure))];
    expect(await stateOf(Promise.race(two))).toBe('open');
    detector.endOfNames();
    expect(await Promise.all(two)).toEqual([failure, failure]);
    expect(clock.elapsed()).toBe(0);
  },
);

it('does not wait long for the next name of a slow list', async () => {
  const { detector, clock } = detectorFor();
  const failing = detector.ask(says(down));
  await stateOf(failing);
  clock.advance(1999);
  expect(await stateOf(failing)).toBe('open');
  for (const ms of [1, 2000]) {
    clock.advance(ms);
    await someTurns();
  }
  expect(await failing).toBe(down);
});

it('does not decide on a failed name while another is asked', async () => {
  const { detector, clock } = detectorFor();
  let sent = 0;
  const failing = detector.ask(() => {
    sent += 1;
    return says(down)();
  });
  await stateOf(failing);
  clock.advance(1500);
  const other = byHand();
  const answered = detector.ask(other.ask);
  clock.advance(1500);
  expect(await stateOf(failing)).toBe('open');
  expect(sent).toBe(1);
  other.answer('free');
  expect(await answered).toBe('free');
  detector.endOfNames();
  expect(await failing).toBe(down);
  expect(sent).toBe(2);
});

const broken = new Failure('api_error', 'HTTP 500', { status: 500 });

it('gives up names with server errors when no others are left', async () => {
  const { detector, clock } = detectorFor();
  await detector.ask(says('free'));
  const failing = [1, 2, 3].map(() => detector.ask(says(broken)));
  detector.endOfNames();
  expect(await Promise.all(failing)).toEqual([broken, broken, broken]);
  expect(clock.elapsed()).toBeLessThan(200_000);
});

it('gives up names with server errors while others are answered', async () => {
  const { detector } = detectorFor();
  const failing = Promise.all([1, 2, 3, 4].map(() => detector.ask(says(broken))));
  let isOver = false;
  void failing.then(() => {
    isOver = true;
  });
  for (let asked = 0; asked < 500 && !isOver; asked += 1) await detector.ask(says('free'));
  expect(isOver).toBe(true);
  expect(await failing).toEqual([broken, broken, broken, broken]);
});
