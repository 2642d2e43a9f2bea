import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './home.ts';

const tool = 'openssl';

export const hasOpenssl = spawnSync(tool, ['version']).status === 0;

export interface Certificate {
  key: string;
  cert: string;
  file: string;
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** @param names as openssl writes them: `DNS:api.reseller.example,IP:192.0.2.10` */
export function selfSigned(names: string): Certificate {
  return made((folder) =>
    openssl(folder, [
      ...['req', '-x509', ...newKey, '-keyout', 'key.pem', '-out', 'cert.pem', '-days', '2'],
      ...['-subj', '/CN=test', '-addext', `subjectAltName=${names}`],
    ]),
  );
}

/** Signed by the authority that the tests trust. @param days 0 or less for one that has expired */
export function signed(names: string, days = 2): Certificate {
  const { NODE_EXTRA_CA_CERTS: authority = '' } = process.env;
  return made((folder) => {
    openssl(folder, [
      ...['req', ...newKey, '-keyout', 'key.pem', '-out', 'request.pem'],
      ...['-subj', '/CN=test', '-addext', `subjectAltName=${names}`],
    ]);
    openssl(folder, [
      ...['x509', '-req', '-in', 'request.pem', '-out', 'cert.pem', '-days', String(days)],
      ...['-copy_extensions', 'copy', '-CA', authority, '-CAkey', keyBeside(authority)],
    ]);
  });
}

function made(make: (folder: string) => void): Certificate {
  const folder = temporaryFolder();
  make(folder);
  const file = path.join(folder, 'cert.pem');
  return { key: readFileSync(keyBeside(file), 'utf8'), cert: readFileSync(file, 'utf8'), file };
}

function openssl(folder: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(tool, args, { cwd: folder });
  if (status !== 0) throw new Error(String(stderr));
}

function keyBeside(file: string): string {
  return path.join(path.dirname(file), 'key.pem');
}
