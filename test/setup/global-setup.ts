import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from '../../bin/build.mjs';
import { createSelfSignedCertificate, hasOpenssl } from '../support/certificate.ts';

/**
 * Builds what the tests of whole processes run, and gives all tests one folder that goes with them,
 * and an authority whose certificates they trust, which Node reads only when a process starts.
 */
export default async function globalSetup(): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dotaf-tests-'));
  process.env.TMPDIR = folder;
  if (hasOpenssl)
    process.env.NODE_EXTRA_CA_CERTS = createSelfSignedCertificate('DNS:authority.example').file;
  await build();
  return () => rmSync(folder, { recursive: true, force: true });
}
