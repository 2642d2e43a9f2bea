import { isObject, type JsonObject, jsonText } from '../../core/json.ts';
import { isSameName } from '../../core/names.ts';
import { type Fact, type Group, readAnswer, type StatedKeys } from './facts.ts';
import { has, layersOf, namesIn, valuesOf } from './keys.ts';
import { day, flag, hostName, hostNames, text } from './values.ts';

/** Keys of an invoice, a hosting package or another thing that goes with a domain. */
const otherThings = `name type kind label title code product package plan service resource_type
  category invoice* order* odata_type typename object_class_name`;

const groups: readonly Group[] = [
  { names: 'attributes' },
  { names: 'details info properties', unless: otherThings },
];

const lifecycle = [...groups, { names: 'lifecycle' }];

const dates = [...lifecycle, { names: 'dates registration timestamps registry' }];

/** Keys that a record has beside `created_at`, which is then when somebody wrote the record. */
const stampsOfRecord = `updat* last_updat* date_updat* modif* last_modif* date_modif* chang*
  last_chang* edit* last_edit* revis* touched* saved* synced* last_sync* delet* writ* created_by
  system_modstamp`;

const names = 'domain domain_name fqdn';

/** API document, section 2, "Domain (list item and detail)": names and types are not shown. */
export const domainFacts = {
  domain: {
    ranks: [names, 'name full_name hostname dname punycode ascii_name', 'id'],
    groups,
    read: nameOfDomain,
  } satisfies Fact<string>,
  status: {
    ranks: [
      'status domain_status',
      `current_status registration_status registry_status registry_statuses lifecycle_status
       epp_status epp_statuses status_codes statuses status_name status_code status_text
       status_label`,
      'state domain_state lifecycle_state',
    ],
    groups: lifecycle,
    parts: 'code value name key slug label title text status state',
    read: status,
  } satisfies Fact<string>,
  expiry: {
    ranks: [
      `expiry expiry_date expiry_at expiry_on expiry_time expiry_datetime expiry_timestamp
       expiry_day expiry_utc expires expires_at expires_on expires_date expires_time expires_utc
       date_of_expiry expiration expiration_date expiration_time expiration_at expiration_on
       expiration_datetime expiration_timestamp expire expire_date expire_at expire_on expire_time
       expiring_at expiring_on exp_date ex_date date_expire date_expires date_expiry date_expiration domain_expiry
       domain_expiry_date domain_expires domain_expires_at domain_expiration
       domain_expiration_date registration_expiry registration_expiry_date registration_expires
       registration_expires_at registration_expires_on registration_expiration`,
      'registry_expiry registry_expiry_date registry_expires_at registry_expiration',
      {
        names: `valid_until valid_to valid_till valid_through valid_thru active_until paid_until paid_till
          paid_through registered_until registered_till registered_to end_date`,
        unless: 'cached_at fetched_at retrieved_at',
      },
    ],
    groups: dates,
    parts: 'at on value utc',
    read: day,
  } satisfies Fact<string>,
  registration_date: {
    ranks: [
      `registration_date registration registered registered_at registered_on registered_date
       registered_since registration_at registration_on registration_time registration_datetime
       registration_timestamp registered_time registered_utc register_date register_time
       registered_from date_registered date_of_registration reg_date domain_registered
       domain_registered_at domain_registration_date registration_started_at registration_start
       date_register original_registration_date initial_registration_date
       first_registration_date first_registered first_registered_at`,
      `creation creation_date cr_date domain_created domain_created_at domain_created_on
       domain_creation_date registry_created registry_created_at registry_creation_date
       registration_created_at`,
      {
        names: 'created created_at created_on created_date create_date date_created created_time',
        unless: stampsOfRecord,
      },
    ],
    groups: dates,
    parts: 'at on value utc',
    read: day,
  } satisfies Fact<string>,
  auto_renew: {
    ranks: [
      `auto_renew auto_renewal auto_renews auto_renewing renew_auto renewal_auto
       automatic_renewal automatic_renew automatically_renew automatically_renews
       renew_automatically renews_automatically is_auto_renew is_auto_renewal is_auto_renewing
       is_auto_renew_enabled has_auto_renew has_auto_renewal will_auto_renew
       auto_renew_enabled auto_renewal_enabled auto_renew_status auto_renewal_status
       auto_renew_flag auto_renew_on auto_renew_active auto_renew_state auto_renew_setting
       auto_renew_mode auto_renewal_mode auto_renew_domain domain_auto_renew autorenew_f
       renewal.auto renewal.auto_renew renewal.automatic renewal.is_automatic`,
      { names: 'renewal_mode renew_mode renewal_type renewal.mode renewal', read: renewalMode },
    ],
    groups: [...groups, { names: 'settings preferences flags renewal registration lifecycle' }],
    parts: 'enabled is_enabled active on value mode',
    read: flag,
  } satisfies Fact<boolean>,
  nameservers: {
    ranks: [
      `nameservers name_server_list nameserver_names nameserver_hosts ns_list ns_servers nserver nservers
       nameserver_ids
       ns_records ns_hosts ns_names domain_nameservers current_nameservers dns_nameservers
       delegated_nameservers`,
      'dns_servers dns_hosts dns_server_list dns.ns dns.servers delegation.ns delegation.servers',
      { names: numbered('nameserver'), isSeries: true },
      { names: numbered('ns'), isSeries: true },
    ],
    groups: [...groups, { names: 'dns delegation settings' }],
    parts: 'hosts names hostnames list servers nameservers items data',
    read: hostNames,
  } satisfies Fact<string[]>,
};

export type DomainReading = ReturnType<typeof readDomain>;

const wrappersOfDomain = 'domain domain_info domain_details';

/**
 * Reads a domain of a list, or details.
 *
 * @param tops the data of the answer, and the envelope around it
 * @param asked the name of the object that is meant; without it one with any name is
 */
export function readDomain(tops: readonly object[], stated: StatedKeys, asked?: string) {
  return readAnswer(tops, domainFacts, wrappersOfDomain, stated, ({ domain }) => {
    return domain !== null && (asked === undefined || isSameName(domain, asked));
  });
}

/** Finds a name in the answer that is another one than was asked. */
export function otherNameIn(data: object, asked: string): string | undefined {
  const said = layersOf(data, wrappersOfDomain).flatMap(({ object }) => {
    const keys = Object.keys(object).filter((key) => hostName(key) !== null);
    const values = valuesOf(object, names).filter((value) => !isObject(value));
    return [...values.filter((value) => value !== null && value !== '').map(jsonText), ...keys];
  });
  return said.find((name) => !isSameName(name, asked));
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** A name may also be that of a person, and an id a number. */
function nameOfDomain(value: unknown): string | undefined {
  return hostName(value) ?? undefined;
}

const outcomes = namesIn('success successful error failed failure true false complete done');

/** One status or several. A number and the outcome of the call are none. */
function status(value: unknown, holder: JsonObject): string | null | undefined {
  if (value === null) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return undefined;
  const items = [value].flat().map((item) => (isObject(item) ? partOfStatus(item) : item));
  const words = items.map((item) => (isText(item) ? withoutAddress(text(item) ?? '') : null));
  const said = words.join(', ');
  const isOfCall = has(holder, 'message msg error error_message code status_code http_status');
  if (outcomes.includes(said.toLowerCase()) || (/^ok$/i.test(said) && isOfCall)) return undefined;
  const isSaid = words.length > 0 && words.every((word) => /\p{L}/u.test(word ?? ''));
  return isSaid ? text(said) : null;
}

function partOfStatus(item: JsonObject): unknown {
  return valuesOf(item, 'code value name status').find(isText);
}

/** A registry adds the address of a page that explains a status. */
function withoutAddress(said: string): string {
  return said.replace(/ *\(?https?:[^\s,]+/g, '').trim();
}

/** A number may stand for anything. */
function renewalMode(value: unknown): boolean | null | undefined {
  return isText(value) && /[a-z]/i.test(value) ? flag(value) : undefined;
}

/** As `ns ns0 ns1 … ns13`, for as many as a domain may have. */
function numbered(name: string): string {
  return [name, ...Array.from({ length: 14 }, (_, at) => `${name}${at}`)].join(' ');
}
