import { command } from '../cli/command.ts';
import { publishFile } from '../platform/files.ts';

export const metrics = command({
  summary: 'Print balance, tier and expiries as OpenMetrics text',
  declare: (bare) =>
    bare.option(
      '--out <file>',
      'replace this file in one step (mode 0644, since collectors run as another user)',
    ),

  async run(context, { out }) {
    const { readMetrics } = await import('../account/metrics.ts');
    const answer = await readMetrics(context);
    if (out === undefined) return answer;
    publishFile(out, answer.text);
    return { ...answer, text: '' };
  },
});
