import type { DomainFact } from '../../core/facts.ts';
import { isObject, type JsonObject, toTextOrJson } from '../../core/json.ts';
import { isSameDomainName } from '../../core/names.ts';
import { type FactTable, readAnswer, type Source } from './facts.ts';
import { layersOf, namesIn, valuesOf } from './keys.ts';
import { day, flag, hostName, hostNames, text } from './values.ts';

/** Keys beside which `status` is that of the call, not of a domain. */
const keysOfCall = /^(message|msg|error|status_?code)$/i;

/** Keys beside which `created_at` is when somebody wrote the record. */
const keysOfRecord = /updat|modif|chang|edit|revis|touch|sav(ed|ing)|sync|delet|writ|created_?by/i;

/** API document, section 2, "Domain (list item and detail)": names and types are not shown. */
export const domainFacts = {
  domain: {
    ranks: ['domain', 'domain_name fqdn', 'name hostname dname punycode ascii_name'],
    read: hostName,
  },
  status: {
    ranks: [
      'status',
      'status.name status_name status_text status_label',
      'status.code status.value',
      `domain_status current_status registration_status registry_status registry_statuses
        lifecycle_status epp_status epp_statuses statuses domain_state lifecycle_state`,
      'state state.name',
    ],
    isAmbiguous: isOfCall,
    read: statusOf,
  },
  expiry: {
    ranks: [
      'expiry',
      `expiry_date expiry_at expiry_on expiry_time expiry_timestamp expires expires_at
        expires_on expires_date expires_time expiration expiration_date expiration_time
        expiration_at expiration_on expire expire_date expire_at expire_on expire_time exp_date
        ex_date date_expires date_of_expiry domain_expiry domain_expiry_date domain_expires
        domain_expires_at domain_expiration_date registration_expires_at registration_expiry
        dates.expiry dates.expires dates.expires_at dates.expires_on dates.expiration
        dates.expiry_date dates.expiration_date lifecycle.expires_at lifecycle.expires_on
        registration.expires registration.expires_at registration.expires_on
        registration.expiry_date`,
      'registry_expiry registry_expiry_date registry_expires_at registry_expiration',
      `valid_until valid_to valid_till active_until paid_until paid_till paid_through
        registered_until registered_till end_date`,
    ],
    read: day,
  },
  registration_date: {
    ranks: [
      'registration_date',
      `registration registered registered_at registered_on registered_date
        registered_since registered_time registration_timestamp registration_at registration_on registration_time
        register_date register_time reg_date date_registered date_of_registration
        domain_registered_at domain_registration_date dates.registered dates.registered_at
        dates.registered_on dates.registration dates.registration_date
        lifecycle.registered_at registration.registered_at registration.registered_on
        registration.date creation_date cr_date domain_created domain_created_at
        domain_creation_date registry_created_at registry_creation_date dates.creation_date`,
      'created created_at created_on created_date create_date date_created',
    ],
    isAmbiguous: isOfRecord,
    read: day,
  },
  auto_renew: {
    ranks: [
      'auto_renew',
      `auto_renewal auto_renews renew_auto renewal_auto automatic_renewal
        automatic_renew renew_automatically renews_automatically is_auto_renew
        is_auto_renewal is_auto_renew_enabled has_auto_renew will_auto_renew
        auto_renew_enabled auto_renewal_enabled auto_renew_status auto_renewal_status
        auto_renew_flag auto_renew_on auto_renew_active auto_renew_setting domain_auto_renew
        auto_renew.enabled auto_renew.status auto_renewal.enabled renewal.auto
        renewal.auto_renew renewal.automatic settings.auto_renew registration.auto_renew`,
    ],
    read: flag,
  },
  nameservers: {
    ranks: [
      'nameservers',
      `nameserver nameserver1 ns1 nameservers.nameserver1 nameservers.ns1 nameserver_list
        nameserver_names nameserver_hosts ns ns_list ns_servers nserver nservers ns_records ns_hosts ns_names domain_nameservers
        current_nameservers nameservers.hosts nameservers.names nameservers.list
        nameservers.servers dns.nameservers delegation.nameservers settings.nameservers`,
      'dns_servers dns_hosts dns.servers dns.ns delegation.ns delegation.servers',
    ],
    read: hostNames,
  },
} satisfies FactTable & Record<DomainFact, unknown>;

const domainWrappers = 'domain domain_info domain_details';

export function readDomain(source: Source, asked?: string) {
  return readAnswer(source, domainFacts, domainWrappers, ({ domain }) => {
    return domain !== null && isSameDomainName(domain, asked ?? domain);
  });
}

export function otherNameIn(data: object, asked: string): string | undefined {
  const said = layersOf(data, domainWrappers).flatMap(({ value }) =>
    valuesOf(value, 'domain domain_name fqdn'),
  );
  const texts = said.filter((name) => !isObject(name) && name !== null && name !== '');
  return texts.map(toTextOrJson).find((name) => !isSameDomainName(name, asked));
}

function isOfCall(names: string, holder: JsonObject): boolean {
  if (!/^stat(us|e)\b/.test(names)) return false;
  const said = valuesOf(holder, 'status').map(toTextOrJson);
  return said.some(isOutcome) || Object.keys(holder).some((key) => keysOfCall.test(key));
}

function isOfRecord(names: string, holder: JsonObject): boolean {
  return names.startsWith('created') && Object.keys(holder).some((key) => keysOfRecord.test(key));
}

/** Joins several statuses. A number and the outcome of the call are none. */
function statusOf(value: unknown): string | null {
  const words = [value].flat().map((word) => (typeof word === 'string' ? text(word) : null));
  const said = words.join(', ');
  const isWord = words.length > 0 && words.every((word) => /\p{L}/u.test(word ?? ''));
  return isWord && !isOutcome(said) ? text(said) : null;
}

function isOutcome(said: string): boolean {
  return outcomeWords.includes(said.toLowerCase());
}

const outcomeWords = namesIn('success successful error failed failure true false complete done');
