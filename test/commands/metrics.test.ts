import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createTempFolder } from '../support/home.ts';
import { parseOpenMetrics } from '../support/open-metrics.ts';
import { runSandboxCli } from '../support/run-cli.ts';

it('writes valid OpenMetrics and replaces the file, world-readable', async () => {
  const file = path.join(createTempFolder(), 'dotaf.prom');
  writeFileSync(file, 'old', { mode: 0o600 });
  const session = await runSandboxCli(['metrics', '--out', file]);
  expect(session).toEqual({ stdout: '', stderr: '', code: 0 });
  const values = parseOpenMetrics(readFileSync(file, 'utf8'));
  expect(Object.keys(values)).toHaveLength(5 + 38);
  expect(statSync(file).mode & 0o777).toBe(0o644);
  expect(readdirSync(path.dirname(file))).toEqual(['dotaf.prom']);
});
