import { oneCommand } from '../cli/command.ts';
import { everyPart, listOption, parsed, wholeNumber } from '../cli/options.ts';
import { parseRate } from '../core/periods.ts';
import { Failure } from '../errors.ts';
import { type Fault, faultKinds, parseFault } from '../sandbox/faults.ts';

const kinds = faultKinds.join(', ');

const noFaults: Fault[] = [];

export const sandbox = oneCommand({
  summary: 'Run a local server that implements the whole API',
  declare: (command) =>
    command
      .option(
        '--port <n>',
        'listen here; 0 takes any free port',
        wholeNumber('--port', 0, 65_535),
        0,
      )
      .option(
        '--rate-limit <rate>',
        'requests in a window (default: 60/60s)',
        parsed('--rate-limit', parseRate, 'requests in a window, such as 60/60s'),
      )
      .option('--latency <ms>', 'wait this long before each answer', wholeNumber('--latency', 0), 0)
      .addOption(
        listOption(
          '--fail <kind:percent>',
          `make answers fail: ${kinds}; repeatable`,
          parsed(
            '--fail',
            (text) => everyPart(text, parseFault),
            `a kind and a percentage, such as 500:20; kinds are ${kinds}`,
          ),
        ).default(noFaults, 'none'),
      )
      .option(
        '--data <file>',
        'serve the account in this JSON file; its fields are account_number, balance, currency, credit_limit, prices, domains, taken, and list_total, which is true for lists that state their total',
      )
      .option('--seed <text>', 'another seed, another account', 'dotaf'),
  fields: ['base_url', 'key', 'secret'],

  async run(context, { rateLimit, latency, fail, ...options }) {
    const { openSandbox } = await import('../cli/open-sandbox.ts');
    const { baseUrl, key, secret } = await openSandbox(context, {
      ...options,
      latencyMs: latency,
      faults: fail,
      ...(rateLimit && { rate: rateLimit }),
    });
    return { base_url: baseUrl, key, secret };
  },
  async asText({ options: { json, csv, jq, fields } }, _, { base_url, key, secret }) {
    if (json || csv || (jq ?? fields) !== undefined) return undefined;
    return `export DOTAF_BASE_URL=${base_url}\nexport DOTAF_KEY=${key}\nexport DOTAF_SECRET=${secret}\n`;
  },
  async afterAnswer({ output, signal }) {
    await output.aside([
      'paste these lines into another terminal, then: dotaf balance',
      'the sandbox runs until Ctrl-C; nothing in it is real',
    ]);
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    // A stop is how it is meant to end, so nothing has failed.
    if (signal.reason instanceof Failure) throw signal.reason.with({ isExpected: true });
  },

  view: () => ({ details: () => [] }),
});
