import type { Context } from '../cli/context.ts';
import type { MappedHeading } from '../compare/options.ts';
import { domainDifferences, unexpected } from './differences.ts';
import { readDomainFile } from './file.ts';
import { domainList } from './list.ts';

const names = { onlyBefore: 'only in file', onlyAfter: 'only in account', differs: 'differs' };

/** Before is what the file says, after what the account says. */
export async function compareDomains(
  context: Context,
  file: string,
  map: readonly MappedHeading[] = [],
) {
  const before = await readDomainFile(context, file, map);
  const list = await domainDifferences(context, before, await domainList(context), names);
  return { list, failed: unexpected(list) };
}
