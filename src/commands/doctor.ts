import { oneCommand } from '../cli/command.ts';
import { formatOptions } from '../cli/option-rules.ts';
import type { Diagnosis } from '../doctor/step.ts';

export const doctor = oneCommand({
  summary: 'Test each step of a request, and say what to do next',
  declare: (command) =>
    command.option(
      '--report',
      'print plain text for a support ticket: versions and steps, without key, secret and amounts',
    ),
  excludes: { '--report': formatOptions },
  fields: ['ok', 'steps'],

  async run(context): Promise<Diagnosis> {
    const { diagnose } = await import('../doctor/diagnose.ts');
    return diagnose(context);
  },
  exitCode: ({ exitCode }) => exitCode,
  async asText(context, { report }, diagnosis) {
    const { json, jq, csv, fields } = context.options;
    if (json || csv || jq !== undefined || fields !== undefined) return undefined;
    if (report) return (await import('../doctor/report.ts')).reportText(context, diagnosis);
    const { diagnosisText } = await import('../doctor/layout.ts');
    return diagnosisText(diagnosis, await context.output.tableStyle());
  },

  view: () => ({ details: () => [] }),
});
