import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, root } from '../../bin/build.mjs';
import { createSelfSignedCertificate, hasOpenssl } from '../support/certificate.ts';
import { isBuildCurrent, markBuildStart } from './build-state.ts';

/**
 * Builds the program unless dist is current, and creates a temporary folder for all tests, which is
 * removed at the end unless KEEP is set. Also creates a CA certificate, since Node reads
 * NODE_EXTRA_CA_CERTS only at process start.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dotaf-tests-'));
  process.env.TMPDIR = folder;
  if (hasOpenssl)
    process.env.NODE_EXTRA_CA_CERTS = createSelfSignedCertificate('DNS:authority.example').file;
  if (!isBuildCurrent(root)) {
    const start = new Date();
    await build();
    markBuildStart(root, start);
  }
  return async () => {
    if (process.env.KEEP) process.stdout.write(`\nKEEP: the files are in ${folder}\n`);
    // rmSync would block, so that vitest could not see that the last worker has ended.
    else await rm(folder, { recursive: true });
  };
}
