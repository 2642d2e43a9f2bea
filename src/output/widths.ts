export const gap = '  ';

export interface Placed {
  text: string;
  painted: string;
  width: number;
  align: 'left' | 'right';
}

/** How a column behaves where there is little room. */
export interface Limits {
  /** 0 says which row it is, and stays readable longest; the others follow. */
  rank: number;
  /** It is never cut below this, and left out instead. */
  minWidth?: number | undefined;
}

/** Holds most names. */
const minOfFirst = 40;
/** Holds a date, and most words of a service. */
const minOfOthers = 12;

/** So many columns are worth a cut in the first; more are not. */
const mostWithCut = 4;

/** Finds the columns that fit without being cut beyond use, by their places. */
export function columnsWithRoom(
  natural: readonly number[],
  limits: readonly Limits[],
  total: number,
): number[] {
  const byRank = natural.map((_, at) => at).sort((one, other) => rankOf(one) - rankOf(other));
  const kept = byRank.slice(0, 1);
  for (const at of byRank.slice(1)) {
    const minimums = [...kept, at].map((one) => {
      const limit = limits[one];
      const isCut = kept.length < mostWithCut || rankOf(one) > 0;
      return minWidth(natural[one] ?? 0, isCut ? limit : { rank: 0 });
    });
    if (lineWidth(minimums) <= total) kept.push(at);
  }
  return kept.sort((one, other) => one - other);

  function rankOf(at: number): number {
    return limits[at]?.rank ?? at;
  }
}

/** Widths that fit: the widest gives way first, and the one of rank 0 last. */
export function shrunk(
  natural: readonly number[],
  limits: readonly Limits[],
  total: number,
): readonly number[] {
  if (lineWidth(natural) <= total) return natural;
  const widths = [...natural];
  const minimums = natural.map((width, at) => minWidth(width, limits[at]));
  const withFirst = minimums.map((width, at) =>
    limits[at]?.rank === 0 ? (natural[at] ?? 0) : width,
  );
  for (const floors of [withFirst, minimums, natural.map(() => 1)]) {
    while (lineWidth(widths) > total) {
      const shrinkable = widths.map((width, at) => (width > (floors[at] ?? 0) ? width : 0));
      const widest = Math.max(...shrinkable);
      if (widest === 0) break;
      widths[shrinkable.indexOf(widest)] = widest - 1;
    }
  }
  return widths;
}

function lineWidth(widths: readonly number[]): number {
  const gaps = gap.length * Math.max(0, widths.length - 1);
  return widths.reduce((sum, width) => sum + width, gaps);
}

function minWidth(natural: number, limits: Limits | undefined): number {
  return Math.min(natural, limits?.minWidth ?? (limits?.rank === 0 ? minOfFirst : minOfOthers));
}
