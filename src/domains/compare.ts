import type { Context } from '../cli/context.ts';
import type { MappedHeading } from '../compare/compare-options.ts';
import { differences, lostFields } from '../compare/differences.ts';
import { counted } from '../core/durations.ts';
import { byDomain, type Differences, differenceOf, unexpected } from './changes.ts';
import { facts, readDomainFile } from './domain-file.ts';
import { domainList } from './list.ts';

const names = { onlyBefore: 'only in file', onlyAfter: 'only in account', differs: 'differs' };

/** Before is what the file says, after what the account says. */
export async function compareDomains(
  context: Context,
  file: string,
  map: readonly MappedHeading[] = [],
): Promise<Differences> {
  const { output } = context;
  const before = byDomain(await readDomainFile(context, file, map));
  const { domains, mayBeCut } = await domainList(context);
  const after = byDomain(domains);
  for (const { field, lost, known } of lostFields(before, after, facts)) {
    if (lost === 0) continue;
    await output.warning(
      `the service does not say the ${field.replaceAll('_', ' ')} of ${lost} of ${counted(known, 'domain')}, so it is not compared there`,
    );
  }
  const list = differences(before, after, facts, names).map(differenceOf);
  const missing = list.filter(({ change }) => change === 'only in file').length;
  if (mayBeCut && missing > 0) {
    await output.warning(
      `not in a list that may be cut, so perhaps in the account: ${counted(missing, 'domain')} of the file`,
    );
  }
  return { list, failed: unexpected(list) };
}
