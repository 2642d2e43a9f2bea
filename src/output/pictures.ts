import { addSpan, type Day } from '../core/dates.ts';
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

export interface Week {
  count: number;
  style: Style;
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

const heights = '▁▂▃▄▅▆▇█';

const widestBar = 40;

const narrowestBar = 6;

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

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

/** A part of a whole, with the rest of it shown too. */
export function gauge({ label, amount, text }: Bar, whole: Decimal, pen: Pen): string[] {
  const width = Math.min(widestBar, pen.columns - label.length - text.length - 4);
  if (width < narrowestBar) return [];
  const filled = shareOf(amount, whole, width);
  const [full, empty] = pen.isUnicode ? ['█', '░'] : ['#', '.'];
  const rest = pen.paint('dim', empty.repeat(width - filled));
  return [`${pen.paint('dim', label)}  ${full.repeat(filled)}${rest}  ${text}`];
}

/**
 * A cell a week, as high as its count, with the months below; a digit where there are no blocks.
 *
 * @param today the first day of the first week
 * @param below the counts in words
 */
export function weekStrip(
  weeks: readonly Week[],
  today: Day,
  below: readonly string[],
  pen: Pen,
): string[] {
  const isTooNarrow = [...below, weeks].some(({ length }) => length > pen.columns);
  if (isTooNarrow || weeks.length === 0) return [];
  const most = Math.max(...weeks.map(({ count }) => count));
  const cells = weeks.map(({ count, style }) => {
    if (count === 0) return pen.paint('dim', '.');
    return pen.paint(style, pen.isUnicode ? blockOf(count, most) : digitOf(count));
  });
  const axis = monthsBelow(weeks.length, today);
  return [cells.join(''), ...(axis === '' ? [] : [pen.paint('dim', axis)]), ...below];
}

function barOf(amount: Decimal, whole: Decimal, width: number, isUnicode: boolean): string {
  if (!isUnicode) return '#'.repeat(shareOf(amount, whole, width));
  const share = shareOf(amount, whole, width * eighths.length);
  return '█'.repeat(Math.floor(share / eighths.length)) + (eighths[share % eighths.length] ?? '');
}

function blockOf(count: number, most: number): string {
  return heights.charAt(Math.ceil((count / most) * heights.length) - 1);
}

function digitOf(count: number): string {
  return count > 9 ? '+' : String(count);
}

/** Each name stands below the first week that begins in its month. */
function monthsBelow(weeks: number, today: Day): string {
  let line = '';
  let before = today.slice(5, 7);
  for (let week = 0; week < weeks; week += 1) {
    const month = addSpan(today, { days: week * 7, months: 0 }).slice(5, 7);
    const name = months[Number(month) - 1] ?? '';
    if (month !== before && line.length <= week && week + name.length <= weeks) {
      line = `${line.padEnd(week)}${name} `;
    }
    before = month;
  }
  return line.trimEnd();
}
