import { type Decimal, shareOf } from '../core/money.ts';
import { safeText } from '../core/text.ts';
import type { Paint, Style } from './color.ts';
import type { PictureStyle } from './views.ts';

/* The numbers are always printed too, so a picture is left out where there is no room for it. */

export interface Pen extends PictureStyle {
  paint: Paint;
}

export interface Bar {
  label: string;
  amount: Decimal;
  /** The amount in words. */
  text: string;
  style?: Style;
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

const widestBar = 40;

const narrowestBar = 6;

/** Bars on one scale, whose end is `whole`; the longest is as long as there is room. */
export function bars(rows: readonly Bar[], whole: Decimal, pen: Pen): string[] {
  const shown = rows.map((row) => ({
    ...row,
    label: safeText(row.label),
    text: safeText(row.text),
  }));
  const labelWidth = Math.max(...shown.map(({ label }) => label.length));
  const textWidth = Math.max(...shown.map(({ text }) => text.length));
  const width = Math.min(widestBar, pen.columns - labelWidth - textWidth - 4);
  if (width < narrowestBar) return [];
  return shown.map(({ label, amount, text, style = 'plain' }) => {
    const bar = barOf(amount, whole, width, pen.isUnicode);
    const space = ' '.repeat(width - bar.length);
    return `${pen.paint('dim', label.padEnd(labelWidth))}  ${pen.paint(style, bar)}${space}  ${text}`;
  });
}

function barOf(amount: Decimal, whole: Decimal, width: number, isUnicode: boolean): string {
  if (!isUnicode) return '#'.repeat(shareOf(amount, whole, width));
  const share = shareOf(amount, whole, width * eighths.length);
  return '█'.repeat(Math.floor(share / eighths.length)) + (eighths[share % eighths.length] ?? '');
}
