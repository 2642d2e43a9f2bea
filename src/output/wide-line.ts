import CliTable from 'cli-table3';
import { widthOf } from './measure.ts';
import { gap, type Placed } from './widths.ts';

export { cut, widthOf } from './measure.ts';

const noFrame = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid']
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .map((part) => [part, '']),
);

/**
 * Sets texts with characters that take no cell, or two, side by side. cli-table3 would count the
 * joiners and vowel signs of Persian as cells, so it lays out as many letters as a text takes cells.
 */
export function join(cells: readonly Placed[]): string {
  const table = new CliTable({
    chars: { ...noFrame, middle: gap },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colWidths: cells.map(({ width }) => width),
    colAligns: cells.map(({ align }) => align),
  });
  table.push(cells.map(({ text }) => 'x'.repeat(widthOf(text))));
  const visible = cells.filter(({ text }) => widthOf(text) > 0).values();
  return table.toString().replace(/x+/g, () => visible.next().value?.painted ?? '');
}
