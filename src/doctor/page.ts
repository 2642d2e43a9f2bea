import type { Context } from '../cli/context.ts';
import { type Day, dayOf } from '../core/dates.ts';
import { type Step, stepKind } from '../local-kinds.ts';
import type { Screen } from '../output/cell.ts';
import { columnsOf, shownFields } from '../output/kind.ts';
import { drawTable } from '../output/table.ts';

/** A row for each step, and below it the next thing to do. */
export function stepsPage(steps: readonly Step[], today: Day, screen: Screen): Promise<string> {
  const rows = steps.flatMap((step) => {
    const next: Step = { ...step, step: '', result: '', found: `next: ${step.next}` };
    return step.next === null ? [step] : [step, next];
  });
  return drawTable(columnsOf(shownFields(stepKind, false), today), rows, screen);
}

/** The same for others to read: no colours, no credentials, and no name of a home folder. */
export async function reportOf(
  { surroundings: { clock, homeFolder } }: Context,
  steps: readonly Step[],
): Promise<string> {
  const plain: Screen = {
    paint: (_, text) => text,
    columns: Number.POSITIVE_INFINITY,
    isUnicode: true,
  };
  const isOfCredentials = ({ step, result }: Step) => step === 'settings' && result === 'ok';
  const told = steps.map((step) => (isOfCredentials(step) ? { ...step, found: 'there' } : step));
  const text = await stepsPage(told, dayOf(clock.now()), plain);
  return homeFolder === undefined ? text : text.replaceAll(homeFolder, '~');
}
