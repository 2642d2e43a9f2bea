import CliTable from 'cli-table3';
import { strlen } from 'cli-table3/src/utils.js';
import { widthOf } from './measure.ts';
import { gap, type Placed } from './widths.ts';

const noFrame = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid']
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .map((part) => [part, '']),
);

/** A line of a table with characters that take no cell, or two. */
export function wideLine(placed: readonly Placed[]): string {
  const line = new CliTable({
    chars: { ...noFrame, middle: gap },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    // It counts the joiners and vowel signs of Persian as cells, and would cut a text for them.
    colWidths: placed.map(({ text, width }) => width + strlen(text) - widthOf(text)),
    colAligns: placed.map(({ align }) => align),
  });
  line.push(placed.map(({ painted }) => painted));
  return line.toString();
}
