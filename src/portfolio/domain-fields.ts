/** What the contract promises of a domain, in lists and details. */
export const domainFields = [
  'domain',
  'status',
  'expiry',
  'registration_date',
  'auto_renew',
  'nameservers',
] as const;
