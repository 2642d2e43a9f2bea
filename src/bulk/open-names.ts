import type { Surroundings } from '../platform/surroundings.ts';
import { type ListedName, TidyReport, tidyNames, tidyTypedNames } from './names.ts';
import { type NameRequest, nameSource } from './sources.ts';

/** So few typed names are single look-ups, whose waits are bounded. */
const mostLookUps = 8;

export interface OpenNames {
  names: AsyncGenerator<ListedName>;
  isList: boolean;
  /** A list, or many typed names: it waits for the rate limit without a bound, and leaves room. */
  isBulk: boolean;
  /** Of names that are typed. */
  count?: number;
  /** Tells what was tidied in the names of a list that have been taken. */
  tidying: TidyReport;
  /** Reads a list once more that can be read twice. */
  again?: () => AsyncGenerator<ListedName>;
}

/** @throws Failure `invalid_name` with every typed word that is not a name, and as `nameSource` */
export async function openNames(
  request: NameRequest,
  tlds: readonly string[],
  surroundings: Pick<Surroundings, 'stdin' | 'clock'>,
): Promise<OpenNames> {
  const source = nameSource(request, surroundings);
  if (source.kind === 'typed') {
    const tidying = new TidyReport(20);
    const names = await tidyTypedNames(source.names, tlds, tidying);
    await tidying.write(request.note);
    const { length: count } = names;
    const isBulk = count > mostLookUps;
    return { names: tidyNames(names, tlds), isList: false, isBulk, count, tidying };
  }
  const { names, again } = source;
  const tidying = new TidyReport(5);
  const opened = { names: tidyNames(names, tlds, tidying), isList: true, isBulk: true, tidying };
  return again === undefined ? opened : { ...opened, again: () => tidyNames(again(), tlds) };
}
