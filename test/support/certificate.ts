import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createTempFolder } from './home.ts';

const opensslCommand = 'openssl';

export const hasOpenssl = spawnSync(opensslCommand, ['version']).status === 0;

export interface Certificate {
  key: string;
  cert: string;
  file: string;
}

const keyArgs = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/**
 * @param names subject alternative names in openssl syntax:
 * `DNS:api.reseller.example,IP:192.0.2.10`
 */
export function createSelfSignedCertificate(names: string): Certificate {
  return createOnce(names, (folder) =>
    runOpenssl(folder, [
      ...['req', '-x509', ...keyArgs, '-keyout', 'key.pem', '-out', 'cert.pem', '-days', '2'],
      ...['-subj', '/CN=test', '-addext', `subjectAltName=${names}`],
    ]),
  );
}

/** Signed by the CA that the tests trust; expired if `days` is not positive. */
export function createSignedCertificate(names: string, days = 2): Certificate {
  const { NODE_EXTRA_CA_CERTS: authority = '' } = process.env;
  return createOnce(`signed ${days} ${names}`, (folder) => {
    runOpenssl(folder, [
      ...['req', ...keyArgs, '-keyout', 'key.pem', '-out', 'request.pem'],
      ...['-subj', '/CN=test', '-addext', `subjectAltName=${names}`],
    ]);
    runOpenssl(folder, [
      ...['x509', '-req', '-in', 'request.pem', '-out', 'cert.pem', '-days', String(days)],
      ...['-copy_extensions', 'copy', '-CA', authority, '-CAkey', keyPathFor(authority)],
    ]);
  });
}

const certificates = new Map<string, Certificate>();

function createOnce(id: string, create: (folder: string) => void): Certificate {
  const existing = certificates.get(id);
  if (existing) return existing;
  const folder = createTempFolder();
  create(folder);
  const file = path.join(folder, 'cert.pem');
  const key = readFileSync(keyPathFor(file), 'utf8');
  const certificate = { key, cert: readFileSync(file, 'utf8'), file };
  certificates.set(id, certificate);
  return certificate;
}

function runOpenssl(folder: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(opensslCommand, args, { cwd: folder });
  if (status !== 0) throw new Error(String(stderr));
}

function keyPathFor(file: string): string {
  return path.join(path.dirname(file), 'key.pem');
}
