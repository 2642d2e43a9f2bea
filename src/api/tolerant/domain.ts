import { isObject, type JsonObject } from '../../core/json.ts';
import { isSameName } from '../../core/names.ts';
import { type Field, type Place, ranked, wordSet } from './fields.ts';
import { domainItems } from './lists.ts';
import { type Path, valuesOn } from './paths.ts';
import { FactReader, type Reading, type StatedKeys } from './reader.ts';
import { isNoStatus, isSeveral, knownStatus, status } from './status.ts';
import {
  day,
  flag,
  hasMoreThanNames,
  hostName,
  hostNames,
  isNoDate,
  opposite,
  plainHostNames,
  renewalMode,
  text,
} from './values.ts';

const times = 'date at on time timestamp utc iso day datetime dt unix epoch value orders';

const dateGroups = 'dates timestamps lifecycle registry registration whois events service infos';

const timeGroup = times.replaceAll(' ', '|');

const expiry = 'expiry|expires|expire|expiration|expiring';

const renewal = 'renew|renewal|renewals|renews|renewed|renewing';

const servers = 'nameserver|nameservers|ns|nserver|nservers|dnsserver|dnsservers';

/** API document, section 2, "Domain (list item and detail)": names and types are not shown. */
const domainFields = {
  domain: {
    ranks: [
      ...ranked(
        [
          'domain',
          'domain name',
          'fqdn',
          'name',
          'hostname',
          'punycode',
          'id',
          'handle',
          'entity description',
        ],
        {
          read: hostName,
          isWeak: true,
        },
      ),
      { names: 'sld, label, domain, name', read: joinedName, isWeak: true },
    ],
    fillers: 'ascii ace punycode full idn ldh unicode host',
  } satisfies Field<string>,
  status: {
    ranks: [
      ...ranked(
        [
          'domain status|state',
          'status|statuses',
          'status code|codes|value|key',
          'status name|label|text',
          'epp|registry|lifecycle status|statuses|state, epp|registry status code|codes',
        ],
        { read: status, saysMore: isSeveral },
      ),
      { names: 'state|phase', read: knownStatus, isWeak: true },
    ],
    fillers: 'domain current list entity aasm',
    through: 'lifecycle registry',
    isOther: isNoStatus,
  } satisfies Field<string>,
  expiry: {
    ranks: ranked(
      [
        // A calendar that is named goes before one that is not.
        `${expiry} gregorian`,
        `${expiry}, domain ${expiry}, registration ${expiry}, ex|exp ${timeGroup}`,
        `registry ${expiry}|end|ends, registry registration ${expiry}`,
        `registrar ${expiry}, registrar registration ${expiry}`,
        'expired, domain expired',
        'valid|paid|registered|active until|till|to|thru|through',
        'end|ends',
      ],
      { read: day },
    ),
    fillers: times,
    through: dateGroups,
    isOther: isNoDate,
  } satisfies Field<string>,
  registration_date: {
    ranks: ranked(
      [
        'registered|registration gregorian',
        `registered|registration, register|reg ${timeGroup}, domain registered|registration`,
        'domain|registry created|creation|create|cr',
        `created|creation|create, cr ${timeGroup}`,
      ],
      { read: day },
    ),
    fillers: `${times} since original first initial`,
    through: dateGroups,
    isOther: isNoDate,
  } satisfies Field<string>,
  auto_renew: {
    ranks: [
      { names: `auto|automatic|automatically ${renewal}`, read: flag },
      { names: renewal, read: renewalMode, isWeak: true },
      { names: 'recurring', read: flag, isWeak: true },
      {
        names: `not|dont|no|non ${renewal}, let expire, auto|automatically expire|delete`,
        read: opposite,
        isWeak: true,
      },
    ],
    fillers:
      'f orders is has domain will do enabled status state flag on active setting value mode type option policy method auto',
    through:
      'settings options option config configuration preferences features flags management service infos',
    isOther: (value) => /\d\d/.test(text(value) ?? ''),
  } satisfies Field<boolean>,
  nameservers: {
    ranks: [
      {
        names: `${servers}, dns servers|server|hosts`,
        read: hostNames,
        isSeries: true,
        saysMore: hasMoreThanNames,
      },
      { names: 'dns|delegation', read: plainHostNames, isSeries: true, isWeak: true },
    ],
    fillers:
      'domain current assigned delegation dns list set names name hosts host hostname records servers server data items obj objs hostobj hostobjs hostattr attr primary secondary tertiary handle',
    through: 'settings custom dns delegation registry',
  } satisfies Field<string[]>,
};

/** Keys of things that are sold, which have states and dates of their own around the domain. */
const carriers = wordSet('service product registration subscription order asset');

type DomainReading = Reading<typeof domainFields>;

interface DomainListReading {
  items: DomainReading[];
  /** What the list lies in. */
  holders: unknown[];
  /** There are domains in another list beside it. */
  isOneOfSeveral: boolean;
}

/** The facts about domains, out of details, of items of lists, or of rows of a table. */
export class DomainReader {
  readonly #reader: FactReader<typeof domainFields>;
  readonly #name: FactReader<Pick<typeof domainFields, 'domain'>>;

  constructor(stated?: StatedKeys) {
    this.#reader = new FactReader(domainFields, stated);
    this.#name = new FactReader({ domain: domainFields.domain }, stated);
  }

  /** @param asked the object with this name speaks first, or else one with any name */
  read(source: JsonObject, asked?: string): DomainReading {
    const path = this.#subjectIn(source, asked);
    const carried = path ? undefined : this.#subjectIn(source, asked, carriers);
    return this.#reader.read(source, path ?? carried, carried !== undefined);
  }

  /** Reads each item of the list of domains, if there is one. */
  list(data: unknown): DomainListReading | undefined {
    const hasName = (item: unknown) =>
      isObject(item)
        ? this.#subjectIn(item, undefined, carriers) !== undefined
        : hostName(item) !== undefined;
    const isOther = (key: string) =>
      this.#reader.meaningsOf(key).some(({ name, isWeak }) => name === 'nameservers' && !isWeak);
    const list = domainItems(data, hasName, isOther);
    if (list === undefined) return undefined;
    const items = list.items.map((item) => this.read(isObject(item) ? item : { domain: item }));
    const { path, isOneOfSeveral = false } = list;
    return { items, holders: valuesOn(data, path), isOneOfSeveral };
  }

  #subjectIn(source: JsonObject, asked?: string, more?: ReadonlySet<string>): Path | undefined {
    return this.#reader.pathTo(
      source,
      (object, key) => {
        const name = hostName(key) ?? this.#name.direct(object).domain;
        return name !== null && (asked === undefined || isSameName(name, asked));
      },
      more,
    );
  }
}

/** Reads `{sld: 'kabul', tld: 'af'}`. */
function joinedName(value: unknown, { siblings }: Place): string | undefined {
  const tld = Object.entries(siblings).find(([key]) => /^(tld|extension|suffix)$/i.test(key))?.[1];
  if (typeof value !== 'string' || typeof tld !== 'string' || value.includes('.')) return undefined;
  return hostName(`${value}.${tld.replace(/^\./, '')}`);
}
