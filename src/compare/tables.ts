import type { Context } from '../cli/context.ts';
import { named } from '../core/text.ts';
import { wordsOf } from '../core/words.ts';
import { Failure, fileFailure, UnfitFile } from '../errors.ts';
import { openNamedFile, untilStopped } from '../platform/files.ts';
import { linesOf } from '../tables/lines.ts';
import { delimiterOf, lettersOf, recordsOf } from '../tables/records.ts';
import type { MappedHeading } from './options.ts';

export interface TableLine {
  /** As an editor counts it. */
  number: number;
  cells: readonly string[];
}

export interface Table {
  /** As messages call it. */
  name: string;
  header: readonly string[];
  lines: readonly TableLine[];
}

const leftOut = '-';

/** Texts that stand for an empty cell; MySQL writes a missing day as `0000-00-00`. */
const noValue = /^(-|n\/?a|null|none|never|0000-00-00.*)?$/i;

/** Reads CSV from a file, or from stdin for `-`. @throws Failure `io`, `usage` */
export async function readTable(context: Context, file: string): Promise<Table> {
  const { surroundings, signal } = context;
  const name = file === '-' ? 'stdin' : `'${file}'`;
  const text: string[] = [];
  const lines: TableLine[] = [];
  let number = 0;
  function* numbered() {
    for (const line of text.slice(number)) {
      number += 1;
      yield line;
    }
  }
  try {
    const stream = file === '-' ? surroundings.stdin.stream : await openNamedFile(file);
    for (const line of await linesOf(untilStopped(stream, signal))) text.push(line);
    // Excel may write `sep=;` above the header.
    number = text.findIndex((line) => !/^(sep=.)?\s*$/i.test(line));
    for (const cells of recordsOf(numbered(), delimiterOf(text[number] ?? ''))) {
      if (cells.some((cell) => cell !== '')) lines.push({ number, cells });
    }
  } catch (error) {
    signal.throwIfAborted();
    const hint = error instanceof UnfitFile ? 'save it as CSV' : undefined;
    throw fileFailure('io', `cannot read ${name}`, error, hint);
  }
  const redactor = await context.redactor();
  if (redactor.text(text.join('\n')) === undefined) {
    throw new Failure('usage', `${name} holds the key or the secret of the account`, {
      hint: 'take it out: a list that is compared is shown in parts',
    });
  }
  const [header, ...below] = lines;
  if (header !== undefined) return { name, header: header.cells, lines: below };
  throw new Failure('usage', `${name} is empty`, { hint: 'its first line names the columns' });
}

/** @param patterns match headings, which are in lower-case words @throws Failure `usage` */
export function columnsOf<Field extends string>(
  { name, header }: Table,
  patterns: Readonly<Record<Field, RegExp>>,
  mapped: readonly MappedHeading[],
) {
  const headings = header.map(plainHeading);
  const letters = header.map(lettersOf);
  const fields = Object.keys(patterns);
  const given = new Map(
    mapped.map(({ heading, field }) => {
      const column = letters.indexOf(lettersOf(heading));
      if (column < 0) throw unknownName('heading', heading, header);
      if (![...fields, leftOut].includes(field)) throw unknownName('field', field, fields);
      return [column, field];
    }),
  );
  const used = new Set<number>();

  /** Columns that the user gave the field come first, and then one that has its name. */
  const of = (field: Field, most = 1): number[] => {
    const rankOf = (column: number) => {
      if (given.has(column)) return given.get(column) === field ? 1 : 0;
      if (headings[column] === plainHeading(field)) return 2;
      return patterns[field].test(headings[column] ?? '') ? 3 : 0;
    };
    const columns = [...headings.keys()].filter((column) => rankOf(column) > 0);
    const chosen = columns.sort((one, other) => rankOf(one) - rankOf(other)).slice(0, most);
    for (const column of chosen) used.add(column);
    return chosen;
  };

  return {
    of,

    required(field: Field): number[] {
      const columns = of(field);
      if (columns.length > 0) return columns;
      throw new Failure('usage', `no column of ${name} is called '${field}'`, {
        hint: `call one column '${field}', or give --map <heading>=${field}`,
      });
    },

    /** What cannot be read is a failure, since it must not count as something that agrees. */
    reader<Value>(
      columns: readonly number[],
      parse: (cell: string) => Value | undefined,
      hint: string,
    ): (line: TableLine) => Value | null {
      return (line) => {
        const cell = columns.flatMap((column) => cellAt(line, column) ?? []).join(' ');
        if (cell === '') return null;
        const value = parse(cell);
        if (value !== undefined) return value;
        const says = `'${cell}' cannot be read as '${header[columns[0] ?? 0]}'`;
        throw new Failure('usage', `${name}, line ${line.number}: ${says}`, { hint });
      };
    },

    async noteUnused({ output }: Context): Promise<void> {
      const unused = header.filter((heading, column) => heading !== '' && !used.has(column));
      if (unused.length === 0) return;
      const says = '--map <heading>=<field> says what a column is';
      await output.note(`not compared: ${unused.join(', ')}; ${says}`);
    },
  };
}

/** `Auto-Renew`, `auto_renew` and `autoRenew` are all `auto renew`. */
export function plainHeading(heading: string): string {
  return wordsOf(heading).join(' ');
}

/** Undefined for an empty cell, and for one that says that it is. */
export function cellAt({ cells }: TableLine, column = -1): string | undefined {
  const cell = cells[column] ?? '';
  return noValue.test(cell) ? undefined : cell;
}

export async function warnOfTwice(
  { output }: Context,
  name: string,
  things: readonly string[],
): Promise<void> {
  const twice = new Set(things.filter((thing, at) => things.indexOf(thing) < at));
  if (twice.size === 0) return;
  await output.warning(`${name}: ${named([...twice])} on several lines; the last one counts`);
}

function unknownName(kind: string, name: string, known: readonly string[]): Failure {
  return new Failure('usage', `--map: no ${kind} is '${name}'`, {
    hint: `the ${kind}s are ${known.filter((one) => one !== '').join(', ')}`,
  });
}
