import { command } from '../cli/command.ts';
import { hiddenField, listField } from '../output/common-fields.ts';
import type { FieldList } from '../output/kind.ts';

const diagnosisFields: FieldList = [
  hiddenField('ok', 'flag'),
  {
    ...listField('steps', [
      { name: 'step' },
      { name: 'result' },
      { name: 'found' },
      { name: 'next' },
    ]),
    inTables: 'never',
  },
];

export const doctor = command({
  summary: 'Check the connection step by step, and say what to fix',
  declare: (bare) => bare,
  shape: 'one',
  kind: () => diagnosisFields,

  async run(context) {
    const { diagnose, formatSteps } = await import('../doctor/diagnose.ts');
    const { exitCode, ...item } = await diagnose(context);
    return { item, page: (screen) => formatSteps(item.steps, screen), exitCode };
  },

  description: 'The exit code is that of the first step that failed.',
  examples: [['dotaf doctor > report.txt', 'for a support ticket: it holds no secret']],
});
