/**
 * The facts that the service states of a domain, with the type that is printed. The compiler asks
 * for a fact that is added here wherever code has to treat each of them.
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

/** The facts that may change while the domain stays the same. */
export const comparedFacts = domainFactNames.filter((fact) => fact !== 'domain');
