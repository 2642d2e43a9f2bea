import { once } from 'node:events';
import { isJsonObject, stringifyValue } from '../core/json.ts';
import { escapeForTerminal } from '../core/text.ts';
import { CliError, type ErrorCode } from '../errors.ts';
import type { System } from '../system/system.ts';

export type JsonFilter = (json: string) => Promise<string>;

const timeoutMs = 10_000;

const compileErrorExitCode = 3;

/** Runs jq in a worker thread. @throws a `usage` error if the expression is invalid */
export async function createJqFilter(
  expression: string,
  { clock, readAsset }: System,
  signal: AbortSignal,
): Promise<JsonFilter> {
  let code: ErrorCode = 'usage';
  const createError = (reason: string) =>
    new CliError(code, `--jq '${expression}' failed: ${reason}`, {
      hint: 'leave --jq out to see the JSON that it is given',
    });
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(readAsset('jq-worker.js').toString(), {
    stdout: true,
    stderr: true,
    eval: true,
    env: {},
    workerData: { expression, wasm: readAsset('jq.wasm') },
  });
  await once(worker, 'message');
  worker.unref();
  const execute = async (json: string) => {
    const timeout = new AbortController();
    const cancelTimer = clock.timer(timeoutMs, () => timeout.abort());
    try {
      worker.postMessage(json);
      const [output]: unknown[] = await once(worker, 'message', {
        signal: AbortSignal.any([signal, timeout.signal]),
      });
      const { stdout, stderr, exitCode } = isJsonObject(output) ? output : {};
      if (typeof exitCode !== 'number') throw new Error('jq has given no output');
      const [reason = ''] = stringifyValue(stderr)
        .replace(/^jq: (error( \([^)]*\))?: )?/, '')
        .split('\n');
      return { stdout: stringifyValue(stdout), reason, exitCode };
    } catch {
      void worker.terminate();
      signal.throwIfAborted();
      throw createError(`it took more than ${timeoutMs / 1000} s, or all memory`);
    } finally {
      cancelTimer();
    }
  };
  const trial = await execute('null');
  if (trial.exitCode === compileErrorExitCode) throw createError(trial.reason);
  code = 'unexpected_response';
  return async (json) => {
    const { stdout, reason, exitCode } = await execute(json);
    if (exitCode !== 0) throw createError(reason);
    return formatResults(stdout, json);
  };
}

function formatResults(stdout: string, input: string) {
  // If the API data contains line breaks, escape all line breaks in the results, so that the data
  // cannot forge output lines. Otherwise, keep line breaks, since they come from the expression,
  // as in `join("\n")`. Always keep tabs, which `@tsv` prints.
  const unsafe = /\\([nr]|u000[ad])/i.test(input) ? /[^\t]+/g : /[^\n\t]+/g;
  const formatLine = (json: string) =>
    json.startsWith('"')
      ? stringifyValue(JSON.parse(json)).replace(unsafe, escapeForTerminal)
      : escapeForTerminal(json);
  const results = stdout.split('\n').filter(Boolean);
  return results.map((json) => `${formatLine(json)}\n`).join('');
}
