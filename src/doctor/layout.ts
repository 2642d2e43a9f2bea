import { shownText, type TableStyle } from '../output/cell.ts';
import type { Style } from '../output/color.ts';
import type { Diagnosis, Step } from './step.ts';

const styles: Record<Step['result'], Style> = {
  ok: 'good',
  warning: 'warn',
  failed: 'bad',
  skipped: 'dim',
};

const gap = '  ';

/** In less room what was found is easier to read below its step. */
const leastRoom = 32;

const noFrame = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid']
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .map((part) => [part, '']),
);

/** A row for each step, and below it the next thing to do. */
export async function diagnosisText(
  { steps }: Pick<Diagnosis, 'steps'>,
  style: TableStyle,
): Promise<string> {
  const { default: CliTable } = await import('cli-table3');
  const shown = (text: string) => shownText({ text }, style);
  const stepWidth = widest(['STEP', ...steps.map(({ step }) => step)]);
  const resultWidth = widest(['RESULT', ...steps.map(({ result }) => result)]);
  const texts = steps.flatMap(({ found, next }) => [shown(found), shown(nextText(next))]);
  const most = Math.min(style.fitInto, stepWidth + resultWidth + widest(texts) + 2 * gap.length);
  const foundWidth = most - stepWidth - resultWidth - 2 * gap.length;
  const isBeside = foundWidth >= leastRoom;
  const table = new CliTable({
    chars: { ...noFrame, middle: gap },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colWidths: [stepWidth, resultWidth, Math.max(1, foundWidth)],
    wordWrap: true,
  });
  // A cell over two columns has one cell between them, whatever stands between others.
  const spanned = Math.max(1, resultWidth + foundWidth + 1);
  const below = (text: string) => ['', cellOf(shown(text), spanned, 2)];
  table.push(['STEP', 'RESULT', isBeside ? 'FOUND' : ''].map((title) => style.paint('dim', title)));
  for (const { step, result, found, next } of steps) {
    const beside = isBeside ? cellOf(shown(found), foundWidth) : '';
    table.push([step, style.paint(styles[result], result), beside]);
    if (!isBeside) table.push(below(found));
    if (next !== null) table.push(below(nextText(next)));
  }
  return table.toString().replace(/ +$/gm, '').concat('\n');
}

/** A word that is wider than its cell is broken, since it would be cut. */
function cellOf(text: string, width: number, colSpan = 1) {
  const content = text.replace(new RegExp(`\\S{${Math.max(1, width)}}(?=\\S)`, 'g'), '$& ');
  return { content, colSpan };
}

function nextText(next: string | null): string {
  return next === null ? '' : `next: ${next}`;
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, { length }) => Math.max(most, length), 0);
}
