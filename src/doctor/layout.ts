import { shownText, type TableStyle } from '../output/cell.ts';
import type { Style } from '../output/color.ts';
import type { Column } from '../output/table.ts';
import type { Diagnosis, Step } from './step.ts';

const styles: Record<Step['result'], Style> = {
  ok: 'good',
  warning: 'warn',
  failed: 'bad',
  skipped: 'dim',
};

const columns: Column<Step>[] = [
  { name: 'step', title: 'STEP', cell: ({ step }) => ({ text: step }) },
  {
    name: 'result',
    title: 'RESULT',
    cell: ({ result }) => ({ text: result, style: styles[result] }),
  },
  { name: 'found', title: '', cell: ({ found }) => ({ text: found }), isWhole: true },
];

const indent = '    ';

/** A line for each step, and below it the next thing to do. */
export async function diagnosisText(
  { steps }: Pick<Diagnosis, 'steps'>,
  style: TableStyle,
): Promise<string> {
  const { Table } = await import('../output/table.ts');
  const table = await Table.of(columns, style, steps);
  const parts = [await table.header()];
  for (const step of steps) {
    parts.push(await table.row(step));
    if (step.next !== null) parts.push(await nextText(step.next, style));
  }
  return parts.join('');
}

async function nextText(next: string, style: TableStyle): Promise<string> {
  const { fitInto } = style;
  const text = shownText({ text: `next: ${next}` }, style);
  if (!Number.isFinite(fitInto)) return `${indent}${text}\n`;
  const { wrapped } = await import('../output/measure.ts');
  const lines = wrapped(text, Math.max(1, fitInto - indent.length));
  return lines.map((line) => `${indent}${line}\n`).join('');
}
