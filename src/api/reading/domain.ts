import { isObject, type JsonObject } from '../../core/json.ts';
import { isSameName } from '../../core/names.ts';
import {
  type Fact,
  FactReader,
  type Place,
  type Reading,
  type StatedKeys,
  type Subject,
} from './facts.ts';
import { domainItems } from './lists.ts';
import { day, flag, hostName, hostNames, isNoDate, opposite, text } from './values.ts';
import { type Path, valuesOn } from './walk.ts';
import { wordSet } from './words.ts';

const times = 'date at on time timestamp utc iso day datetime dt unix epoch value orders';

const timeGroup = times.replaceAll(' ', '|');

const dateGroups = 'dates timestamps lifecycle registry registration';

const expiry = 'expiry|expires|expire|expiration|expiring';

const renewal = 'renew|renewal|renewals|renews';

const servers = 'nameserver|nameservers|ns|nserver|nservers|dnsserver|dnsservers';

/** API document, section 2, "Domain (list item and detail)": names and types are not shown. */
export const domainFacts = {
  domain: {
    ranks: [
      ...[
        'domain',
        'domain name',
        'fqdn',
        'name',
        'hostname',
        'punycode',
        'dname',
        'id',
        'handle',
        'entity description',
      ],
      { names: 'sld, label, domain, name', read: joinedName },
    ],
    read: hostName,
    fillers: 'ascii ace punycode full idn ldh unicode host',
  } satisfies Fact<string>,
  status: {
    ranks: [
      'current status|state',
      'domain status|state',
      'status|statuses',
      'status code|codes|value|key',
      'status name|label|text',
      'epp|registry|lifecycle status|statuses|state, epp|registry status code|codes',
      { names: 'state|phase', isWeak: true },
    ],
    read: status,
    fillers: 'domain current list entity aasm',
    groups: 'lifecycle registry',
  } satisfies Fact<string>,
  expiry: {
    ranks: [
      // A calendar that is named goes before one that is not.
      `${expiry} gregorian`,
      `${expiry}, domain ${expiry}, registration ${expiry}, ex|exp ${timeGroup}`,
      `registry ${expiry}|end|ends, registry registration ${expiry}`,
      `registrar ${expiry}, registrar registration ${expiry}`,
      'expired, domain expired',
      'valid|paid|registered|active until|till|to|thru|through',
      { names: 'end|ends', isWeak: true },
    ],
    read: date,
    fillers: times,
    groups: dateGroups,
  } satisfies Fact<string>,
  registration_date: {
    ranks: [
      'registered|registration gregorian',
      `registered|registration, register|reg ${timeGroup}, domain registered|registration`,
      'domain|registry created|creation|create|cr',
      {
        names: `creation, cr ${timeGroup}`,
        read: (value, place) =>
          Object.keys(place.holder).some((key) => /version/i.test(key))
            ? undefined
            : date(value, place),
      },
      {
        names: 'created|create',
        read: (value, place) => (isStampOfRecord(place) ? undefined : date(value, place)),
      },
    ],
    read: date,
    fillers: `${times} since original first initial`,
    groups: dateGroups,
  } satisfies Fact<string>,
  auto_renew: {
    ranks: [
      `auto|automatic|automatically ${renewal}`,
      { names: renewal, read: renewalMode },
      {
        names: `not|dont|no|non ${renewal}, auto|automatic ${renewal} disabled|off`,
        read: opposite,
      },
    ],
    read: (value) => (/\d\d/.test(text(value) ?? '') ? undefined : (flag(value) ?? null)),
    fillers:
      'f is has domain will do enabled status state flag on active f orders setting value mode type option policy auto',
    groups: 'settings config configuration preferences flags management',
  } satisfies Fact<boolean>,
  nameservers: {
    ranks: [
      { names: `current ${servers}`, isSeries: true },
      { names: servers, isSeries: true },
      { names: 'dns servers|server|hosts', isSeries: true },
      { names: 'dns|delegation', read: plainHostNames, isSeries: true, isWeak: true },
    ],
    read: (value, place) => (isNotInForce(place) ? undefined : (hostNames(value) ?? null)),
    fillers:
      'domain delegation dns list set names name hosts host hostname servers server data items obj objs hostobj hostobjs hostattr attr primary secondary tertiary handle',
    groups: 'settings custom dns delegation registry',
  } satisfies Fact<string[]>,
};

/** Keys of things that are sold, which have states and dates of their own around the domain. */
const carriers = wordSet(
  'service product registration subscription asset source entity resource api command get show',
);

/** The objects of a status, of servers and of a renewal may have a name or a type. */
const ownGroups = 'status statuses current nameserver nameservers ns auto renew renewal';

/** What an object with the name of the domain may say besides. */
const ofNamed = wordSet('name title code host message msg url ip user server check subject');

const deepestSubject = 6;

type DomainReading = Reading<typeof domainFacts>;

interface DomainListReading {
  items: DomainReading[];
  /** What the list lies in. */
  holders: unknown[];
  /** There are domains in another list beside it. */
  isOneOfSeveral: boolean;
}

/** The facts about domains, out of details, of items of lists, or of rows of a table. */
export class DomainReader {
  readonly #reader: FactReader<typeof domainFacts>;
  readonly #name: FactReader<Pick<typeof domainFacts, 'domain'>>;

  constructor(stated?: StatedKeys) {
    this.#reader = new FactReader(domainFacts, stated, ownGroups);
    this.#name = new FactReader({ domain: domainFacts.domain }, stated);
  }

  /** @param asked the object with this name speaks first, or else one with any name */
  read(source: JsonObject, asked?: string): DomainReading {
    const subject =
      this.#subjectIn(source, asked) ??
      this.#subjectIn(source, asked, carriers) ??
      // An answer about another name is refused by its reader.
      this.#subjectIn(source);
    const reading = this.#reader.read(withEvents(source), subject);
    // A key may be the name of the domain.
    const domain = reading.found.domain ?? subject?.name ?? null;
    return { ...reading, found: { ...reading.found, domain } };
  }

  /** Reads each item of the list of domains, if there is one. */
  list(data: unknown): DomainListReading | undefined {
    const hasName = (item: unknown) =>
      isObject(item)
        ? this.#subjectIn(item, undefined, carriers) !== undefined
        : hostName(item) !== undefined;
    const list = domainItems(data, hasName);
    if (list === undefined) return undefined;
    const kinds = list.items.map(kindOf);
    // Of rows that say what they are, those of other things are none of the list.
    const ofDomains = kinds.includes('domain')
      ? list.items.filter((_, index) => kinds[index] !== 'other')
      : list.items;
    const items = ofDomains.map((item) => this.read(isObject(item) ? item : { domain: item }));
    const { path, isOneOfSeveral = false } = list;
    return { items, holders: valuesOn(data, path), isOneOfSeveral };
  }

  /** The shallowest object with the name, through wrappers and some more; of a list, the only one. */
  #subjectIn(source: JsonObject, asked?: string, more?: ReadonlySet<string>): Subject | undefined {
    const isAlone = more !== undefined;
    const nameOf = (object: JsonObject, key?: string) => {
      const name = hostName(key) ?? this.#name.direct(object).domain;
      return asked === undefined || (name !== null && isSameName(name, asked)) ? name : null;
    };
    const holders: { object: JsonObject; path: Path }[] = [{ object: source, path: [] }];
    for (const { object, path } of holders) {
      const name = nameOf(object);
      const isOfSomethingElse = path.length > 0 && this.#reader.isOther(object, name, ofNamed);
      if (name !== null && !isOfSomethingElse) return { path, name, isAlone };
      for (const [key, value] of Object.entries(object)) {
        const inner = [...path, key];
        const named = key.includes('.') && isObject(value) ? nameOf({}, key) : null;
        if (named !== null) return { path: inner, name: named, isAlone };
        if (path.length > deepestSubject || !this.#reader.isWrapper(key, more)) continue;
        if (isObject(value)) holders.push({ object: value, path: inner });
        const named_ = (Array.isArray(value) ? value : []).flatMap((item, index) =>
          isObject(item) && nameOf(item) !== null
            ? [{ object: item, path: [...inner, String(index)] }]
            : [],
        );
        if (named_.length === 1) holders.push(...named_);
      }
    }
    return undefined;
  }
}

/** RDAP (RFC 9083) sends dates as `[{eventAction: 'expiration', eventDate: …}]`. */
function withEvents(source: JsonObject): JsonObject {
  const events = Array.isArray(source.events) ? source.events.filter(isObject) : [];
  const dateOf = (action: string) => {
    const [event, ...others] = events.filter((one) => one.eventAction === action);
    return others.length === 0 ? event?.eventDate : undefined;
  };
  const [registration, expiration] = [dateOf('registration'), dateOf('expiration')];
  if ('dates' in source || (registration ?? expiration) === undefined) return source;
  return { ...source, dates: { registration, expiration } };
}

function kindOf(item: unknown): 'domain' | 'other' | undefined {
  const kind = isObject(item) ? text(item.type ?? item.product ?? item.kind) : undefined;
  if (kind === undefined) return undefined;
  return /^domain/i.test(kind) ? 'domain' : 'other';
}

/** Reads `{sld: 'kabul', tld: 'af'}`. */
function joinedName(value: unknown, { holder }: Place): string | undefined {
  const tld = Object.entries(holder).find(([key]) => /^(tld|extension|suffix)$/i.test(key))?.[1];
  if (typeof value !== 'string' || typeof tld !== 'string' || value.includes('.')) return undefined;
  return hostName(`${value}.${tld.replace(/^\./, '')}`);
}

function date(value: unknown, { holder }: Place): string | null | undefined {
  const isOfCopy = Object.keys(holder).some((key) => /cache|fetched/i.test(key));
  return isNoDate(value) || isOfCopy ? undefined : (day(value) ?? null);
}

/** `created_at` beside `updated_at`, or outside of the domain, is when somebody wrote a record. */
function isStampOfRecord({ path, holder, isInside }: Place): boolean {
  const isOfRecord = (key: string) =>
    key !== path.at(-1) &&
    /updat|modif|edit|chang|write|revis|saved|sync|touch|deleted_?at|version|created_?by/i.test(
      key,
    );
  return !isInside || Object.keys(holder).some(isOfRecord);
}

/** Under a key that may also mean a price, a date or a period. */
function renewalMode(value: unknown): boolean | undefined {
  return typeof value === 'string' && /auto|manual|never|expire|delete|do.?not|^renew$/i.test(value)
    ? flag(value)
    : undefined;
}

/** A group may say that its servers are not, or not yet, those of the domain. */
function isNotInForce({ holder, words }: Place): boolean {
  return (
    words.length > 1 &&
    Object.entries(holder).some(
      ([key, value]) =>
        (/^(enabled|managed|active|custom)$/i.test(key) && value === false) ||
        (/^(state|status)$/i.test(key) && !/^(ok|active|enabled)$/i.test(text(value) ?? '')),
    )
  );
}

/** Under a key that may also mean the records of a zone, which are objects, or hosts of the domain. */
function plainHostNames(value: unknown): string[] | undefined {
  const list = [value].flat(2);
  const isServer = (item: unknown) =>
    typeof item === 'string' && /(ns|dns|name)[\w-]*\./i.test(item);
  return list.every(isServer) ? hostNames(list) : undefined;
}

const callKeys = /^(code|msg|message|status_?(code|text|message))$/i;

const statuses =
  /(?<![a-z])(active|expir|pending|redemption|grace|hold|suspend|lock|park|delet|cancel|transfer|client|server|register|quarantine|live|enabled|disabled|reserved|^ok$|^normal$|in use|restor|renew|block|froze|held|hosted|act$)/i;

/** How a call, a payment or a text is, and not a name. */
const otherStates =
  /success|^(error|fail(ed|ure)?|true|false|yes|no|done|complete(d)?|found|retrieved|fetched|processed|published|draft|(un)?paid|sent|\d+)$/i;

/** One status or several, without the addresses that explain those of EPP. */
function status(
  value: unknown,
  { isInside, isStated, holder, words: keys }: Place,
): string | null | undefined {
  if (value === null) return null;
  const items = Array.isArray(value) ? value : [value];
  // A state of each service is none of the domain.
  if (items.some((item) => isObject(item) && ('service' in item || 'check' in item)))
    return undefined;
  const words = items.map((item) =>
    text(
      isObject(item)
        ? (item.status ?? item.code ?? item.value ?? item.name ?? item.s ?? item['@s'])
        : item,
    )
      ?.replace(/\s\(?https?:\S+/g, '')
      .trim(),
  );
  const said = words.join(', ');
  if (words.length === 0 || words.includes(undefined)) return undefined;
  if (isStated) return said;
  if (otherStates.test(said)) return undefined;
  // A call says that it is ok beside its code or its message.
  const isOfCall = Object.keys(holder).some((key) => callKeys.test(key));
  if (/^ok$/i.test(said) && isOfCall) return undefined;
  // A word that is not known is a status only where the object of the domain calls it so.
  const isDirect = isInside && keys.length === 1 && keys[0]?.at(-1)?.startsWith('status');
  return isDirect || statuses.test(said) ? said : undefined;
}
