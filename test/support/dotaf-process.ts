import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { Session } from './session.ts';

const program = path.join(import.meta.dirname, '../../bin/dotaf.js');

export interface ProcessOptions {
  env?: Record<string, string>;
  stdin?: string;
  workingFolder?: string;
  onStart?: (child: ChildProcess) => void;
}

/** The program as a process of its own: for modes, signals, and several at once. */
export function dotafProcess(argv: string[], options: ProcessOptions = {}): Promise<Session> {
  const { env = {}, stdin = '', workingFolder, onStart } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...argv], {
      env: { PATH: process.env.PATH, ...env },
      cwd: workingFolder,
    });
    const session = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => {
      session.stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      session.stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...session, code: code ?? -1 }));
    child.stdin.on('error', () => {});
    child.stdin.end(stdin);
    onStart?.(child);
  });
}
