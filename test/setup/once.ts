import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from '../../bin/build.mjs';

/** Builds what the tests of whole processes run, and gives all tests one folder that goes with them. */
export default async function once(): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dotaf-tests-'));
  process.env.TMPDIR = folder;
  await build();
  return () => rmSync(folder, { recursive: true, force: true });
}
