import { saysPhrase, segmented, wordsOf } from '../core/words.ts';
import { Failure } from '../errors.ts';
import type { MappedHeading } from './compare-options.ts';

/** The headings that people give to a field. */
export interface HeadingWords {
  /** With commas between, the most telling first. */
  phrases: string;
  /** Words that add nothing beside a phrase. */
  fillers: string;
}

export type Vocabulary<Field extends string> = Readonly<Record<Field, HeadingWords>>;

const longestHeading = 64;

/** The field of a column that is to be left out. */
const leftOut = '-';

/** Finds the columns of a table by what their headings say. */
export class Headings<Field extends string> {
  readonly #vocabulary: Vocabulary<Field>;
  /** The words of each heading. */
  readonly #words: readonly string[][];
  /** The fields that the user gave to columns, by their index. */
  readonly #mapped: ReadonlyMap<number, string>;

  /** @throws Failure `usage` for a mapped heading or field that does not exist */
  constructor(
    header: readonly string[],
    vocabulary: Vocabulary<Field>,
    mapped: readonly MappedHeading[],
  ) {
    this.#vocabulary = vocabulary;
    this.#mapped = targetsOf(header, Object.keys(vocabulary), mapped);
    const lists = Object.values<HeadingWords>(vocabulary);
    const known = new Set(
      lists.flatMap(({ phrases, fillers }) => wordsOf(`${phrases} ${fillers}`)),
    );
    this.#words = header.map((heading) =>
      heading.length > longestHeading
        ? [heading]
        : wordsOf(heading).flatMap((word) => segmented(word, known)),
    );
  }

  /** The columns that may hold the field, by their index, the most telling first. */
  columns(field: Field): number[] {
    const { phrases, fillers } = this.#vocabulary[field];
    const skipped = new Set(wordsOf(fillers));
    const list = phrases.split(', ').map(wordsOf);
    const ranked = this.#words.flatMap((words, column) => {
      const target = this.#mapped.get(column);
      if (target !== undefined) return target === field ? [{ column, rank: -1 }] : [];
      const rank = list.findIndex((phrase) => saysPhrase(words.filter(isWord), phrase, skipped));
      return rank < 0 ? [] : [{ column, rank }];
    });
    return ranked.toSorted((left, right) => left.rank - right.rank).map(({ column }) => column);
  }

  /** The first number in a heading, which counts years or a series. */
  numberIn(column: number): number | undefined {
    const number = this.#words[column]?.find((word) => !isWord(word));
    return number === undefined ? undefined : Number(number);
  }
}

function isWord(word: string): boolean {
  return !/^\d{1,2}$/.test(word);
}

function targetsOf(
  header: readonly string[],
  fields: readonly string[],
  mapped: readonly MappedHeading[],
): Map<number, string> {
  const headings = header.map(plainHeading);
  return new Map(
    mapped.map(({ heading, field }) => {
      const column = headings.indexOf(plainHeading(heading));
      if (column < 0) throw notThere('heading', heading, header);
      if (!fields.includes(field) && field !== leftOut) throw notThere('field', field, fields);
      return [column, field];
    }),
  );
}

function plainHeading(heading: string): string {
  return heading.toLowerCase().replace(/[\s_.-]/g, '');
}

function notThere(kind: string, name: string, known: readonly string[]): Failure {
  return new Failure('usage', `--map: no ${kind} is '${name}'`, {
    hint: `the ${kind}s are ${known.filter((one) => one !== '').join(', ')}`,
  });
}
