import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/home.ts';
import { readOpenMetrics } from '../support/open-metrics.ts';
import { dotafSandbox } from '../support/session.ts';

it('is valid for the whole sandbox, and replaces the file for every user to read', async () => {
  const file = path.join(temporaryFolder(), 'dotaf.prom');
  writeFileSync(file, 'old', { mode: 0o600 });
  const session = await dotafSandbox(['metrics', '--out', file]);
  expect(session).toEqual({ stdout: '', stderr: '', code: 0 });
  const values = readOpenMetrics(readFileSync(file, 'utf8'));
  expect(Object.keys(values)).toHaveLength(5 + 38);
  expect(statSync(file).mode & 0o777).toBe(0o644);
  expect(readdirSync(path.dirname(file))).toEqual(['dotaf.prom']);
});
