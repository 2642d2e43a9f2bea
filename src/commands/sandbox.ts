import { defineCommand } from '../cli/command.ts';
import type { CommandContext } from '../cli/context.ts';
import {
  CompletableOption,
  listOption,
  numberOption,
  parseCommaSeparated,
  stringOption,
} from '../cli/options.ts';
import { parseRateLimit } from '../core/dates.ts';
import { CliError, fileError, getSystemErrorCode } from '../errors.ts';
import { openInputFile, readTextInput } from '../system/input.ts';

const faultKinds = ['401', '403', '429', '500', 'reset', 'html', 'slow'];

const faultKindList = faultKinds.join(', ');

export const sandboxCommand = defineCommand({
  summary: 'Run a local server that implements the whole API',
  defineOptions: (cmd) =>
    cmd
      .addOption(
        numberOption('--port <n>', 'port to listen on; 0 picks a free one', 0, 65_535).default(0),
      )
      .addOption(
        stringOption(
          '--rate-limit <rate>',
          'requests in a window (default: 60/60s)',
          parseRateLimit,
          'requests in a window, such as 60/60s',
        ),
      )
      .addOption(numberOption('--latency <ms>', 'wait this long before each answer', 0).default(0))
      .addOption(
        listOption(
          '--fail <kind:percent>',
          `make answers fail: ${faultKindList}; repeatable`,
          (text) => parseCommaSeparated(text, parseFault),
          `a kind and a percentage, such as 500:20; kinds are ${faultKindList}`,
        ).default([], 'none'),
      )
      .addOption(
        new CompletableOption(
          '--data <file>',
          'serve the account in this JSON file; its fields are account_number, balance, currency, credit_limit, prices and domains',
          'files',
        ),
      )
      .option('--seed <text>', 'each seed gives a different account', 'dotaf'),
  rejectsCron: true,
  fields: () => [{ name: 'base_url', label: 'base URL' }, { name: 'key' }, { name: 'secret' }],

  async run(context, { data, rateLimit, latency, fail, port, seed }) {
    const account = data === undefined ? data : await readAccountFile(data, context, seed);
    const server = context.openSandbox({
      port,
      seed,
      account,
      rate: rateLimit,
      latencyMs: latency,
      faults: fail,
    });
    const { baseUrl, key, secret } = await server.catch((error) => {
      if (!getSystemErrorCode(error)) throw error;
      throw fileError(`cannot listen on port ${port}`, error).with({
        hint: 'choose another --port from 1024 to 65535, or 0 for any',
      });
    });
    const { output, signal } = context;
    context.afterOutput(async () => {
      await output.info([
        'paste these lines into another terminal, then: dotaf balance',
        'the sandbox runs until Ctrl-C; nothing in it is real',
      ]);
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      // Do not print an error: Ctrl-C is the normal way to stop the sandbox.
      if (signal.reason instanceof CliError) throw signal.reason.with({ kind: 'silent' });
    });
    return {
      item: { base_url: baseUrl, key, secret },
      page: () => `export DOTAF_BASE_URL=${baseUrl}
export DOTAF_KEY=${key}
export DOTAF_SECRET=${secret}
`,
    };
  },

  description: 'It runs until Ctrl-C. --sandbox on any other command starts its own.',
  examples: {
    'dotaf sandbox': 'until Ctrl-C',
    'dotaf sandbox --port 4010 --fail 500:20': 'a service that fails now and then',
  },
});

/** Parses a `--fail` value: `500:10` makes 10% of the requests fail with HTTP 500. */
function parseFault(text: string) {
  const [, name, percentText] = /^(\w+):(\d{1,3}(?:\.\d+)?)$/.exec(text.trim()) ?? [];
  const kind = faultKinds.find((candidate) => candidate === name);
  const percent = Number(percentText);
  return kind && percent <= 100 ? { kind, percent } : undefined;
}

async function readAccountFile(file: string, { today, signal }: CommandContext, seed: string) {
  const text = await readTextInput(() => openInputFile(file), `'${file}'`, signal);
  const { parseSandboxAccount } = await import('../sandbox/account.ts');
  return parseSandboxAccount(text, today, seed);
}
