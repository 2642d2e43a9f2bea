/** What the service states of a domain. A fact that is added here is asked for by the compiler elsewhere. */
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

export const comparedFacts = domainFactNames.filter((fact) => fact !== 'domain');
