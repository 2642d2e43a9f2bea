import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { environment } from './home.ts';
import { checkJson } from './json-check.ts';

/** The two streams of a process that has ended, and how it ended. */
export interface Ended {
  stdout: string;
  stderr: string;
  /** Null when a signal ended it. */
  code: number | null;
  signal: NodeJS.Signals | undefined;
}

export interface RunOptions {
  env?: NodeJS.ProcessEnv;
  stdin?: string;
  workingFolder?: string;
  /** The program and its first arguments, in place of Node and the launcher. */
  command?: readonly [string, ...string[]];
  onStart?: (child: ChildProcess) => void;
}

export const program = path.join(import.meta.dirname, '../../bin/dotaf.js');

/** Starts the built program as a process, which ends with the test at the latest. */
export function start(argv: string[], options: RunOptions = {}): ChildProcess {
  const { env = environment(), workingFolder, command = [process.execPath, program] } = options;
  const [file, ...first] = command;
  const child = spawn(file, [...first, ...argv], { env, cwd: workingFolder });
  onTestFinished(() => void child.kill('SIGKILL'));
  options.onStart?.(child);
  return child;
}

/** Runs the built program to its end. JSON is checked. */
export async function run(argv: string[], options: RunOptions = {}): Promise<Ended> {
  const child = start(argv, options);
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.stdin ?? '');
  const end = await ended(child);
  checkJson(argv, end);
  return end;
}

/** Runs a line of bash, in which `dotaf` is the built program. */
export function shell(line: string, { env = environment() }: RunOptions = {}): Promise<Ended> {
  const script = `dotaf() { "${process.execPath}" "${program}" "$@"; }\n${line}`;
  const child = spawn('/bin/bash', ['-c', script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return ended(child);
}

export async function ended(child: ChildProcess): Promise<Ended> {
  const stdout = textOf(child.stdout);
  const stderr = textOf(child.stderr);
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>(
    (resolve, reject) => {
      child.once('error', reject);
      child.once('close', (...end) => resolve(end));
    },
  );
  return { stdout: await stdout, stderr: await stderr, code, signal: signal ?? undefined };
}

/** The first text that a process writes to stdout. */
export function firstText(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => child.stdout?.once('data', (chunk) => resolve(String(chunk))));
}

/** Gives all that has arrived when the stream ends, even if the test has closed it before. */
function textOf(stream: Readable | null): Promise<string> {
  const chunks: string[] = [];
  return new Promise((resolve) => {
    stream?.setEncoding('utf8').on('data', (chunk) => chunks.push(chunk));
    if (stream === null) resolve('');
    else stream.once('close', () => resolve(chunks.join('')));
  });
}
