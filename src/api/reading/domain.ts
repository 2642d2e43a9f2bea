import { isObject, type JsonObject } from '../../core/json.ts';
import { isSameName } from '../../core/names.ts';
import type { Fact, Place, Reading, StatedKeys, Subject } from './facts.ts';
import { FactReader } from './facts.ts';
import { day, flag, hostName, hostNames, isInForce, isNoDate, opposite, text } from './values.ts';
import { type Path, valuesOn, walk } from './walk.ts';
import { Speller, wordSet } from './words.ts';

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
      ...'domain, domain name, fqdn, name, hostname, punycode, dname'.split(', '),
      ...'id, handle, entity description'.split(', '),
      { names: 'sld, label, domain, name', read: joinedName },
    ],
    read: hostName,
    fillers: 'ascii ace punycode full idn ldh unicode host',
  } satisfies Fact<string>,
  status: {
    ranks: [
      'status|statuses',
      'status code|codes|value|key|name|label|text',
      'epp|registry|lifecycle status|statuses|state, epp|registry status code|codes',
      { names: 'state|phase', isWeak: true },
    ],
    read: status,
    fillers: 'domain current list entity aasm',
    groups: 'lifecycle registry',
  } satisfies Fact<string>,
  expiry: {
    ranks: [
      `${expiry} gregorian`,
      `${expiry}, domain ${expiry}, registration ${expiry}, ex|exp ${timeGroup}`,
      `registry|registrar ${expiry}|end|ends, registry|registrar registration ${expiry}`,
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
      `registered|registration, register|reg ${timeGroup}, domain registered|registration`,
      'domain|registry created|creation|create|cr',
      `creation, cr ${timeGroup}`,
      { names: 'created|create', read: dateOfDomain },
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
    ],
    read: (value, { words, holder }) =>
      words.length > 1 && !isInForce(holder) ? undefined : (hostNames(value) ?? null),
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

const ofNamed = wordSet('name title code host message msg url ip user server check subject');

type DomainReading = Reading<typeof domainFacts>;

interface DomainListReading {
  items: DomainReading[];
  holders: unknown[];
  isOneOfSeveral: boolean;
}

export class DomainReader {
  readonly #reader: FactReader<typeof domainFacts>;
  readonly #name: FactReader<Pick<typeof domainFacts, 'domain'>>;

  constructor(stated?: StatedKeys) {
    this.#reader = new FactReader(domainFacts, stated, ownGroups);
    this.#name = new FactReader({ domain: domainFacts.domain }, stated);
  }

  read(source: JsonObject, asked?: string): DomainReading {
    const subject =
      this.#subjectIn(source, asked) ??
      this.#subjectIn(source, asked, carriers) ??
      this.#subjectIn(source);
    const reading = this.#reader.read(source, subject);
    const domain = reading.found.domain ?? subject?.name ?? null;
    return { ...reading, found: { ...reading.found, domain } };
  }

  list(data: unknown): DomainListReading | undefined {
    const hasName = (item: unknown) =>
      isObject(item)
        ? this.#subjectIn(item, undefined, carriers) !== undefined
        : hostName(item) !== undefined;
    const list = domainItems(data, hasName);
    if (list === undefined) return undefined;
    const kinds = list.items.map(kindOf);
    const ofDomains = kinds.includes('domain')
      ? list.items.filter((_, index) => kinds[index] !== 'other')
      : list.items;
    const items = ofDomains.map((item) => this.read(isObject(item) ? item : { domain: item }));
    return { items, holders: valuesOn(data, list.path), isOneOfSeveral: list.isOneOfSeveral };
  }

  /** The shallowest object with the name, through wrappers and some more; of a list, the only one. */
  #subjectIn(source: JsonObject, asked?: string, more?: ReadonlySet<string>): Subject | undefined {
    const nameOf = (object: JsonObject, key?: string) => {
      const name = hostName(key) ?? this.#name.direct(object).domain;
      return asked === undefined || (name !== null && isSameName(name, asked)) ? name : null;
    };
    const holders: { object: JsonObject; path: Path }[] = [{ object: source, path: [] }];
    for (const { object, path } of holders) {
      const name = nameOf(object, path.at(-1));
      const isOfSomethingElse = path.length > 0 && this.#reader.isOther(object, name, ofNamed);
      if (name !== null && !isOfSomethingElse) return { path, name, isAlone: more !== undefined };
      for (const [key, value] of Object.entries(object)) {
        if (hostName(key) === undefined && !this.#reader.isWrapper(key, more)) continue;
        const inner = [...path, key];
        if (isObject(value)) holders.push({ object: value, path: inner });
        const items = (Array.isArray(value) ? value : []).flatMap((item, index) =>
          isObject(item) && nameOf(item) !== null
            ? [{ object: item, path: [...inner, String(index)] }]
            : [],
        );
        if (items.length === 1) holders.push(...items);
      }
    }
    return undefined;
  }
}

interface ItemList {
  path: Path;
  items: readonly unknown[];
}

const listWords = wordSet(
  'domains domain names list lists items item result results record records entries rows data content',
  'objects object values value edges nodes node hydra member members collection embedded documents docs',
  'entities hits resources response payload get reply return viewer source search query find registrations',
  'portfolio services products',
);

const plurals = wordSet('domains items results records entries rows data list edges nodes');

const foreign = wordSet(
  'suggested suggestion suggestions similar alternative alternatives available deleted removed out',
  'transferred transfers watched watchlist wishlist cart services products',
);

const listSpeller = new Speller([...listWords, ...foreign]);

const deepestList = 4;

/**
 * Finds the list of domains: under a usual name, or else the only one whose items all have a domain
 * name. An account without domains may send null, or an object without anything.
 */
function domainItems(
  data: unknown,
  hasName: (item: unknown) => boolean,
): (ItemList & { isOneOfSeveral: boolean }) | undefined {
  const entries = walk({ data }, ({ path, value }) => {
    // A list may stand beside its length: `[[…], 57]`.
    const isPair = Array.isArray(value) && value.some(Array.isArray);
    return path.length <= deepestList && (isPair || itemsOf(value, path) === undefined);
  });
  const lists = entries.flatMap(({ path, value }) => {
    const items = itemsOf(value, path);
    return items === undefined ? [] : [{ path: path.slice(1), items }];
  });
  const isOfDomains = ({ items }: ItemList) =>
    items.length > 0 && items.every((item) => isObject(item) && hasName(item));
  const isOfSales = ({ path }: ItemList) => path.some((key) => /^(services|products)$/i.test(key));
  const isAboutDomains = ({ path }: ItemList) => path.some((key) => /domain/i.test(key));
  const named = lists.filter(({ path }) => isNamed(path));
  const usual = [...named.filter((list) => !isOfSales(list)), ...named.filter(isOfSales)];
  const strange = lists.filter((list) => !named.includes(list) && isOfDomains(list));
  const single = entries.find(
    ({ path, value }) =>
      path.length > 1 && isNamed(path) && isPlural(path) && isObject(value) && hasName(value),
  );
  const [chosen = strange.length > 1 ? undefined : (strange[0] ?? usual[0])] = [
    ...usual.filter(({ items }) => items.some(hasName) && isUniform(items)),
    ...usual.filter(isAboutDomains),
    ...(single && strange.length === 0
      ? [{ path: single.path.slice(1, -1), items: [single.value] }]
      : []),
  ];
  if (chosen === undefined) return undefined;
  const isOneOfSeveral = lists.some((list) =>
    list === chosen
      ? strange.includes(list) && !isAboutDomains(list)
      : isOfDomains(list) && !isForeign(list.path),
  );
  return { ...chosen, isOneOfSeveral };
}

function isUniform(items: readonly unknown[]): boolean {
  return items.every(isObject) || items.every((item) => hostName(item) !== undefined);
}

/** Also of `{"kabul.af": {…}}`, and `{"0": {…}, "2": {…}}`, which PHP makes of a list with gaps. */
function itemsOf(value: unknown, path: Path): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object') return undefined;
  const entries = Object.entries(value ?? {});
  if (entries.length === 0) return isPlural(path) ? [] : undefined;
  const held = entries.filter(([, one]) => typeof one === 'object' && one !== null);
  const items = held.flatMap(([key, one]) => {
    if (!isObject(one)) return [];
    if (/^\d+$/.test(key)) return [one];
    return hostName(key) === undefined ? [] : [{ domain: key, ...one }];
  });
  return items.length > held.length / 2 ? items : undefined;
}

function isNamed(path: Path): boolean {
  const words = path.flatMap((key) => listSpeller.wordsOf(key));
  return words.every((word) => listWords.has(word) || /^\d$/.test(word));
}

function isPlural(path: Path): boolean {
  const words = listSpeller.wordsOf(path.at(-1) ?? '');
  return path.length === 1 || words.some((word) => plurals.has(word));
}

function isForeign(path: Path): boolean {
  return path.some((key) => listSpeller.wordsOf(key).some((word) => foreign.has(word)));
}

function kindOf(item: unknown): 'domain' | 'other' | undefined {
  const kind = isObject(item) ? text(item.type ?? item.product ?? item.kind) : undefined;
  if (kind === undefined) return undefined;
  return /^domain/i.test(kind) ? 'domain' : 'other';
}

function joinedName(value: unknown, { holder }: Place): string | undefined {
  const tld = Object.entries(holder).find(([key]) => /^(tld|extension|suffix)$/i.test(key))?.[1];
  if (typeof value !== 'string' || typeof tld !== 'string' || value.includes('.')) return undefined;
  return hostName(`${value}.${tld.replace(/^\./, '')}`);
}

function date(value: unknown, { holder }: Place): string | null | undefined {
  const isOfCopy = Object.keys(holder).some((key) => /cache|fetched|version/i.test(key));
  return isNoDate(value) || isOfCopy ? undefined : (day(value) ?? null);
}

/** `created_at` beside `updated_at`, or outside of the domain, is when somebody wrote a record. */
function dateOfDomain(value: unknown, place: Place): string | null | undefined {
  const { path, holder, isInside } = place;
  const isOfRecord = (key: string) =>
    key !== path.at(-1) &&
    /updat|modif|edit|chang|write|revis|saved|sync|touch|deleted_?at|created_?by/i.test(key);
  return !isInside || Object.keys(holder).some(isOfRecord) ? undefined : date(value, place);
}

function renewalMode(value: unknown): boolean | undefined {
  return typeof value === 'string' && /auto|manual|never|expire|delete|do.?not|^renew$/i.test(value)
    ? flag(value)
    : undefined;
}

const callKeys = /^(code|msg|message|status_?(code|text|message))$/i;

const statuses =
  /(?<![a-z])(active|expir|pending|redemption|grace|hold|suspend|lock|park|delet|cancel|transfer|client|server|register|quarantine|live|enabled|disabled|reserved|^ok$|^normal$|in use|restor|renew|block|froze|held|hosted|act$)/i;

const otherStates =
  /success|^(error|fail(ed|ure)?|true|false|yes|no|done|complete(d)?|found|retrieved|fetched|processed|published|draft|(un)?paid|sent|\d+)$/i;

/** One status or several, without the addresses that explain those of EPP. */
function status(
  value: unknown,
  { isInside, isStated, holder, words: keys }: Place,
): string | null | undefined {
  if (value === null) return null;
  const items = Array.isArray(value) ? value : [value];
  if (items.some((item) => isObject(item) && ('service' in item || 'check' in item)))
    return undefined;
  const words = items.map((item) => {
    const said = isObject(item) ? (item.status ?? item.code ?? item.value ?? item.name) : item;
    return text(said)
      ?.replace(/\s\(?https?:\S+/g, '')
      .trim();
  });
  const said = words.join(', ');
  if (words.length === 0 || words.includes(undefined)) return undefined;
  if (isStated) return said;
  if (otherStates.test(said)) return undefined;
  const isOfCall = Object.keys(holder).some((key) => callKeys.test(key));
  if (/^ok$/i.test(said) && isOfCall) return undefined;
  // A word that is not known is a status only where the object of the domain calls it so.
  const isDirect = isInside && keys.length === 1 && keys[0]?.at(-1)?.startsWith('status');
  return isDirect || statuses.test(said) ? said : undefined;
}
