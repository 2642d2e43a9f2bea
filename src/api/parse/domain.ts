import type { DomainFactName } from '../../core/domain-facts.ts';
import { isSameDomainName } from '../../core/domain-names.ts';
import { isJsonObject, toTextOrJson } from '../../core/json.ts';
import { extractFactsFromBestNode, type FactSchema, type ParseInput } from './facts.ts';
import { findNestedDataNodes, findValuesByKey, splitOnWhitespace } from './json-node.ts';
import {
  parseBooleanLike,
  parseDateValue,
  parseHostname,
  parseNameservers,
  parseText,
} from './values.ts';

/**
 * Keys that describe an API call. If an object has such a key, its `status` is the outcome of the
 * call, not the domain's status.
 */
const envelopeKeys = /^(message|msg|error|status_?code)$/i;

/**
 * Keys of a database record. If an object has such a key, its `created_at` is the time at which the
 * record was created, not the domain's registration date.
 */
const auditKeys = /updat|modif|chang|edit|revis|touch|sav(ed|ing)|sync|delet|writ|created_?by/i;

/**
 * Defines the facts about a domain, and the keys under which the service may send each of them. The
 * keys are guesses, because the API specification does not name the fields (section 2, "Domain").
 */
export const domainFactSchema = {
  domain: {
    keyAliases: ['domain', 'domain_name fqdn', 'name hostname dname punycode ascii_name'],
    parse: parseHostname,
  },
  status: {
    keyAliases: [
      'status',
      'status.name status_name status_text status_label',
      'status.code status.value',
      `domain_status current_status registration_status registry_status registry_statuses
        lifecycle_status epp_status epp_statuses statuses domain_state lifecycle_state`,
      'state state.name',
    ],
    isAmbiguous(keys, parent) {
      if (!/^stat(us|e)\b/.test(keys)) return false;
      const statuses = findValuesByKey(parent, 'status').map(toTextOrJson);
      return statuses.some(isOutcome) || Object.keys(parent).some((key) => envelopeKeys.test(key));
    },
    parse: parseStatus,
  },
  expiry: {
    keyAliases: [
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
    parse: parseDateValue,
  },
  registration_date: {
    keyAliases: [
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
    isAmbiguous: (keys, parent) =>
      keys.startsWith('created') && Object.keys(parent).some((key) => auditKeys.test(key)),
    parse: parseDateValue,
  },
  auto_renew: {
    keyAliases: [
      'auto_renew',
      `auto_renewal auto_renews renew_auto renewal_auto automatic_renewal
        automatic_renew renew_automatically renews_automatically is_auto_renew
        is_auto_renewal is_auto_renew_enabled has_auto_renew will_auto_renew
        auto_renew_enabled auto_renewal_enabled auto_renew_status auto_renewal_status
        auto_renew_flag auto_renew_on auto_renew_active auto_renew_setting domain_auto_renew
        auto_renew.enabled auto_renew.status auto_renewal.enabled renewal.auto
        renewal.auto_renew renewal.automatic settings.auto_renew registration.auto_renew`,
    ],
    parse: parseBooleanLike,
  },
  nameservers: {
    keyAliases: [
      'nameservers',
      `nameserver nameserver1 ns1 nameservers.nameserver1 nameservers.ns1 nameserver_list
        nameserver_names nameserver_hosts ns ns_list ns_servers nserver nservers ns_records ns_hosts ns_names domain_nameservers
        current_nameservers nameservers.hosts nameservers.names nameservers.list
        nameservers.servers dns.nameservers delegation.nameservers settings.nameservers`,
      'dns_servers dns_hosts dns.servers dns.ns delegation.ns delegation.servers',
    ],
    parse: parseNameservers,
  },
} satisfies Record<DomainFactName, FactSchema[string]>;

const domainWrapperKeys = 'domain domain_info domain_details';

export function parseDomain(input: ParseInput, expectedName?: string) {
  return extractFactsFromBestNode(
    input,
    domainFactSchema,
    domainWrapperKeys,
    ({ domain }) => domain !== null && isSameDomainName(domain, expectedName ?? domain),
  );
}

export function findUnrequestedDomainName(data: object, expectedName: string): string | undefined {
  const values = findNestedDataNodes(data, domainWrapperKeys).flatMap(({ value }) =>
    findValuesByKey(value, 'domain domain_name fqdn'),
  );
  const names = values.filter((name) => !isJsonObject(name) && name !== null && name !== '');
  return names.map(toTextOrJson).find((name) => !isSameDomainName(name, expectedName));
}

/**
 * Parses a status, or joins several statuses with commas.
 * @returns null for a number, or for the outcome of an API call, such as `success`
 */
function parseStatus(value: unknown): string | null {
  const parts = [value].flat().map((part) => (typeof part === 'string' ? parseText(part) : null));
  const status = parts.join(', ');
  const isWord = parts.length > 0 && parts.every((part) => /\p{L}/u.test(part ?? ''));
  return isWord && !isOutcome(status) ? parseText(status) : null;
}

function isOutcome(word: string): boolean {
  return outcomeWords.includes(word.toLowerCase());
}

const outcomeWords = splitOnWhitespace(
  'success successful error failed failure true false complete done',
);
