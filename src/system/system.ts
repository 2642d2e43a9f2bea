import type { Readable, Writable } from 'node:stream';
import type { StopSignal } from '../errors.ts';

export interface Clock {
  now(): number;
  /** Milliseconds that never jump, from a start that all processes of this machine share. */
  elapsed(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** @returns cancels the timer */
  timer(ms: number, callback: () => void): () => void;
}

export interface TextSink {
  readonly stream: Writable;
  readonly isTTY: boolean;
  /** True where what is written is read by nobody, since the stream was closed at the start. */
  readonly isClosed: boolean;
  readonly isPiped: boolean;
  /** Width of a terminal; any other stream has none. */
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
  /** Id, dash and, on Linux, the start: a later process with this id has another name. */
  processKey: string;
  isRunning(processKey: string): boolean;
  userId: number | undefined;
  /** Reads a file of the built program, which may lie inside an executable. */
  readAsset(name: string): Buffer;
  homeDirectory: string | undefined;
  stdin: TextSource;
  stdout: TextSink;
  stderr: TextSink;
  clock: Clock;
  random(): number;
  onStopSignal(listener: (signal: StopSignal) => void): void;
  /** Listens to the end of a stop, as by `fg`. @returns stops listening */
  onContinue(listener: () => void): () => void;
}
