import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { createEnv } from './home.ts';
import { assertJsonSchema } from './json-schema.ts';

export interface ProcessResult {
  stdout: string;
  stderr: string;
  code: number | null;
  signal: NodeJS.Signals | undefined;
}

export interface RunOptions {
  env?: NodeJS.ProcessEnv;
  stdin?: string;
  workingFolder?: string;
  /** By default, Node with the launcher of the built program. */
  command?: readonly [string, ...string[]];
  onStart?: (child: ChildProcess) => void;
}

export const launcherPath = path.join(import.meta.dirname, '../../bin/dotaf.js');

/** Shell script that runs the built program with the arguments of the script. */
export const dotafScript = `exec '${process.execPath}' '${launcherPath}' "$@"`;

export function installProgram(folder: string, name: string, script: string): void {
  writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** Command that runs the built program under a limit of the shell's `ulimit`, such as `-f 0`. */
export function withUlimit(limit: string): [string, ...string[]] {
  return ['sh', '-c', `ulimit ${limit}; exec "$0" "$@"`, process.execPath, launcherPath];
}

/** Starts the built program; it is killed at the end of the test. */
export function startProcess(argv: string[], options: RunOptions = {}): ChildProcess {
  const { env = createEnv(), workingFolder, command = [process.execPath, launcherPath] } = options;
  const [file, ...first] = command;
  const child = spawn(file, [...first, ...argv], { env, cwd: workingFolder });
  onTestFinished(() => void child.kill('SIGKILL'));
  options.onStart?.(child);
  return child;
}

/** Runs the built program to its end, and validates its JSON output. */
export async function runProcess(argv: string[], options: RunOptions = {}): Promise<ProcessResult> {
  const child = startProcess(argv, options);
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.stdin ?? '');
  const end = await waitForExit(child);
  assertJsonSchema(argv, end);
  return end;
}

/** Runs a line of bash in which `dotaf` is the built program. */
export function runShell(
  line: string,
  { env = createEnv() }: RunOptions = {},
): Promise<ProcessResult> {
  const script = `dotaf() { "${process.execPath}" "${launcherPath}" "$@"; }\n${line}`;
  const child = spawn('/bin/bash', ['-c', script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return waitForExit(child);
}

/** Runs a shell line on a terminal, by the program `script` (see `hasScript`). */
export function startOnTerminal(
  line: string,
  env: NodeJS.ProcessEnv,
): ChildProcessWithoutNullStreams {
  const child = spawn('script', ['-qec', line, '/dev/null'], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

export async function waitForExit(child: ChildProcess): Promise<ProcessResult> {
  const stdout = collectText(child.stdout);
  const stderr = collectText(child.stderr);
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>(
    (resolve, reject) => {
      child.once('error', reject);
      child.once('close', (...end) => resolve(end));
    },
  );
  return { stdout: await stdout, stderr: await stderr, code, signal: signal ?? undefined };
}

export function readFirstChunk(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => child.stdout?.once('data', (chunk) => resolve(String(chunk))));
}

/** Collects the text of a stream until it is closed, which a test may do early. */
function collectText(stream: Readable | null): Promise<string> {
  const chunks: string[] = [];
  return new Promise((resolve) => {
    stream?.setEncoding('utf8').on('data', (chunk) => chunks.push(chunk));
    if (stream === null) resolve('');
    else stream.once('close', () => resolve(chunks.join('')));
  });
}
