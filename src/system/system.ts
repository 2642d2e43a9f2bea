import type { Readable, Writable } from 'node:stream';
import type { StopSignal } from '../errors.ts';

export interface Clock {
  now(): number;
  /** Monotonic time in milliseconds, comparable across the processes of one machine. */
  elapsed(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** @returns a function that cancels the timer */
  timer(ms: number, callback: () => void): () => void;
}

export interface TextSink {
  readonly stream: Writable;
  readonly isTTY: boolean;
  /** True if the stream was closed at startup, so that output is lost. */
  readonly isClosed: boolean;
  readonly isPiped: boolean;
  /** Width of the terminal; 80 for other streams. */
  readonly columns: number;
  readonly colorDepth: number;
  write(text: string): Promise<void>;
}

export interface TextSource {
  readonly stream: Readable;
  readonly isTTY: boolean;
  readonly isPiped: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface System {
  env: Environment;
  runtime: string;
  platform: NodeJS.Platform;
  /** `<pid>-<start time>`, so that a reused PID gives another key; the time is empty off Linux. */
  processKey: string;
  isRunning(processKey: string): boolean;
  userId: number | undefined;
  /** Reads a bundled file, which may be embedded in an executable. */
  readAsset(name: string): Buffer;
  homeDirectory: string | undefined;
  stdin: TextSource;
  stdout: TextSink;
  stderr: TextSink;
  clock: Clock;
  random(): number;
  onStopSignal(listener: (signal: StopSignal) => void): void;
  /** Listens for SIGCONT, such as after `fg`. @returns a function that stops listening */
  onContinue(listener: () => void): () => void;
}
