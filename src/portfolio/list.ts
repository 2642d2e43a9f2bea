import type { Domain } from '../api/types.ts';
import type { Context } from '../cli/context.ts';
import { cutReason } from './completeness.ts';

/** The domains of the account, with a warning when the list may lack some. */
export async function listedDomains(context: Context): Promise<Domain[]> {
  const list = await (await context.service()).domains();
  const cut = cutReason(list);
  if (cut !== undefined) await context.output.warning(cut);
  return list.domains;
}
