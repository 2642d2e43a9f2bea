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
