import { loadJq } from 'jq-wasm/inline';
import { safeText } from '../core/safe-text.ts';
import { Failure } from '../errors.ts';

/**
 * Compiles `--jq`: from a value to lines, strings as they are and everything else as JSON, as
 * `jq -r` prints them.
 */
export async function jqFilter(expression: string): Promise<(value: unknown) => string> {
  const jq = await loadJq();
  // An expression may start with a hyphen and is no option of jq for all that.
  const run = (input: string) => jq.raw(input, expression, ['-c', '--']);
  const fault = run('null');
  if (fault.exitCode === compileError) throw refusal(expression, fault.stderr);
  return (value) => {
    const input = JSON.stringify(value);
    const { stdout, stderr, exitCode } = run(input);
    if (exitCode !== 0) throw refusal(expression, stderr);
    const safe = hasLineBreak(input) ? safeBetweenTabs : safeBetweenBreaks;
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((json) => `${json.startsWith('"') ? safe(String(JSON.parse(json))) : safeText(json)}\n`)
      .join('');
  };
}

const compileError = 3;

/** Whether the service sent a line break, as JSON writes it: the lines of a script are not its to make. */
function hasLineBreak(json: string): boolean {
  return /\\[nr]/.test(json);
}

/** Breaks that the service did not send are the expression's own, as in `join("\n")`. */
function safeBetweenBreaks(text: string): string {
  return text.replace(/[^\n\t]+/g, safeText);
}

/** A tab harms no line, and `@tsv` needs it. */
function safeBetweenTabs(text: string): string {
  return text.replace(/[^\t]+/g, safeText);
}

function refusal(expression: string, stderr: string): Failure {
  const reason = stderr.replace(/^jq: (error( \([^)]*\))?: )?/, '').split('\n')[0] ?? '';
  return new Failure('usage', `--jq '${expression}' failed: ${reason}`, {
    hint: 'leave --jq out to see the JSON that it is given',
  });
}
