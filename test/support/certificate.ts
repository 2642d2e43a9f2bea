import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './home.ts';

const tool = 'openssl';

export const hasOpenssl = spawnSync(tool, ['version']).status === 0;

/** Makes a self-signed certificate. */
export function selfSigned(name: string): { key: string; cert: string; file: string } {
  const folder = temporaryFolder();
  const [keyFile, file] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const { status, stderr } = spawnSync(tool, [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-days', '2', '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`],
    ...['-keyout', keyFile, '-out', file],
  ]);
  if (status !== 0) throw new Error(String(stderr));
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(file, 'utf8'), file };
}
