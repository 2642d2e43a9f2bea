export const actionAliases = {
  registration: ['registration', 'register', 'create'],
  renewal: ['renewal', 'renew'],
  transfer: ['transfer'],
  restore: ['restore', 'redemption'],
};

export type QuoteAction = keyof typeof actionAliases;

export const quoteActions = Object.keys(actionAliases) as QuoteAction[];

export function parseQuoteAction(text: string): QuoteAction | undefined {
  const word = text.trim().toLowerCase();
  return quoteActions.find((action) => actionAliases[action].includes(word));
}

export const availabilityStates = ['available', 'taken', 'unknown'] as const;

type AvailabilityState = (typeof availabilityStates)[number];

export function classifyAvailability(status: string): AvailabilityState {
  const word = status.toLowerCase().replace(/[\s_-]/g, '');
  if (availableStatuses.includes(word)) return 'available';
  return takenStatuses.includes(word) ? 'taken' : 'unknown';
}

export function getAvailabilityState(answer?: { available: boolean | null }): AvailabilityState {
  if (answer?.available === true) return 'available';
  return answer?.available === false ? 'taken' : 'unknown';
}

const availableStatuses = ['available', 'free', 'notregistered', 'unregistered'];

const takenStatuses = `registered alreadyregistered taken reserved unavailable notavailable inuse
  owned active clienthold pendingdelete redemptionperiod`.split(/\s+/);

export const domainAttributeTypes = {
  domain: 'name',
  status: 'text',
  expiry: 'day',
  registration_date: 'day',
  auto_renew: 'flag',
  nameservers: 'names',
} as const;

export type DomainAttribute = keyof typeof domainAttributeTypes;

export const domainAttributes = Object.keys(domainAttributeTypes) as DomainAttribute[];

export const comparedAttributes = domainAttributes.filter((attribute) => attribute !== 'domain');

export const mutableAttributes = comparedAttributes.filter(
  (attribute) => attribute !== 'registration_date',
);

/** Attributes whose JSON keys the API does not document; users can map them with `field-names`. */
export const configurableAttributes: readonly string[] = [
  ...domainAttributes,
  ...'domains current_tier next_tier domains_needed amount currency'.split(' '),
];

/** Marks an attribute in `field-names` as never returned by the API, as in `nameservers=-`. */
export const absentAttributeKey = '-';

/** Maximum length of the API's domain list, which has no paging (API specification, section 8). */
export const maxListedDomains = 100;
