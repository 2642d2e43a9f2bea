import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/*
 * Runs the tests and, at the same time, the static checks. Prints the output of a check only if it
 * fails, and after that of the tests. Arguments go to vitest.
 */

const checks = ['typecheck', 'lint', 'knip'].map(async (script) => {
  const child = spawn('npm', ['run', '--silent', script]);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  return { script, code: await exitCode(child), output: (await output).join('') };
});

const vitest = ['run', 'test:unit', '--silent', '--', ...process.argv.slice(2)];
process.exitCode = await exitCode(spawn('npm', vitest, { stdio: 'inherit' }));

for (const { script, code, output } of await Promise.all(checks)) {
  if (code === 0) continue;
  process.stdout.write(`${output}\nnpm run ${script} failed\n`);
  process.exitCode = 1;
}

function exitCode(child) {
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}
