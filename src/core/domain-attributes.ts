/** The values that the API returns for a domain, with their output types. */
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

/** Attributes that may change from one day to the next. */
export const mutableAttributes = comparedAttributes.filter(
  (attribute) => attribute !== 'registration_date',
);
