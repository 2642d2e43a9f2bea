import { readNames } from '../check/lists.ts';
import type { Context } from '../cli/context.ts';
import { warnOfTwice } from '../compare/tables.ts';
import { wholeName, withoutWww } from '../core/names.ts';
import { counted, lettersOf } from '../core/text.ts';
import { Failure, usageFailure } from '../errors.ts';
import { nameOfFile, readLines } from '../tables/lines.ts';

export interface OwnList {
  name: string;
  headings: readonly string[];
  /** The cells of each name; of several lines the last. */
  rows: ReadonlyMap<string, readonly string[]>;
}

/** @returns undefined where no file is given @throws Failure `io`, `usage` */
export async function readOwnList(context: Context): Promise<OwnList | undefined> {
  const { output, settings } = context;
  const file = settings.preference('domains-file');
  if (file === '') return undefined;
  const name = nameOfFile(file);
  const listed = await readLines(context, file, (lines) => readNames(lines, { name })).catch(
    (error) => {
      throw namingTheSetting(context, error);
    },
  );
  for (const note of listed.notes) await output.note(`${name}: ${note}`);
  const rows = listed.names.flatMap(({ text, reason, cells = [] }) => {
    const domain = reason === undefined ? wholeName(text) : undefined;
    return domain === undefined ? [] : [[withoutWww(domain), cells] as const];
  });
  const skipped = listed.names.length - rows.length;
  if (skipped > 0) {
    await output.note(`${name}: skipped ${counted(skipped, 'row')} without a domain`);
  }
  const names = rows.map(([domain]) => domain);
  await warnOfTwice(context, name, names);
  return { name, headings: listed.headings ?? [], rows: new Map(rows) };
}

/** @param typed names of columns, whose case and separators do not count @throws Failure `usage` */
export function ownColumns({ name, headings }: OwnList, typed: readonly string[]) {
  const known = headings.map(lettersOf);
  return typed.map((one) => {
    const column = known.indexOf(lettersOf(one));
    const heading = headings[column];
    if (heading !== undefined) return { heading, column };
    const filled = headings.filter(Boolean).join(', ');
    throw usageFailure(
      `no heading of ${name} is '${one}'`,
      filled === '' ? 'it has no headings' : `the headings are ${filled}`,
    );
  });
}

/** Whoever stored a path did not type it in this command line, and may not know whose it is. */
function namingTheSetting({ settings }: Context, error: unknown): unknown {
  const { source } = settings.setting('domains-file');
  if (!(error instanceof Failure) || error.code !== 'io' || source !== 'profile') return error;
  return error.with({ hint: settings.lineThatSets('domains-file', '<path>') });
}
