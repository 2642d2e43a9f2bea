/* Benchmark harness: child processes to measure, and the server they query. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const benchDirectory = import.meta.dirname;

export const launcherPath = path.join(benchDirectory, '../../bin/dotaf.js');

export const workFolder = mkdtempSync(path.join(tmpdir(), 'dotaf-bench-'));

/** Writes a list of `count` names. @returns its path */
export function writeNameList(count) {
  const file = path.join(workFolder, `names-${count}.txt`);
  writeFileSync(file, Array.from({ length: count }, (_, index) => `name-${index}.af\n`).join(''));
  return file;
}

/**
 * Runs a program to completion and discards its output.
 *
 * @returns wall time and CPU time in seconds, and peak memory in MB
 */
export async function runMeasured(argv, env = {}) {
  const start = process.hrtime.bigint();
  const child = spawn(
    process.execPath,
    ['--import', path.join(benchDirectory, 'resource-usage.mjs'), ...argv],
    {
      env: { PATH: process.env.PATH, DOTAF_HOME: path.join(workFolder, 'home'), ...env },
      stdio: ['ignore', openSync('/dev/null', 'w'), 'inherit', 'pipe'],
    },
  );
  let usage = '';
  child.stdio[3].setEncoding('utf8').on('data', (text) => {
    usage += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}`);
  const [megabytes, cpuSeconds] = usage.split(' ').map(Number);
  return { seconds: Number(process.hrtime.bigint() - start) / 1e9, cpuSeconds, megabytes };
}

/**
 * Runs a strict server for the duration of `measure`.
 *
 * @param limit requests, window and maximum latency, both in milliseconds; empty for no limit
 * @param certificate paths of a key and a certificate, to answer over https
 * @returns the result, and the number of rejected requests
 */
export async function withStrictServer(limit, measure, certificate) {
  const argv = [path.join(benchDirectory, 'server.mjs'), ...limit.map(String)];
  const tls = certificate && { TLS_KEY: certificate.key, TLS_CERT: certificate.cert };
  const server = spawn(process.execPath, argv, { env: { ...process.env, ...tls } });
  let text = '';
  server.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  await once(server.stdout, 'data');
  const url = `${certificate ? 'https' : 'http'}://127.0.0.1:${text.trim()}/api/v1`;
  const account = { DOTAF_BASE_URL: url, DOTAF_KEY: 'key', DOTAF_SECRET: 'secret' };
  const result = await measure(url, account);
  server.kill('SIGTERM');
  await once(server, 'close');
  return { result, rejectedCount: Number(text.trim().split('\n')[1]) };
}

/** Creates a CA of its own, and a certificate of the loopback address that it has signed. */
export function createCertificate() {
  const file = (name) => path.join(workFolder, name);
  const openssl = (...argv) => execFileSync('openssl', argv, { stdio: 'ignore' });
  const newKey = ['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const [ca, caKey, key, request, cert] = [
    'ca.pem',
    'ca.key',
    'key.pem',
    'csr.pem',
    'cert.pem',
  ].map(file);
  openssl(...newKey, '-x509', '-subj', '/CN=bench', '-keyout', caKey, '-out', ca);
  const names = ['-subj', '/CN=service', '-addext', 'subjectAltName=IP:127.0.0.1'];
  openssl(...newKey, ...names, '-keyout', key, '-out', request);
  const signer = ['-CA', ca, '-CAkey', caKey, '-copy_extensions', 'copy'];
  openssl('x509', '-req', '-in', request, ...signer, '-out', cert);
  return { ca, key, cert };
}

/** Assumes an odd count. */
export function median(numbers) {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)];
}
