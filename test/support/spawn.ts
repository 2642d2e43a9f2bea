import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { startSandbox } from '../../src/sandbox/server.ts';
import { temporaryFolder } from './session.ts';

/** How a process ended, and what it left on its two streams. */
export interface Ended {
  stdout: string;
  stderr: string;
  code: number | null;
  signal: NodeJS.Signals | null;
}

export const program = path.join(import.meta.dirname, '../../bin/dotaf.js');

type Variables = Record<string, string>;

/** Nothing of the shell that runs the tests, as under cron. */
export function environment(variables: Variables = {}): Variables {
  return { PATH: process.env.PATH ?? '', DOTAF_HOME: temporaryFolder(), ...variables };
}

export function start(argv: string[], env: Variables = environment()): ChildProcess {
  const child = spawn(process.execPath, [program, ...argv], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Runs the real program to its end. */
export function run(argv: string[], env?: Variables, stdin = ''): Promise<Ended> {
  const child = start(argv, env);
  child.stdin?.on('error', () => {});
  child.stdin?.end(stdin);
  return ended(child);
}

/** Runs a line of `sh`, in which `dotaf` is the real program. */
export function shell(line: string, env: Variables = environment()): Promise<Ended> {
  const script = `dotaf() { "${process.execPath}" "${program}" "$@"; }\n${line}`;
  const child = spawn('/bin/bash', ['-c', script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return ended(child);
}

export async function ended(child: ChildProcess): Promise<Ended> {
  const stdout = textOf(child.stdout);
  const stderr = textOf(child.stderr);
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.once('close', (...end) => resolve(end));
  });
  return { stdout: await stdout, stderr: await stderr, code, signal };
}

/** The first text that a process writes to stdout. */
export function firstText(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => child.stdout?.once('data', (chunk) => resolve(String(chunk))));
}

/** A service of the test itself; `requests` tells when one has arrived. */
export async function serve(answer: RequestListener): Promise<{
  env: Variables;
  arrived: Promise<void>;
}> {
  let isThere = () => {};
  const arrived = new Promise<void>((resolve) => {
    isThere = resolve;
  });
  const server = createServer((request, response) => {
    isThere();
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { env: account(`http://127.0.0.1:${port}`), arrived };
}

/** A sandbox that is never too busy, and the account on it. */
export async function sandbox(): Promise<Variables> {
  const { baseUrl, key, secret, close } = await startSandbox({
    rate: { requests: 1_000_000, windowMs: 1000 },
    now: Date.now,
    delay: async () => {},
  });
  onTestFinished(close);
  return environment({ DOTAF_BASE_URL: baseUrl, DOTAF_KEY: key, DOTAF_SECRET: secret });
}

function account(baseUrl: string): Variables {
  return environment({
    DOTAF_BASE_URL: baseUrl,
    DOTAF_KEY: 'key_of_the_test',
    DOTAF_SECRET: 'secret_of_the_test',
  });
}

/** Gives what has come when the stream ends, also when the test has closed it before. */
function textOf(stream: Readable | null): Promise<string> {
  const chunks: string[] = [];
  return new Promise((resolve) => {
    stream?.setEncoding('utf8').on('data', (chunk) => chunks.push(chunk));
    if (stream === null) resolve('');
    else stream.once('close', () => resolve(chunks.join('')));
  });
}
