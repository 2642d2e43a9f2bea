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

type Meaning = 'free' | 'taken' | 'unknown';

const synonyms = new Map<string, Action>([
  ['register', 'registration'],
  ['create', 'registration'],
  ['renew', 'renewal'],
  ['redemption', 'restore'],
]);

/*
 * Lists of words and phrases, as one text each: taking them apart would delay every start.
 */

/** These add nothing to the meaning of a status. */
const fillers = 'a, an, the, this, is, was, be, been, has, have, by, for, to, at, of, domain, name';

/** Each is a whole status. */
const free = [
  'available, free, unregistered, unclaimed, unused, registrable, registerable, vacant, nxdomain',
  'nonexistent, not registered, not yet registered, not taken, not in use, not used, not found',
  'no match, does not exist, not exist, not exists',
].join(', ');

/** The look-up went wrong, or something other than the name is meant. */
const failed = [
  'error, errors, err, exception, fail, fails, failed, failure, failing, fault, fatal, broken',
  'crash, crashed, abort, aborted, cancelled, canceled, interrupted, refused, denied, problem',
  'trouble, unauthorized, unauthorised, unauthenticated, unreachable, unresponsive, unable',
  'disconnected, timeout, timeouts, time out, timed out, deadline, too many, service, backend',
  'upstream, gateway, network, connection, database, request, response, parameter, parameters',
  'argument, input, session, token, credentials, permission, access, api, query, lookup, whois',
  'rdap',
].join(', ');

/** Beside a change these tell what happens to a name, and alone what happens to a look-up. */
const waiting =
  'pending, queue, queued, scheduled, wait, waiting, awaiting, processing, progress, submitted, ongoing';

const changes =
  'create, creation, delete, deletion, drop, purge, registration, release, renew, renewal, restore, transfer, update';

/** Somebody has the name, or nobody may have it. */
const taken = [
  'registered, taken, reserved, blocked, prohibited, owned, occupied, sold, claimed, assigned',
  'allocated, delegated, withheld, exists, hold, redemption, used, in use',
].join(', ');

/** A name in this state may be available or not. */
const special = [
  'premium, restricted, expired, expiring, grace, period, suspended, lock, locked, parked',
  'auction, aftermarket, backorder',
].join(', ');

const negations = 'not, no, never, longer, soon';

/** The name has not been looked up, or not to the end, or the service does not serve it. */
const undone = [
  waiting,
  'unknown, dont know, do not know, undetermined, undefined, indeterminate, inconclusive, unclear, uncertain, unsure',
  'unspecified, undecided, unresolved, unverified, unconfirmed, unchecked, unanswered, unprocessed',
  'unsupported, unserved, unimplemented, unrecognized, unrecognised, unhandled, inaccessible, none',
  'null, nil, n, na, missing, incomplete, partial, internal, tld, extension, check, checking',
  'recheck, review, searching, querying, verifying, validating, resolving, loading, fetching',
  'running, started, initiated, received, accepted, skipped, ignored, cannot, could not, can not',
  'did not, does not, yet, deferred, delayed, postponed, paused, stale, try, retry, retrying',
  'again, later, temporarily, temporary, momentarily, currently, busy, overload, overloaded',
  'congested, degraded, down, offline, outage, maintenance, disabled, limit, limits, limited',
  'limiting, quota, exceeded, throttle, throttled, throttling, exhausted, backoff, forbidden',
  'server, system, registry, provider, no answer, no data, no info, no information, no reply',
  'no result, no results, no status, malformed, unexpected, rejected, tbd, be determined, unready',
].join(', ');

/** After `not`. */
const done = [
  'accessible, allowed, answered, authorized, authorised, checked, complete, completed, confirmed, connected, determined',
  'done, enabled, executed, fetched, finished, handled, implemented, known, looked, offered',
  'operational, performed, permitted, processed, provided, queried, ready, reachable, recognized',
  'recognised, resolved, responding, run, served, specified, supported, tested, tried, verified',
  'working',
].join(', ');

/** Said of a name, unless another word tells of a look-up. */
const unavailable =
  'unavailable, invalid, longer available, not available, not free, not registrable, not registerable';

/** Parts of words that are run together: `ratelimited`, `clienthold`. */
const vocabulary = [
  ...[fillers, free, failed, changes, taken, special, negations, undone, done, unavailable],
  'auto, client, rate',
]
  .join(' ')
  .replaceAll(',', '');

const longestWord = 40;
const mostMeanings = 100;

export function parseAction(text: string): Action | undefined {
  const word = text.trim().toLowerCase();
  return actions.find((action) => action === word) ?? synonyms.get(word);
}

export function availabilityOf(
  answer: { available: boolean | null; status: string } | undefined,
): AvailabilityWord {
  if (answer === undefined || answer.available === null) return 'unknown';
  if (answer.available) return 'available';
  return meaningOf(answer.status) === 'unknown' ? 'unknown' : 'taken';
}

export function contradicts(status: string, available: boolean): boolean {
  const meaning = meaningOf(status);
  return available ? meaning === 'taken' || meaning === 'unknown' : meaning === 'free';
}

/** A run meets the same few statuses again and again. */
const meanings = new Map<string, Meaning | undefined>();

function meaningOf(status: string): Meaning | undefined {
  if (meanings.has(status)) return meanings.get(status);
  const meaning = readMeaning(status);
  if (meanings.size < mostMeanings && status.length <= longestWord) meanings.set(status, meaning);
  return meaning;
}

/** The first rule that holds decides. A word without a meaning leaves it to `available`. */
function readMeaning(status: string): Meaning | undefined {
  const words = wordsOf(status);
  const phrases = phrasesOf(words);
  const says = (list: string) => phrases.some((phrase) => isIn(list, phrase));
  if (isIn(free, words.join(' '))) return 'free';
  if (says(failed) || words.some(isHttpFailure)) return 'unknown';
  if (says(waiting) && says(changes)) return 'taken';
  if (says(taken)) return 'taken';
  if (says(special)) return undefined;
  if (words.includes('available') && !says(negations)) return 'free';
  const isNotDone = words.some((word, index) => word === 'not' && isIn(done, words[index + 1]));
  if (isNotDone || says(undone)) return 'unknown';
  return says(unavailable) ? 'taken' : undefined;
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

/** Words, and pairs of them. */
function phrasesOf(words: readonly string[]): string[] {
  return words.flatMap((word, index) => [word, `${word} ${words[index + 1]}`]);
}

function isIn(list: string, phrase: string | undefined): boolean {
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

function isHttpFailure(word: string): boolean {
  return /^[45]\d\d$/.test(word);
}
