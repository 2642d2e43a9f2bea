import { command } from '../cli/command.ts';
import { diagnosisKind } from '../local-kinds.ts';

export const doctor = command({
  summary: 'Check the connection step by step, and say what to fix',
  declare: (bare) => bare,
  kind: () => diagnosisKind,

  async run(context) {
    const { diagnose } = await import('../doctor/diagnose.ts');
    const { exitCode, ...one } = await diagnose(context);
    return { one, exitCode };
  },

  async page({ steps }, screen) {
    const { stepsPage } = await import('../doctor/diagnose.ts');
    return stepsPage(steps, screen);
  },

  description: 'The exit code is that of the first step that failed.',
  examples: [
    [
      'dotaf doctor > report.txt',
      'for a support ticket: it holds no secret and no value of an answer',
    ],
  ],
});
