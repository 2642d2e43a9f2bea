import type { Domain } from '../api/answers.ts';
import { flag } from '../api/reading/values.ts';
import type { Vocabulary } from '../compare/headings.ts';
import { readDay } from '../core/dates.ts';
import { tidyName } from '../core/names.ts';
import type { Fact } from './domain-comparison.ts';
import type { DomainField } from './list.ts';

interface FactReader<Value> {
  /** Undefined for a text that is none. */
  read(cell: string): Value | undefined;
  hint: string;
}

const ofDates = 'date, time, at, on, utc, day, domain, the, registry';

/** The headings of people and of billing systems; see test/commands/domains/exports. */
export const domainVocabulary: Vocabulary<DomainField | 'label' | 'tld'> = {
  domain: {
    phrases: [
      'domain, domain name, fqdn, domain ascii, domain idn, hostname, host name, name, site',
      'website, url, identifier, id',
    ].join(', '),
    fillers: '',
  },
  label: { phrases: 'sld, label, second level, second level domain', fillers: 'domain' },
  tld: { phrases: 'tld, extension, suffix, ext, top level, top level domain', fillers: 'domain' },
  status: { phrases: 'domain status, status, state', fillers: 'domain, current, registry' },
  expiry: {
    phrases: [
      'expiry, expires, expire, expiration, expired, expiring, ex, exp, valid until, valid till',
      'valid to, paid until, paid till, paid to, registered until, ends, end',
    ].join(', '),
    fillers: ofDates,
  },
  registration_date: {
    phrases:
      'registration, registered, registered since, register, reg, created, creation, create, cr',
    fillers: ofDates,
  },
  auto_renew: {
    phrases: [
      'auto renew, auto renewal, auto renews, auto renewing, automatic renewal, automatic renew',
      'automatically renew, automatically renews, renew automatically, renews automatically',
      'renewal auto',
    ].join(', '),
    fillers: 'is, enabled, status, state, flag, domain, mode',
  },
  nameservers: {
    phrases: 'nameservers, name servers, nameserver, name server, ns, dns servers, dns server',
    fillers: 'hostname, host, name, domain, list',
  },
};

const day: FactReader<string> = { read: (cell) => readDay(cell), hint: 'write it as 2027-03-31' };

export const factReaders: { [fact in Fact]: FactReader<NonNullable<Domain[fact]>> } = {
  status: { read: (cell) => cell, hint: 'any text will do' },
  expiry: day,
  registration_date: day,
  auto_renew: { read: flag, hint: 'write yes or no' },
  nameservers: { read: hostNames, hint: 'write host names with blanks between' },
};

/** Reads a whole name, however it is written; a bare label is not one. */
export function hostName(cell: string): string | undefined {
  if (!/^[^@\s]+[.。．｡][^@\s]+$/u.test(cell)) return undefined;
  const tidied = tidyName(cell);
  return tidied.ok ? tidied.value.names[0] : undefined;
}

/** Leaves out the addresses that may stand beside the names of name servers. */
function hostNames(cell: string): string[] | undefined {
  const parts = cell.split(/[\s,;|]+/).filter((part) => !/^[\d.]+$|:/.test(part) && part !== '');
  const hosts = parts.flatMap((part) => hostName(part) ?? []);
  return hosts.length === parts.length && hosts.length > 0 ? hosts : undefined;
}
