/** The values that the API returns for a domain, with their output types. */
export const domainFactTypes = {
  domain: 'name',
  status: 'text',
  expiry: 'day',
  registration_date: 'day',
  auto_renew: 'flag',
  nameservers: 'names',
} as const;

export type DomainFactName = keyof typeof domainFactTypes;

export const domainFactNames = Object.keys(domainFactTypes) as DomainFactName[];

export const comparedFactNames = domainFactNames.filter((fact) => fact !== 'domain');

/** Facts that may change from one day to the next. */
export const mutableFactNames = comparedFactNames.filter((fact) => fact !== 'registration_date');
