import type { Readable, Writable } from 'node:stream';
import type { IsoDate } from '../core/dates.ts';
import type { TerminationSignal } from '../errors.ts';

export interface Clock {
  now(): number;
  /** Monotonic time in milliseconds, comparable between processes on the same machine. */
  elapsed(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  timer(ms: number, callback: () => void): () => void;
}

export interface TextSink {
  readonly stream: Writable;
  readonly isTTY: boolean;
  readonly isPiped: boolean;
  readonly columns: number;
  readonly colorDepth: number;
  write(text: string): Promise<void>;
}

export interface TextSource {
  readonly stream: Readable;
  readonly isTTY: boolean;
  readonly isPiped: boolean;
}

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

export interface System {
  env: EnvironmentVariables;
  runtime: string;
  platform: NodeJS.Platform;
  /** `<pid>-<start time>`, since PIDs are reused; only `<pid>-` on systems other than Linux. */
  processKey: string;
  isRunning(processKey: string): boolean;
  userId: number | undefined;
  readAsset(name: string): Buffer;
  homeDirectory: string | undefined;
  stdin: TextSource;
  stdout: TextSink;
  stderr: TextSink;
  clock: Clock;
  today(): IsoDate;
  random(): number;
  onStopSignal(listener: (signal: TerminationSignal) => void): void;
  /** Listens for SIGCONT, which the shell sends on `fg`, until the returned function is called. */
  onContinue(listener: () => void): () => void;
}
