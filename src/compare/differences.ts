/** A row of either side, or of both, under one key. */
export interface Matched<Left, Right> {
  key: string;
  left?: Left | undefined;
  right?: Right | undefined;
}

/** Rows, and how two of them under one key are compared. */
export interface Comparison<Row extends object, Fact extends keyof Row> {
  keyOf(row: Row): string | null;
  facts: readonly Fact[];
  /** Two values, as texts that are equal where they say the same. */
  comparable(fact: Fact, value: NonNullable<Row[Fact]>): string;
}

export type Difference<Row extends object, Fact extends keyof Row> =
  | { key: string; kind: 'left only' | 'right only' }
  | { key: string; kind: 'differs'; field: Fact; left: Row[Fact]; right: Row[Fact] };

/** Ordered by key; of several rows under one key the last counts, and none without a key. */
export function matched<Left, Right>(
  left: readonly Left[],
  right: readonly Right[],
  keys: { left(row: Left): string | null; right(row: Right): string | null },
): Matched<Left, Right>[] {
  const [lefts, rights] = [byKey(left, keys.left), byKey(right, keys.right)];
  return [...new Set([...lefts.keys(), ...rights.keys()])]
    .sort()
    .map((key) => ({ key, left: lefts.get(key), right: rights.get(key) }));
}

/** A fact that one side does not state is no difference. */
export function differences<Row extends object, Fact extends keyof Row>(
  left: readonly Row[],
  right: readonly Row[],
  { keyOf, facts, comparable }: Comparison<Row, Fact>,
): Difference<Row, Fact>[] {
  const keys = { left: keyOf, right: keyOf };
  return matched(left, right, keys).flatMap(
    ({ key, left: one, right: other }): Difference<Row, Fact>[] => {
      if (one === undefined) return [{ key, kind: 'right only' }];
      if (other === undefined) return [{ key, kind: 'left only' }];
      const differ = (fact: Fact) => {
        const [before, after] = [one[fact], other[fact]];
        if (before === null || after === null) return false;
        if (before === undefined || after === undefined) return false;
        return comparable(fact, before) !== comparable(fact, after);
      };
      return facts
        .filter(differ)
        .map((field) => ({ key, kind: 'differs', field, left: one[field], right: other[field] }));
    },
  );
}

/** Counts, for each fact, the rows on both sides that state it on the left, and on the left alone. */
export function lostFacts<Row extends object, Fact extends keyof Row>(
  left: readonly Row[],
  right: readonly Row[],
  { keyOf, facts }: Comparison<Row, Fact>,
): { fact: Fact; lost: number; known: number }[] {
  const rows = matched(left, right, { left: keyOf, right: keyOf });
  return facts.map((fact) => {
    const known = rows.filter(
      ({ left: one, right: other }) => one && other && (one[fact] ?? null) !== null,
    );
    const lost = known.filter(({ right: other }) => (other?.[fact] ?? null) === null);
    return { fact, lost: lost.length, known: known.length };
  });
}

/** The right rows, where what one does not state stays as it was known on the left. */
export function completed<Row extends object, Fact extends keyof Row>(
  left: readonly Row[],
  right: readonly Row[],
  { keyOf, facts }: Comparison<Row, Fact>,
): Row[] {
  const known = byKey(left, keyOf);
  return right.map((row) => {
    const before = known.get(keyOf(row) ?? '');
    const full = { ...row };
    for (const fact of facts) if (before) full[fact] = row[fact] ?? before[fact];
    return full;
  });
}

function byKey<Row>(rows: readonly Row[], keyOf: (row: Row) => string | null): Map<string, Row> {
  return new Map(
    rows.flatMap((row): [string, Row][] => {
      const key = keyOf(row);
      return key === null ? [] : [[key, row]];
    }),
  );
}
