import { command } from '../cli/command.ts';
import { hidden, listOf } from '../output/common-fields.ts';
import type { Kind } from '../output/kind.ts';

const diagnosisKind: Kind = [
  hidden('ok', 'flag'),
  {
    ...listOf('steps', [{ name: 'step' }, { name: 'result' }, { name: 'found' }, { name: 'next' }]),
    inTables: 'never',
  },
];

export const doctor = command({
  summary: 'Check the connection step by step, and say what to fix',
  declare: (bare) => bare,
  shape: 'one',
  kind: () => diagnosisKind,

  async run(context) {
    const { diagnose, formatSteps } = await import('../doctor/diagnose.ts');
    const { exitCode, ...one } = await diagnose(context);
    return { one, page: (screen) => formatSteps(one.steps, screen), exitCode };
  },

  description: 'The exit code is that of the first step that failed.',
  examples: [['dotaf doctor > report.txt', 'for a support ticket: it holds no secret']],
});
