export const actions = ['registration', 'renewal', 'transfer', 'restore'] as const;

export type Action = (typeof actions)[number];

export const availabilities = ['available', 'taken', 'unknown'] as const;

export type AvailabilityWord = (typeof availabilities)[number];

/** Other words for them on a command line. */
export const availabilitySynonyms: Readonly<Record<string, AvailabilityWord>> = {
  free: 'available',
  unregistered: 'available',
  'not-registered': 'available',
  unavailable: 'taken',
  registered: 'taken',
  used: 'taken',
};

const actionSynonyms = new Map<string, Action>([
  ['register', 'registration'],
  ['create', 'registration'],
  ['renew', 'renewal'],
  ['redemption', 'restore'],
]);

type Meaning = 'free' | 'taken' | 'either' | 'failed';

/*
 * Lists of words and phrases, as one text each: taking them apart would delay every start. What means
 * free or taken is listed; every other word says that nobody knows.
 */

/** These add nothing to the meaning of a status. */
const fillers =
  'a, an, the, this, is, was, be, been, has, have, by, for, to, at, of, domain, name, already, status';

/** Each is a whole status. */
const free = [
  'available, available registration, currently available, still available, free, unregistered',
  'unclaimed, unused, registrable, registerable, vacant, nxdomain, nonexistent, not registered',
  'not yet registered, not taken, not in use, not used, not found, no match, does not exist',
  'not exist, not exists',
].join(', ');

/** Somebody has the name, or nobody may have it. */
const taken = [
  'registered, taken, reserved, blocked, prohibited, owned, occupied, sold, claimed, assigned',
  'allocated, delegated, withheld, exists, hold, redemption, used, in use, suspended, lock, locked',
  'parked, auction, aftermarket, backorder, expired, expiring, grace, auto renew',
].join(', ');

/** These may stand beside them. */
const neutral = [
  'in, on, and, registry, registrar, client, server, system, somebody, someone, premium, period, auto',
  'cannot, transfer, delete, update, renew',
].join(', ');

/** Each is a whole status. */
const unavailable =
  'unavailable, not available, longer available, not free, not registrable, not registerable, premium unavailable';

/** Said of a name that somebody has; beside `available: true` of something else. */
const either = 'active, ok, inactive';

/** The look-up went wrong, or is not done yet. */
const failed = [
  'error, errors, err, exception, fail, fails, failed, failure, failing, fault, abort, aborted',
  'cancelled, refused, denied, unauthorized, forbidden, unreachable, unresponsive, unable, cannot',
  'timeout, time out, timed out, unknown, undetermined, indeterminate, inconclusive, unclear',
  'uncertain, unverified, unconfirmed, unchecked, unsupported, unprocessed, unresolved, unavailable',
  'pending, queue, queued, scheduled, wait, waiting, awaiting, processing, progress, submitted',
  'ongoing, checking, recheck, lookup, query, response, retry, later, again, temporarily, busy',
  'overloaded, offline, down, outage, maintenance, limit, limited, quota, exceeded, throttled, many',
  'deferred, delayed, incomplete, partial, missing, none, na, not, no, never, yet, null, bad, gateway',
  'connection, socket, circuit, verifying, review, skipped, stale, interrupted, crashed, loading',
  'disconnected, invalid, closed, throttling, rejected, retrying, internal, reset, backend, assumed',
  'degraded, doubt, initiated, lost, problem, running, issue, tbd',
].join(', ');

/** Beside a wait these tell what happens to a name. */
const changes =
  'create, creation, delete, deletion, drop, purge, registration, release, renew, renewal, restore, transfer, update';

/** Parts of words that are run together: `ratelimited`, `clienthold`. */
const vocabulary = [
  fillers,
  free,
  taken,
  unavailable,
  either,
  failed,
  changes,
  'client, server, rate',
]
  .join(' ')
  .replaceAll(',', '');

const longestWord = 40;
const mostMeanings = 100;

export function parseAction(text: string): Action | undefined {
  const word = text.trim().toLowerCase();
  return actions.find((action) => action === word) ?? actionSynonyms.get(word);
}

/** Tells a text that speaks of a failure or a delay. */
export function saysFailure(said: string): boolean {
  return meaningOf(said) === 'failed';
}

export function availabilityOf(
  answer: { available: boolean | null; status: string } | undefined,
): AvailabilityWord {
  if (answer === undefined || answer.available === null) return 'unknown';
  const meaning = meaningOf(answer.status);
  if (answer.available) return meaning === 'failed' ? 'unknown' : 'available';
  return meaning === 'taken' || meaning === 'either' ? 'taken' : 'unknown';
}

/** Tells a status that says the opposite of `available`. */
export function contradicts(status: string, available: boolean): boolean {
  return meaningOf(status) === (available ? 'taken' : 'free');
}

/** A run meets the same few statuses again and again. */
const meanings = new Map<string, Meaning | undefined>();

function meaningOf(status: string): Meaning | undefined {
  if (meanings.has(status)) return meanings.get(status);
  const meaning = readMeaning(status);
  if (meanings.size < mostMeanings && status.length <= longestWord) meanings.set(status, meaning);
  return meaning;
}

/** The first rule that holds decides. */
function readMeaning(status: string): Meaning | undefined {
  const words = wordsOf(status);
  const phrases = words.flatMap((word, index) => [word, `${word} ${words[index + 1]}`]);
  const says = (list: string) => phrases.some((phrase) => isIn(list, phrase));
  const whole = words.join(' ');
  if (isIn(free, whole)) return 'free';
  if (isIn(unavailable, whole.replace(/^no longer/, 'longer'))) return 'taken';
  if (says(failed) || words.some((word) => /^[45](\d\d|xx)$/.test(word)))
    return says(changes) && /pending|queue|scheduled|progress/.test(whole) ? 'taken' : 'failed';
  if (says(taken)) {
    // Said of an address or an account, it is said of no name.
    const isOfName = phrases.every((phrase, index) => {
      const isPair = index % 2 === 1;
      return isPair || isIn(`${taken}, ${neutral}`, phrase) || /^(use|in)$/.test(phrase);
    });
    return isOfName ? 'taken' : 'failed';
  }
  const isEither = (word: string) => isIn(`${either}, period, client, server`, word);
  return words.length > 0 && words.every(isEither) ? 'either' : undefined;
}

/** `pendingDelete`, `PENDING_DELETE` and `pending-delete` are the same two words. */
function wordsOf(status: string): string[] {
  return status
    .replace(/n['’]t\b/gi, ' not')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
    .flatMap((word) => partsOf(word) ?? [word])
    .filter((word) => !isIn(fillers, word));
}

function isIn(list: string, phrase: string): boolean {
  return `, ${list}, `.includes(`, ${phrase}, `);
}

function partsOf(word: string): string[] | undefined {
  if (word === '') return [];
  if (word.length > longestWord) return undefined;
  for (let end = word.length; end > 1; end -= 1) {
    const start = word.slice(0, end);
    const others = ` ${vocabulary} `.includes(` ${start} `) ? partsOf(word.slice(end)) : undefined;
    if (others) return [start, ...others];
  }
  return undefined;
}
