import type { Readable, Writable } from 'node:stream';
import type { IsoDate } from '../core/dates.ts';
import type { TerminationSignal } from '../errors.ts';

export interface Clock {
  now(): number;
  /** Monotonic time in milliseconds, comparable between processes on the same machine. */
  elapsed(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** @returns a function that cancels the timer */
  timer(ms: number, callback: () => void): () => void;
}

export interface TextSink {
  readonly stream: Writable;
  readonly isTTY: boolean;
  readonly isPiped: boolean;
  /** Width of the terminal in columns, or 80 if the stream is not a terminal. */
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
  /**
   * `<pid>-<start time>`, so that a reused PID gives a different key. The start time is empty on
   * systems other than Linux.
   */
  processKey: string;
  isRunning(processKey: string): boolean;
  userId: number | undefined;
  /** Reads a file of the dist folder. */
  readAsset(name: string): Buffer;
  homeDirectory: string | undefined;
  stdin: TextSource;
  stdout: TextSink;
  stderr: TextSink;
  clock: Clock;
  /** Today's date in the time zone of this machine. */
  today(): IsoDate;
  random(): number;
  onStopSignal(listener: (signal: TerminationSignal) => void): void;
  /**
   * Listens for SIGCONT, which the shell sends on `fg`.
   * @returns a function that stops listening
   */
  onContinue(listener: () => void): () => void;
}
