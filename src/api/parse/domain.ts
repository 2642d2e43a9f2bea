import type { DomainAttribute } from '../../core/api-vocabulary.ts';
import { isSameDomainName } from '../../core/domain-names.ts';
import { isJsonObject, stringifyValue } from '../../core/json.ts';
import { type AttributeSchema, type ParseInput, parseBestPayload } from './attributes.ts';
import { findPayloads, findValuesByKey, getNormalizedLastKey, type KeyPath } from './json-node.ts';
import {
  parseBooleanLike,
  parseDateValue,
  parseHostname,
  parseNameservers,
  parseText,
} from './values.ts';

const expiryWords = '(expiry|expires|expire|expiration)';
const registrationWords = '(registration|registered|register)';
const creationWords = '(created|creation|create)';
const timeSuffixes = '(|_at|_on|_date|_time)';

/** The JSON keys are guesses, because the API specification (section 2) does not define them. */
export const domainAttributeSchema = {
  domain: {
    keyAliases: ['domain', 'domain_name fqdn', 'name hostname dname punycode'],
    parse: parseHostname,
  },
  status: {
    keyAliases: [
      'status',
      'status.name status_(name|text|label)',
      'status.(code|value)',
      `(domain|current|registration|registry|lifecycle|epp)_status (registry|epp)_statuses statuses`,
      'state state.name',
    ],
    isAmbiguous: (keys, siblings, parent) =>
      /^stat(us|e)\b/.test(keys) && isStatusOfCall(siblings, parent),
    parse: parseStatus,
  },
  expiry: {
    keyAliases: [
      'expiry',
      `(|domain_)${expiryWords}${timeSuffixes} date_${expiryWords} expiry_timestamp exp_date ex_date
        registration_expires_at`,
      `registry_${expiryWords}${timeSuffixes}`,
      'valid_(until|to) paid_(until|till|through) registered_until end_date',
      '(|domain_)expired(_at|_on|_date|_time)',
    ],
    isGrouped: true,
    parse: parseDateValue,
  },
  registration_date: {
    keyAliases: [
      'registration_date',
      `(|domain_)${registrationWords}${timeSuffixes} date_${registrationWords} registered_since
        registration_timestamp reg_date cr_date`,
      `registry_${registrationWords}${timeSuffixes}
        (domain|registry)_${creationWords}${timeSuffixes}`,
      `${creationWords}${timeSuffixes} date_${creationWords}`,
    ],
    isGrouped: true,
    isAmbiguous: (keys, siblings) => keys.startsWith(creationWords) && recordKeys.test(siblings),
    parse: parseDateValue,
  },
  auto_renew: {
    keyAliases: [
      'auto_renew',
      `auto_renew auto_renewal renew_auto automatic_renewal (renew|renews)_automatically
        is_auto_renew(|_enabled) will_auto_renew auto_renew_(enabled|status|flag) do_not_renew
        renewal_mode auto_renew.(enabled|status) auto_renewal.enabled
        renewal.(auto|auto_renew) (renew|renewal).(automatic|mode)`,
      'renew',
    ],
    isGrouped: true,
    parse: parseAutoRenew,
  },
  nameservers: {
    keyAliases: [
      'nameservers',
      `nameservers nameserver (nameserver|ns|dns)1 nameservers.(|nameserver|ns)1 nameserver_list ns
        nserver ns_hosts (domain|current)_nameservers nameservers.(hosts|names|list|servers)
        delegation.nameservers`,
      'dns_servers dns.servers delegation.(servers|ns)',
    ],
    isGrouped: true,
    parse: parseNameservers,
  },
} satisfies Record<DomainAttribute, AttributeSchema[string]>;

const domainWrapperKeys = 'domain domain_info domain_details';

export function parseDomain(input: ParseInput, expectedName?: string) {
  return parseBestPayload(
    input,
    domainAttributeSchema,
    domainWrapperKeys,
    ({ domain }) => domain !== null && isSameDomainName(domain, expectedName ?? domain),
  );
}

export function findUnrequestedDomainName(data: object, expectedName: string) {
  const values = findPayloads(data, domainWrapperKeys).flatMap(({ value }) =>
    findValuesByKey(value, 'domain domain_name fqdn'),
  );
  const names = values.filter((name) => !isJsonObject(name) && name !== null && name !== '');
  return names.map(stringifyValue).find((name) => !isSameDomainName(name, expectedName));
}

function isStatusOfCall(siblings: string, parent: unknown) {
  if (/^(message|msg|error|status_?code)$/im.test(siblings)) return true;
  const status = stringifyValue(findValuesByKey(parent, 'status')[0]).trim();
  return (
    outcomePattern.test(status) || (/^ok$/i.test(status) && /^domain.?status$/im.test(siblings))
  );
}

/** Keys that suggest that `created_at` beside them is not the registration date of the domain. */
const recordKeys =
  /updat|modif|chang|edit|revis|touch|sav(ed|ing)|sync|delet|writ|created_?by|regist(er|ration)|reg_?date/i;

function parseStatus(value: unknown) {
  const parts = [value].flat().map((part) => (typeof part === 'string' ? part.trim() : ''));
  const status = parts.join(', ');
  const isText = parts.every((part) => /\p{L}/u.test(part));
  return isText && !outcomePattern.test(status) ? parseText(status) : null;
}

/** Matches `status` values that describe the API call or a CMS record instead of the domain. */
const outcomePattern =
  /^(success(ful)?|error|fail(ed|ure)|true|false|complete|done|publish(ed)?|draft)$/i;

function parseAutoRenew(value: unknown, path: KeyPath) {
  const isOn = parseBooleanLike(value);
  const key = getNormalizedLastKey(path);
  if (key === 'donotrenew') return isOn === null ? null : !isOn;
  // `renew` may also be a price or a number of years, so accept only a JSON boolean.
  return key === 'renew' && value !== isOn ? null : isOn;
}
