/**
 * Facts about a domain, that is, the values that the API returns for it, with their output types.
 * Code that does not handle a newly added fact fails to compile.
 */
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

/** Facts that the `domains changes` command compares: all except the domain's name. */
export const comparedFactNames = domainFactNames.filter((fact) => fact !== 'domain');
