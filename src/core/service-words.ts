import { segmented, wordsOf } from './words.ts';

export const actions = ['registration', 'renewal', 'transfer', 'restore'] as const;

export type Action = (typeof actions)[number];

export const availabilities = ['available', 'taken', 'unknown'] as const;

export type AvailabilityWord = (typeof availabilities)[number];

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

type Meaning = 'free' | 'taken' | 'either' | 'failed' | 'unclear';

const fillers = words(`
  a an the this is was be been has have by for to at of does domain name already currently still`);

/** What means free or taken is listed, here as whole statuses; all else says that nobody knows. */
const free = phrases(`
  available, available registration, free, unregistered, unclaimed, unused, registrable,
  registerable, vacant, nxdomain, nonexistent, not registered, not yet registered, not taken,
  not in use, not used, not found, no match, not exist, not exists`);

const unavailable = phrases(`
  unavailable, not available, no longer available, not free, not registrable, not registerable,
  premium unavailable`);

/** Somebody has the name, or nobody may have it. */
const taken = words(`
  registered taken reserved blocked prohibited owned occupied sold claimed assigned allocated
  delegated withheld exists hold redemption used use suspended lock locked parked auction
  aftermarket backorder expired expiring grace auto`);

/** Said of a name that somebody has; beside `available: true` of something else. */
const either = words('active ok inactive');

/** Beside the others these say of a status that it is that of a name. */
const neutral = words(`
  in on and registry registrar client server system somebody someone premium period transfer delete
  update renew`);

const waits = words('pending queue queued scheduled progress');

/** Beside a wait these tell what happens to a name. */
const changes = words(`
  create creation delete deletion drop purge registration release renew renewal restore transfer
  update`);

const failed = words(`
  error errors err exception fail fails failed failure failing fault abort aborted cancelled refused
  denied unauthorized forbidden unreachable unresponsive unable cannot timeout timed out unknown
  undetermined indeterminate inconclusive unclear uncertain unverified unconfirmed unchecked
  unsupported unprocessed unresolved unavailable wait waiting awaiting processing submitted ongoing
  checking recheck lookup query response retry later again temporarily busy overloaded offline down
  outage maintenance limit limited quota exceeded throttled many deferred delayed incomplete partial
  missing none na not no never yet null bad gateway connection socket circuit verifying review
  skipped stale interrupted crashed loading disconnected invalid closed throttling rejected retrying
  internal reset backend assumed degraded doubt initiated lost problem running issue tbd
  400 401 403 404 408 409 410 422 429 500 501 502 503 504 xx`);

/** Parts of words that are run together: `ratelimited`, `clienthold`. */
const vocabulary = words(
  [fillers, free, unavailable, taken, either, neutral, waits, changes, failed]
    .flatMap((list) => [...list, 'rate'])
    .join(' '),
);

/** A run meets the same few statuses again and again. */
const meanings = new Map<string, Meaning>();

export function parseAction(text: string): Action | undefined {
  const word = text.trim().toLowerCase();
  return actions.find((action) => action === word) ?? actionSynonyms.get(word);
}

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

export function contradicts(status: string, available: boolean): boolean {
  return meaningOf(status) === (available ? 'taken' : 'free');
}

function meaningOf(status: string): Meaning {
  const meaning = meanings.get(status) ?? readMeaning(status);
  if (meanings.size < 100 && status.length < 40) meanings.set(status, meaning);
  return meaning;
}

function readMeaning(status: string): Meaning {
  const said = wordsOf(status.replace(/n['’]t\b/gi, ' not'))
    .flatMap((word) => segmented(word, vocabulary))
    .filter((word) => !fillers.has(word));
  const some = (list: ReadonlySet<string>) => said.some((word) => list.has(word));
  const whole = said.join(' ');
  if (free.has(whole)) return 'free';
  if (unavailable.has(whole)) return 'taken';
  if (some(waits)) return some(changes) && !some(failed) ? 'taken' : 'failed';
  if (some(failed)) return 'failed';
  // Said of an address or an account, it is said of no name.
  const isOfName = said.every((word) => [taken, either, neutral].some((list) => list.has(word)));
  if (some(taken)) return isOfName ? 'taken' : 'failed';
  return some(either) && isOfName ? 'either' : 'unclear';
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter(Boolean));
}

function phrases(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/,\s+/));
}
