import { type ListedNames, readNames } from '../check/lists.ts';
import type { Context } from '../cli/context.ts';
import { warnOfTwice } from '../compare/tables.ts';
import { counted } from '../core/durations.ts';
import { type DomainName, wholeName, withoutWww } from '../core/names.ts';
import { lettersOf } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { nameOfFile, readLines } from '../tables/lines.ts';

/** The reseller's own list of domains, in the file of `--domains-file`. */
export class OwnList {
  /** Name of the file in messages. */
  readonly name: string;
  readonly #headings: readonly string[];
  /** The cells of each name; of several lines the last. */
  readonly #rows: ReadonlyMap<DomainName, readonly string[]>;

  /** @returns undefined where no file is given @throws Failure `io`, `usage` */
  static async read(context: Context): Promise<OwnList | undefined> {
    const file = context.settings.preference('domains-file');
    if (file === '') return undefined;
    const name = nameOfFile(file);
    const listed = await readLines(context, file, (lines) => readNames(lines, { name })).catch(
      (error) => {
        throw namingTheSetting(context, error);
      },
    );
    const { rows, skipped } = namedRows(listed);
    const { output } = context;
    for (const note of listed.notes) await output.note(`${name}: ${note}`);
    if (skipped > 0)
      await output.note(`${name}: skipped ${counted(skipped, 'row')} without a domain`);
    await warnOfTwice(
      context,
      name,
      rows.map(([domain]) => domain),
    );
    return new OwnList(name, listed.headings ?? [], new Map(rows));
  }

  private constructor(
    name: string,
    headings: readonly string[],
    rows: ReadonlyMap<DomainName, readonly string[]>,
  ) {
    this.name = name;
    this.#headings = headings;
    this.#rows = rows;
  }

  get domains(): DomainName[] {
    return [...this.#rows.keys()];
  }

  /** @param typed names of columns, whose case and separators do not count @throws Failure `usage` */
  columns(typed: readonly string[]): { heading: string; column: number }[] {
    const known = this.#headings.map(lettersOf);
    return typed.map((name) => {
      const column = known.indexOf(lettersOf(name));
      const heading = this.#headings[column];
      if (heading !== undefined) return { heading, column };
      const headings = this.#headings.filter(Boolean).join(', ');
      throw new Failure('usage', `no heading of ${this.name} is '${name}'`, {
        hint: headings === '' ? 'it has no headings' : `the headings are ${headings}`,
      });
    });
  }

  /** @returns null for a name that is not in the file, and for an empty cell */
  cell(domain: string | null, column: number): string | null {
    return this.#rows.get(domain ?? '')?.[column] || null;
  }
}

function namedRows({ names }: ListedNames) {
  const rows = names.flatMap(({ text, reason, cells = [] }) => {
    const domain = reason === undefined ? wholeName(text) : undefined;
    return domain === undefined ? [] : [[withoutWww(domain), cells] as const];
  });
  return { rows, skipped: names.length - rows.length };
}

/** Whoever stored a path did not type it in this command line, and may not know whose it is. */
function namingTheSetting({ settings }: Context, error: unknown): unknown {
  const { source } = settings.setting('domains-file');
  if (!(error instanceof Failure) || error.code !== 'io' || source !== 'profile') return error;
  return error.with({ hint: settings.lineThatSets('domains-file', '<path>') });
}
