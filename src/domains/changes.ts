import * as z from 'zod/mini';
import type { Domain } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import { openLook } from '../compare/looks.ts';
import type { Difference } from '../kinds.ts';
import { byDomain, domainDifferences, unexpected } from './differences.ts';
import { domainList } from './list.ts';

/** A look: those of `dotaf --json` are not those of `domains changes`. */
interface Look {
  of?: 'digest';
  mark?: string | undefined;
}

const names = { onlyBefore: 'removed', onlyAfter: 'added', differs: 'changed' };

const row: z.ZodMiniType<Domain> = z.object({
  domain: z.nullable(z.string()),
  status: z.nullable(z.string()),
  expiry: z.nullable(z.string()),
  registration_date: z.nullable(z.string()),
  auto_renew: z.nullable(z.boolean()),
  nameservers: z.nullable(z.array(z.string())),
});

/** Compares the list with the last look, keeps it as the next, and says why `--expect none` fails. */
export async function domainChanges(
  context: Context,
  { of, mark }: Look = {},
): Promise<{ domains: readonly Domain[]; list: Difference[]; failed: string | undefined }> {
  const look = await openLook(context, { name: of ?? 'domains', row }, mark);
  const listed = await domainList(context);
  const { domains } = listed;
  const before = byDomain(look.rows);
  look.keep(domains.map((domain) => completed(before.get(domain.domain ?? ''), domain)));
  const list = look.isFirst ? [] : await domainDifferences(context, look.rows, listed, names);
  const changes = list.map(({ change }) => change);
  const doubt = await look.conclude('domain', domains.length, changes);
  return { domains, list, failed: doubt ?? unexpected(list) };
}

/** A fact that the service does not say stays as it was known. */
function completed(before: Domain | undefined, { extra: _, ...now }: Domain): Domain {
  if (before === undefined) return now;
  const stated = Object.entries(now).filter(([, value]) => value !== null);
  return { ...before, ...Object.fromEntries(stated) };
}
