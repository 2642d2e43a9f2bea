export const gap = '  ';

export interface Placed {
  text: string;
  painted: string;
  width: number;
  align: 'left' | 'right';
}

/** The first column says which row it is, and stays readable longest. */
const leastOfFirst = 40;
/** Holds a date, and most words of a service. */
const leastOfOthers = 12;

/** Counts the columns, from the first, that fit without being cut beyond use. */
export function columnsWithRoom(natural: readonly number[], total: number): number {
  const least = natural.map(leastWidth);
  let count = natural.length;
  while (count > 1 && lineWidth(least.slice(0, count)) > total) count -= 1;
  return count;
}

/** Widths that fit: the widest gives way first, and the first column last. */
export function shrunk(natural: readonly number[], total: number): readonly number[] {
  if (lineWidth(natural) <= total) return natural;
  const widths = [...natural];
  const least = natural.map(leastWidth);
  for (const floors of [[natural[0] ?? 0, ...least.slice(1)], least, natural.map(() => 1)]) {
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

function leastWidth(natural: number, index: number): number {
  return Math.min(natural, index === 0 ? leastOfFirst : leastOfOthers);
}
