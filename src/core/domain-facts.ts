/**
 * Facts that the service states about a domain, with their output types. Code that does not handle
 * a newly added fact fails to compile.
 */
export const domainFactTypes = {
  domain: 'name',
  status: 'text',
  expiry: 'day',
  registration_date: 'day',
  auto_renew: 'flag',
  nameservers: 'names',
} as const;

export type DomainFact = keyof typeof domainFactTypes;

export const domainFactNames = Object.keys(domainFactTypes) as DomainFact[];

/** Facts that the `domains changes` command compares: all except the domain's name. */
export const comparedFacts = domainFactNames.filter((fact) => fact !== 'domain');
