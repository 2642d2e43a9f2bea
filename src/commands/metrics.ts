import { command } from '../cli/command.ts';
import { domainSource } from '../cli/domain-source.ts';
import { addPreferences, ValueOption } from '../cli/options.ts';
import { writePublicFile } from '../platform/files.ts';

export const metrics = command({
  summary: 'Print balance, tier and expiries as OpenMetrics text',
  declare: (bare) =>
    addPreferences(bare, 'domains-file').addOption(
      new ValueOption('--out <file>', 'replace this file in one step, with mode 0644', 'files'),
    ),
  shape: 'text',

  async run(context, { out }) {
    const { readMetrics } = await import('../account/metrics.ts');
    const { notices, failure, ...answer } = await readMetrics(() => domainSource(context));
    await context.output.report(notices);
    context.end.afterOutput(() => {
      if (failure !== undefined) throw failure;
    });
    if (out === undefined) return answer;
    writePublicFile(out, answer.text);
    return { ...answer, text: '' };
  },

  description:
    'For the textfile collector of node_exporter. If the service fails, the text is still complete, ends with # EOF, and says dotaf_up 0.',
  examples: [['dotaf metrics --out /srv/textfiles/dotaf.prom -q', 'a cron job, every 15 minutes']],
});
