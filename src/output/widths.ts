export const gap = '  ';

export interface Placed {
  text: string;
  painted: string;
  width: number;
  align: 'left' | 'right';
}

/** The first column says which row it is, and stays readable longest. */
const minOfFirst = 40;
/** Holds a date, and most words of a service. */
const minOfOthers = 12;

/** Counts the columns, from the first, that fit without being cut beyond use. */
export function columnsWithRoom(natural: readonly number[], total: number): number {
  const minimums = natural.map(minWidth);
  let count = natural.length;
  while (count > 1 && lineWidth(minimums.slice(0, count)) > total) count -= 1;
  return count;
}

/** Widths that fit: the widest gives way first, and the first column last. */
export function shrunk(natural: readonly number[], total: number): readonly number[] {
  if (lineWidth(natural) <= total) return natural;
  const widths = [...natural];
  const minimums = natural.map(minWidth);
  for (const floors of [[natural[0] ?? 0, ...minimums.slice(1)], minimums, natural.map(() => 1)]) {
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

function minWidth(natural: number, index: number): number {
  return Math.min(natural, index === 0 ? minOfFirst : minOfOthers);
}
