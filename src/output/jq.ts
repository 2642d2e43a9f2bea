import { loadJq } from 'jq-wasm/inline';
import { safeText } from '../core/safe-text.ts';
import { Failure } from '../errors.ts';

/**
 * Compiles `--jq`: from a value to lines, strings as they are and everything else as JSON, as
 * `jq -r` prints them.
 */
export async function jqFilter(expression: string): Promise<(value: unknown) => string> {
  const jq = await loadJq();
  const run = (input: unknown) => jq.raw(JSON.stringify(input), expression, ['-c']);
  const fault = run(null);
  if (fault.exitCode === compileError) throw refusal(expression, fault.stderr);
  return (value) => {
    const { stdout, stderr, exitCode } = run(value);
    if (exitCode !== 0) throw refusal(expression, stderr);
    return stdout.split('\n').filter(Boolean).map(printed).join('');
  };
}

const compileError = 3;

function printed(json: string): string {
  return `${safeText(json.startsWith('"') ? String(JSON.parse(json)) : json)}\n`;
}

function refusal(expression: string, stderr: string): Failure {
  const reason = stderr.replace(/^jq: (error: )?/, '').split('\n')[0] ?? '';
  return new Failure('usage', `--jq '${expression}' failed: ${reason}`, {
    hint: 'leave --jq out to see the JSON that it is given',
  });
}
