import { command, formatOptions } from '../cli/command.ts';
import { dayOf } from '../core/dates.ts';
import { diagnosisKind } from '../local-kinds.ts';
import { pageOf } from '../output/printer.ts';

export const doctor = command({
  summary: 'Test each step of a request, and say what to do next',
  declare: (bare) =>
    bare.option('--report', 'print plain text for a support ticket, without the credentials'),
  excludes: { '--report': formatOptions },
  kind: () => diagnosisKind,

  async run(context, { report }) {
    const { diagnose, reportOf } = await import('../doctor/diagnose.ts');
    const { exitCode, ...one } = await diagnose(context);
    if (!report) return { one, exitCode };
    return { text: await reportOf(context, one.steps), exitCode };
  },

  page: (_, { surroundings }) =>
    pageOf(async ({ steps }, screen) => {
      const { stepsPage } = await import('../doctor/diagnose.ts');
      return stepsPage(steps, dayOf(surroundings.clock.now()), screen);
    }),
});
