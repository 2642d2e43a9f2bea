/* Runs what is measured: programs in processes of their own, and the server that they ask. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const benchDirectory = import.meta.dirname;

export const launcherPath = path.join(benchDirectory, '../../bin/dotaf.js');

export const workFolder = mkdtempSync(path.join(tmpdir(), 'dotaf-bench-'));

/** A file of so many names. */
export function writeNameList(count) {
  const file = path.join(workFolder, `names-${count}.txt`);
  writeFileSync(file, Array.from({ length: count }, (_, index) => `name-${index}.af\n`).join(''));
  return file;
}

/**
 * Runs a program to its end, its output thrown away.
 *
 * @returns its seconds, those of them on a CPU, and the most memory it had, in MB
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
  let used = '';
  child.stdio[3].setEncoding('utf8').on('data', (text) => {
    used += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}`);
  const [megabytes, cpuSeconds] = used.split(' ').map(Number);
  return { seconds: Number(process.hrtime.bigint() - start) / 1e9, cpuSeconds, megabytes };
}

/**
 * Keeps a strict server up while `measure` runs.
 *
 * @param limit requests, window and longest latency, both in milliseconds; none is no limit
 * @returns how many requests it refused, beside the result
 */
export async function withStrictServer(limit, measure) {
  const server = spawn(process.execPath, [
    path.join(benchDirectory, 'server.mjs'),
    ...limit.map(String),
  ]);
  let text = '';
  server.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  await once(server.stdout, 'data');
  const url = `http://127.0.0.1:${text.trim()}/api/v1`;
  const account = { DOTAF_BASE_URL: url, DOTAF_KEY: 'key', DOTAF_SECRET: 'secret' };
  const result = await measure(url, account);
  server.kill('SIGTERM');
  await once(server, 'close');
  return { result, refused: Number(text.trim().split('\n')[1]) };
}

/** The middle one of an odd count. */
export function median(numbers) {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
}
