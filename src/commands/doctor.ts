import { command } from '../cli/command.ts';
import { dayOf } from '../core/dates.ts';
import { diagnosisKind } from '../local-kinds.ts';
import { pageOf } from '../output/printer.ts';

export const doctor = command({
  summary: 'Check the connection step by step, and say what to fix',
  declare: (bare) => bare,
  kind: () => diagnosisKind,

  async run(context) {
    const { diagnose } = await import('../doctor/diagnose.ts');
    const { exitCode, ...one } = await diagnose(context);
    return { one, exitCode };
  },

  page: (_, { surroundings }) =>
    pageOf(async ({ steps }, screen) => {
      const { stepsPage } = await import('../doctor/diagnose.ts');
      return stepsPage(steps, dayOf(surroundings.clock.now()), screen);
    }),
});
