import type { Readable, Writable } from 'node:stream';
import type { StopSignal } from '../errors.ts';

/** Time, as the program is given it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds that never jump, from a start that all processes of this machine share. */
  elapsed(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as that aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls back once after `ms`, unless the returned function is called first. */
  timer(ms: number, callback: () => void): () => void;
  /** Calls back once this turn of the event loop has ended. */
  immediate(callback: () => void): void;
}

/** An output stream: a write is done when the promise is. */
export interface TextSink {
  readonly stream: Writable;
  readonly isTTY: boolean;
  /** Width of the terminal in cells. */
  readonly columns: number;
  /** Colours the terminal can show, as a power of two: 1, 4, 8 or 24. */
  readonly colorDepth: number;
  write(text: string): Promise<void>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything a run gets from the machine it runs on. */
export interface Surroundings {
  env: Environment;
  platform: NodeJS.Platform;
  processId: number;
  /** The user that owns what dotaf writes; undefined on Windows. */
  userId: number | undefined;
  /** Whether a process of this machine still runs. */
  isAlive(processId: number): boolean;
  /** When a process began, in the system's own unit: tells it from a later one with its id. */
  startOf(processId: number): string | undefined;
  workingFolder: string;
  /** The user's home, if there is one. */
  homeFolder: string | undefined;
  stdin: { stream: Readable; isTTY: boolean };
  stdout: TextSink;
  stderr: TextSink;
  clock: Clock;
  /** A number from 0 up to, but not including, 1. */
  random(): number;
  /** Calls back at the first SIGINT or SIGTERM; the second ends the process as usual. */
  onStopSignal(listener: (signal: StopSignal) => void): () => void;
}
