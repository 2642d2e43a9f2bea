import { asciiText, isolated, readableText, safeText } from '../core/text.ts';
import type { Paint, Style } from './color.ts';

/** The text is as it came; whoever lays it out makes it safe. */
export interface Cell {
  text: string;
  style?: Style;
  /** The same in another script, beside the text on a terminal that shows it. */
  beside?: string | undefined;
  /** Stands for the text on a terminal that shows only ASCII. */
  ascii?: string;
}

/** Where something is laid out. */
export interface TableStyle {
  paint: Paint;
  /** Infinite in a pipe. */
  fitInto: number;
  isUnicode: boolean;
}

/** The text of a cell as it is printed, without its colour. */
export function shownText({ text, beside, ascii = text }: Cell, style: TableStyle): string {
  if (!style.isUnicode) return asciiText(readableText(ascii));
  const safe = readableText(text);
  if (!Number.isFinite(style.fitInto)) return safe;
  return beside === undefined ? isolated(safe) : `${safe} (${isolated(safeText(beside))})`;
}
