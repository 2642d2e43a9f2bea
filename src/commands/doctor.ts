import { defineCommand } from '../cli/command.ts';
import { createArrayField, createDataOnlyField } from '../output/field-list.ts';

export const doctorCommand = defineCommand({
  summary: 'Check the connection step by step, and say what to fix',
  fields: () => [
    createDataOnlyField('ok', 'flag'),
    createArrayField('steps', [
      { name: 'step' },
      { name: 'result' },
      { name: 'found' },
      { name: 'next' },
    ]),
  ],

  async run(context) {
    const { runDiagnosis, formatDiagnosis } = await import('../doctor/diagnose.ts');
    const { exitCode, ...item } = await runDiagnosis(context);
    return { item, page: (render) => formatDiagnosis(item.steps, render), exitCode };
  },

  description: 'The exit code is that of the first step that failed.',
  examples: { 'dotaf doctor > report.txt': 'for a support ticket: it holds no secret' },
});
