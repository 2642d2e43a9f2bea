import type { Domain, DomainList } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import { unicodeField } from '../output/fields.ts';

export const domainFields = [
  'domain',
  'status',
  'expiry',
  'registration_date',
  'auto_renew',
  'nameservers',
] as const;

export type DomainField = (typeof domainFields)[number];

/** Derived from the others, and in JSON and CSV only when they are chosen. */
export const derivedFields = ['days', unicodeField] as const;

/** A domain with the derived fields that were chosen, and with its profile among several accounts. */
export interface ListedDomain extends Domain {
  days?: number | null;
  profile?: string;
}

/** @param list names with commas between */
export function isChosen(field: string, list = ''): boolean {
  return list.split(',').some((name) => name.trim() === field);
}

/** API document, section 8; there is no paging. */
const mostListed = 100;

/** Warns when the list may be cut. */
export async function listedDomains(context: Context): Promise<Domain[]> {
  return (await domainList(context)).domains;
}

/** Warns when the list may be cut, and tells. */
export async function domainList(
  context: Context,
): Promise<{ domains: Domain[]; mayBeCut: boolean }> {
  const list = await (await context.service()).domains();
  const reason = cutReason(list);
  if (reason !== undefined) await context.output.warning(reason);
  return { domains: list.domains, mayBeCut: reason !== undefined };
}

/** Undefined for a list that is whole. */
export function cutReason({ domains: { length }, total, isMore }: DomainList): string | undefined {
  if (total !== null && total > length) {
    return `the service lists ${length} of ${total} domains, and cannot be asked for the others`;
  }
  if (isMore)
    return `the service has more domains than these ${length}, and cannot be asked for them`;
  // A total of 100 is no proof: it may count the list only.
  if (isMore === false || length < mostListed) return undefined;
  return `the service lists at most ${mostListed} domains: this list may be cut`;
}
