/** Between two columns. */
export const gap = '  ';

/** A text in its place on a line, no wider than that. */
export interface Placed {
  text: string;
  /** The text with its colours. */
  painted: string;
  width: number;
  align: 'left' | 'right';
}

/** The first column says which row it is, and stays readable longest. */
const leastOfFirst = 40;
/** Holds a date, and most words of a service. */
const leastOfOthers = 12;

/** How many columns, from the first, can stand side by side without being cut beyond use. */
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
  const isAboveLeast = (index: number) => (widths[index] ?? 0) > (least[index] ?? 0);
  const turns = [
    (index: number) => index > 0 && isAboveLeast(index),
    isAboveLeast,
    (index: number) => (widths[index] ?? 0) > 1,
  ];
  for (const canShrink of turns) {
    while (lineWidth(widths) > total) {
      const widest = widestOf(widths, canShrink);
      if (widest === undefined) break;
      widths[widest] = (widths[widest] ?? 0) - 1;
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

function widestOf(
  widths: readonly number[],
  canShrink: (index: number) => boolean,
): number | undefined {
  return widths.reduce<number | undefined>(
    (widest, width, index) =>
      canShrink(index) && (widest === undefined || width > (widths[widest] ?? 0)) ? index : widest,
    undefined,
  );
}
