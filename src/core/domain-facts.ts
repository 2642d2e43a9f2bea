/** Facts about a domain and their output types; the compiler reports code that lacks a new fact. */
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

/** Facts that `domains changes` compares: all except the domain's name. */
export const comparedFacts = domainFactNames.filter((fact) => fact !== 'domain');
