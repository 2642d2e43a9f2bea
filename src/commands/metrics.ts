import { defineCommand } from '../cli/command.ts';
import { addPreferenceOptions, CompletableOption } from '../cli/options.ts';
import { writeWorldReadableFile } from '../system/files.ts';
import { createDomainListSource } from './shared/domain-source.ts';

export const metricsCommand = defineCommand({
  summary: 'Print balance, tier and expiries as OpenMetrics text',
  defineOptions: (cmd) =>
    addPreferenceOptions(cmd, 'domains-file').addOption(
      new CompletableOption(
        '--out <file>',
        'replace this file in one step, with mode 0644',
        'files',
      ),
    ),
  shape: 'text',

  async run(context, { out }) {
    const { collectMetrics } = await import('../account/metrics.ts');
    const { notices, failure, ...result } = await collectMetrics(() =>
      createDomainListSource(context),
    );
    await context.output.printNotices(notices);
    context.lifecycle.afterOutput(() => {
      if (failure !== undefined) throw failure;
    });
    if (out === undefined) return result;
    writeWorldReadableFile(out, result.text);
    return { ...result, text: '' };
  },

  description:
    'For the textfile collector of node_exporter. If the service fails, the text is still complete, ends with # EOF, and says dotaf_up 0.',
  examples: { 'dotaf metrics --out /srv/textfiles/dotaf.prom -q': 'a cron job, every 15 minutes' },
});
