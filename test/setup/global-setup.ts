import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from '../../bin/build.mjs';
import { createSelfSignedCertificate, hasOpenssl } from '../support/certificate.ts';

/**
 * Builds the program and creates a temporary folder for all tests, removed at the end. Also creates
 * a CA certificate, since Node reads NODE_EXTRA_CA_CERTS only at process start.
 */
export default async function globalSetup(): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dotaf-tests-'));
  process.env.TMPDIR = folder;
  if (hasOpenssl)
    process.env.NODE_EXTRA_CA_CERTS = createSelfSignedCertificate('DNS:authority.example').file;
  await build();
  return () => rmSync(folder, { recursive: true, force: true });
}
