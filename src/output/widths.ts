export const gap = '  ';

/** How wide a column may be. */
export interface Extent {
  /** For the widest of its texts. */
  natural: number;
  /** It is left out instead of being narrower. */
  least: number;
  /** 0 says which row it is, and keeps its width longest; the others follow. */
  rank: number;
  /** Its texts are cut, so that it fits at any width. */
  isCut: boolean;
}

/** So many columns are worth less room for the first; more are not. */
const mostWithNarrowFirst = 4;

/** Finds the columns that fit beside each other, by their places. */
export function columnsWithRoom(extents: readonly Extent[], total: number): number[] {
  const byRank = [...extents.keys()].sort((one, other) => rankOf(one) - rankOf(other));
  const kept = byRank.slice(0, 1);
  for (const at of byRank.slice(1)) {
    const widths = [...kept, at].map((one) => {
      const { natural = 0, least = 0, rank = 0 } = extents[one] ?? {};
      return rank === 0 && kept.length >= mostWithNarrowFirst ? natural : least;
    });
    if (lineWidth(widths) <= total) kept.push(at);
  }
  return kept.sort((one, other) => one - other);

  function rankOf(at: number): number {
    return extents[at]?.rank ?? at;
  }
}

/** Widths that fit: the widest gives way first, and the one of rank 0 last. */
export function widthsWithin(extents: readonly Extent[], total: number): number[] {
  const widths = extents.map(({ natural }) => Math.min(natural, total));
  const floors = [
    extents.map(({ natural, least, rank }) => (rank === 0 ? natural : least)),
    extents.map(({ least }) => least),
    extents.map(({ least, rank, isCut }) => (isCut || rank === 0 ? 1 : least)),
  ];
  for (const floor of floors) {
    while (lineWidth(widths) > total) {
      const shrinkable = widths.map((width, at) => (width > (floor[at] ?? 0) ? width : 0));
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
