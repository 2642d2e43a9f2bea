import { loadJq } from 'jq-wasm/inline';
import { jsonText } from '../core/json.ts';
import { safeText } from '../core/text.ts';
import { Failure } from '../errors.ts';

const compileError = 3;

/** Makes lines of a value, as `jq -r` does. @throws Failure `usage`, and so does the filter */
export async function jqFilter(expression: string): Promise<(value: unknown) => string> {
  const filter = await jqTextFilter(expression);
  return (value) => filter(JSON.stringify(value));
}

/** The same for a text of JSON, whose numbers keep their digits. */
export async function jqTextFilter(expression: string): Promise<(json: string) => string> {
  const jq = await loadJq();
  // Without '--', an expression that starts with a hyphen would be an option of jq.
  const run = (input: string) => jq.raw(input, expression, ['-c', '--']);
  const trial = run('null');
  if (trial.exitCode === compileError) throw failed(expression, trial.stderr);
  return (input) => {
    const { stdout, stderr, exitCode } = run(input);
    if (exitCode !== 0) throw failed(expression, stderr);
    // A line break that the service sent must not make a line; one of the expression may, as in
    // `join("\n")`. A tab breaks no line, and `@tsv` needs it.
    const unsafe = /\\[nr]/.test(input) ? /[^\t]+/g : /[^\n\t]+/g;
    const line = (json: string) =>
      json.startsWith('"') ? jsonText(JSON.parse(json)).replace(unsafe, safeText) : safeText(json);
    const results = stdout.split('\n').filter(Boolean);
    return results.map((json) => `${line(json)}\n`).join('');
  };
}

function failed(expression: string, stderr: string): Failure {
  const reason = stderr.replace(/^jq: (error( \([^)]*\))?: )?/, '').split('\n')[0] ?? '';
  return new Failure('usage', `--jq '${expression}' failed: ${reason}`, {
    hint: 'leave --jq out to see the JSON that it is given',
  });
}
