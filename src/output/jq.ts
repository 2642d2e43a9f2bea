import { once } from 'node:events';
import { isObject, toTextOrJson } from '../core/json.ts';
import { escapeForTerminal } from '../core/text.ts';
import { Failure, type FailureCode } from '../errors.ts';
import type { System } from '../platform/surroundings.ts';

export type JsonFilter = (json: string) => Promise<string>;

const mostMs = 10_000;

const compileError = 3;

/**
 * Works as `jq -r` does; numbers keep their digits, and the thread can be ended at any time.
 * @throws Failure `usage` for what fails on any input; the filter: `unexpected_response`
 */
export async function jqFilter(
  expression: string,
  { clock, readAsset }: System,
  signal: AbortSignal,
  closing: AbortSignal,
): Promise<JsonFilter> {
  let code: FailureCode = 'usage';
  const failed = (reason: string) =>
    new Failure(code, `--jq '${expression}' failed: ${reason}`, {
      hint: 'leave --jq out to see the JSON that it is given',
    });
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(readAsset('jq-worker.js').toString(), {
    // The thread prints nothing that is an answer.
    stdout: true,
    stderr: true,
    eval: true,
    env: {},
    workerData: { expression, wasm: readAsset('jq.wasm') },
  });
  const end = () => void worker.terminate();
  closing.addEventListener('abort', end);
  await once(worker, 'message');
  worker.unref();
  const run = async (json: string) => {
    const overdue = new AbortController();
    const cancel = clock.timer(mostMs, () => overdue.abort());
    try {
      worker.postMessage(json);
      const [output]: unknown[] = await once(worker, 'message', {
        signal: AbortSignal.any([signal, overdue.signal]),
      });
      const { stdout, stderr, exitCode } = isObject(output) ? output : {};
      if (typeof exitCode !== 'number') throw new Error('jq has given no output');
      const [reason = ''] = toTextOrJson(stderr)
        .replace(/^jq: (error( \([^)]*\))?: )?/, '')
        .split('\n');
      return { stdout: toTextOrJson(stdout), reason, exitCode };
    } catch {
      end();
      signal.throwIfAborted();
      throw failed(`it took more than ${mostMs / 1000} s, or all memory`);
    } finally {
      cancel();
    }
  };
  const trial = await run('null');
  if (trial.exitCode === compileError) throw failed(trial.reason);
  code = 'unexpected_response';
  return async (json) => {
    const { stdout, reason, exitCode } = await run(json);
    if (exitCode !== 0) throw failed(reason);
    return resultText(stdout, json);
  };
}

function resultText(stdout: string, input: string): string {
  // A line break that the service sent must not make a line; one of the expression may, as in
  // `join("\n")`. A tab breaks no line, and `@tsv` needs it.
  const unsafe = /\\([nr]|u000[ad])/i.test(input) ? /[^\t]+/g : /[^\n\t]+/g;
  const line = (json: string) =>
    json.startsWith('"')
      ? toTextOrJson(JSON.parse(json)).replace(unsafe, escapeForTerminal)
      : escapeForTerminal(json);
  const results = stdout.split('\n').filter(Boolean);
  return results.map((json) => `${line(json)}\n`).join('');
}
