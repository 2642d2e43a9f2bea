export const actions = ['registration', 'renewal', 'transfer', 'restore'] as const;

export type Action = (typeof actions)[number];

export const availabilities = ['available', 'taken', 'unknown'] as const;

export type AvailabilityWord = (typeof availabilities)[number];

type Meaning = 'free' | 'taken' | 'unknown';

const synonyms = new Map<string, Action>([
  ['register', 'registration'],
  ['create', 'registration'],
  ['renew', 'renewal'],
  ['redemption', 'restore'],
]);

/** These add nothing to the meaning of a status. */
const fillers = list('a an the this is was be been has have by for to at of domain name');

/** Each is a whole status. */
const free = [
  ...list('available free unregistered unclaimed unused registrable registerable vacant'),
  ...list('nxdomain nonexistent'),
  ...['not registered', 'not yet registered', 'not taken', 'not in use', 'not used'],
  ...['not found', 'no match', 'does not exist', 'not exist', 'not exists'],
];

/** The look-up went wrong, or something other than the name is meant. */
const failed = [
  ...list('error errors err exception fail fails failed failure failing fault fatal broken crash'),
  ...list('crashed abort aborted cancelled canceled interrupted refused denied problem trouble'),
  ...list('unauthorized unauthorised unauthenticated unreachable unresponsive unable disconnected'),
  ...list('timeout timeouts deadline service backend upstream gateway network connection database'),
  ...list('request response parameter parameters argument input session token credentials'),
  ...list('permission access api query lookup whois rdap'),
  ...['time out', 'timed out', 'too many'],
];

/** Beside a change these tell what happens to a name, and alone what happens to a look-up. */
const waiting = list(
  'pending queue queued scheduled wait waiting awaiting processing progress submitted ongoing',
);

const changes = list(
  'create creation delete deletion drop purge registration release renew renewal restore transfer update',
);

/** Somebody has the name, or nobody may have it. */
const taken = [
  ...list('registered taken reserved blocked prohibited owned occupied sold claimed assigned'),
  ...list('allocated delegated withheld exists hold redemption used'),
  'in use',
];

/** A name in this state may be available or not. */
const special = list(
  'premium restricted expired expiring grace period suspended lock locked parked auction aftermarket backorder',
);

const negations = list('not no never longer soon');

/** The name has not been looked up, or not to the end, or the service does not serve it. */
const undone = [
  ...waiting,
  ...list('unknown undetermined undefined indeterminate inconclusive unclear uncertain unsure'),
  ...list('unspecified undecided unresolved unverified unconfirmed unchecked unanswered'),
  ...list('unprocessed unsupported unserved unimplemented unrecognized unrecognised unhandled'),
  ...list('none null nil n na missing incomplete partial inaccessible internal tld extension'),
  ...list(
    'check checking recheck review searching querying verifying validating resolving loading',
  ),
  ...list('fetching running started initiated received accepted skipped ignored cannot yet'),
  ...list('deferred delayed postponed paused stale try retry retrying again later temporarily'),
  ...list('temporary momentarily currently busy overload overloaded congested degraded down'),
  ...list('offline outage maintenance disabled limit limits limited limiting quota exceeded'),
  ...list(
    'throttle throttled throttling exhausted backoff forbidden server system registry provider',
  ),
  ...['could not', 'can not', 'did not', 'does not', 'no answer', 'no data', 'no info'],
  ...['no information', 'no reply', 'no result', 'no results', 'no status'],
  ...list('accessible answered checked complete completed confirmed connected determined done')
    .concat(list('enabled executed fetched finished handled implemented known looked offered'))
    .concat(list('operational performed processed provided queried ready reachable recognized'))
    .concat(list('recognised resolved responding run served specified supported tested tried'))
    .concat(list('verified working allowed permitted'))
    .map((word) => `not ${word}`),
];

/** Said of a name, unless another word tells of a look-up. */
const unavailable = ['unavailable', 'invalid', 'longer available'].concat(
  list('available free registrable registerable').map((word) => `not ${word}`),
);

/** Parts of words that are run together: `ratelimited`, `clienthold`. */
const vocabulary = [free, failed, waiting, changes, taken, special, negations, undone, unavailable]
  .flat()
  .flatMap(list)
  .concat(fillers, list('auto client rate'))
  .filter((word) => word.length > 1);

const longestWord = 40;

export function parseAction(text: string): Action | undefined {
  const word = text.trim().toLowerCase();
  return actions.find((action) => action === word) ?? synonyms.get(word);
}

export function availabilityOf(
  answer: { available: boolean; status: string } | undefined,
): AvailabilityWord {
  if (answer === undefined) return 'unknown';
  if (answer.available) return 'available';
  return meaningOf(answer.status) === 'unknown' ? 'unknown' : 'taken';
}

export function contradicts(status: string, available: boolean): boolean {
  const meaning = meaningOf(status);
  return available ? meaning === 'taken' || meaning === 'unknown' : meaning === 'free';
}

/** The first rule that holds decides. A word without a meaning leaves it to `available`. */
function meaningOf(status: string): Meaning | undefined {
  const words = wordsOf(status);
  const text = words.join(' ');
  const says = (phrases: readonly string[]) =>
    phrases.some((phrase) => ` ${text} `.includes(` ${phrase} `));
  if (free.includes(text)) return 'free';
  if (says(failed) || words.some(isHttpFailure)) return 'unknown';
  if (says(waiting) && says(changes)) return 'taken';
  if (says(taken)) return 'taken';
  if (says(special)) return undefined;
  if (says(['available']) && !says(negations)) return 'free';
  if (says(undone)) return 'unknown';
  return says(unavailable) ? 'taken' : undefined;
}

/** `pendingDelete`, `PENDING_DELETE` and `pending-delete` are the same two words. */
function wordsOf(status: string): string[] {
  return list(
    status
      .replace(/n['’]t\b/gi, ' not')
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
      .replace(/[^\p{L}\d]+/gu, ' ')
      .toLowerCase(),
  )
    .flatMap((word) => partsOf(word) ?? [word])
    .filter((word) => !fillers.includes(word));
}

function partsOf(word: string): string[] | undefined {
  if (word.length > longestWord) return undefined;
  if (word === '' || vocabulary.includes(word)) return word === '' ? [] : [word];
  for (const start of vocabulary) {
    const others = word.startsWith(start) ? partsOf(word.slice(start.length)) : undefined;
    if (others) return [start, ...others];
  }
  return undefined;
}

function isHttpFailure(word: string): boolean {
  return /^[45]\d\d$/.test(word);
}

function list(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}
