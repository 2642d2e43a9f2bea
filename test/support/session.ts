import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import nock from 'nock';
import type { StopSignal } from '../../src/errors.ts';
import { main } from '../../src/main.ts';
import type { Environment, Surroundings, TextSink } from '../../src/platform/surroundings.ts';
import { TestClock } from '../test-clock.ts';

/** What a session left on the screen, and how it ended. */
export interface Session {
  stdout: string;
  stderr: string;
  code: number;
}

export interface SessionOptions {
  env?: Environment;
  stdin?: string | Readable;
  /** Which of the three are a terminal. */
  tty?: { stdin?: boolean; stdout?: boolean; stderr?: boolean };
  columns?: number;
  clock?: TestClock;
  /** Between 0 and 1; what every random number is. */
  random?: number;
  platform?: NodeJS.Platform;
  homeFolder?: string | undefined;
  /** Receives a function that sends a signal. */
  onStart?: (signal: (signal: StopSignal) => void) => void;
}

/** The service that `nock` stands in for. */
export const baseUrl = 'https://api.reseller.example/api/v1';

export const credentials = {
  DOTAF_BASE_URL: baseUrl,
  DOTAF_KEY: 'key_of_the_test_account',
  DOTAF_SECRET: 'secret_of_the_test_account',
};

/** The replies of the service to one session. */
export function service(): nock.Scope {
  return nock('https://api.reseller.example');
}

export function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'dotaf-test-'));
}

/** Runs the program in this process: argv in; stdout, stderr and exit code out. */
export async function dotaf(argv: string[], options: SessionOptions = {}): Promise<Session> {
  const { tty = {}, columns = 80, stdin = '', clock = new TestClock() } = options;
  const stdout = recorder(tty.stdout === true, columns);
  const stderr = recorder(tty.stderr === true, columns);
  const surroundings: Surroundings = {
    env: options.env ?? { ...credentials, DOTAF_HOME: temporaryFolder() },
    platform: options.platform ?? 'linux',
    processId: process.pid,
    userId: process.getuid?.(),
    isAlive: (processId) => processId === process.pid,
    startOf: () => undefined,
    workingFolder: process.cwd(),
    homeFolder: 'homeFolder' in options ? options.homeFolder : temporaryFolder(),
    stdin: {
      stream: typeof stdin === 'string' ? Readable.from([stdin]) : stdin,
      isTTY: tty.stdin === true,
    },
    stdout: stdout.sink,
    stderr: stderr.sink,
    clock,
    random: () => options.random ?? 0.5,
    onStopSignal(listener) {
      options.onStart?.(listener);
      return () => {};
    },
  };
  const code = await main(argv, surroundings);
  return { stdout: stdout.text(), stderr: stderr.text(), code };
}

/** Runs with no account and no stored config, on the embedded sandbox. */
export function dotafSandbox(argv: string[], options: SessionOptions = {}): Promise<Session> {
  return dotaf([...argv, '--sandbox'], { env: { DOTAF_HOME: temporaryFolder() }, ...options });
}

function recorder(isTTY: boolean, columns: number): { sink: TextSink; text(): string } {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _, callback) {
      chunks.push(String(chunk));
      callback();
    },
  });
  // What a terminal has beyond a stream; the moves of the cursor leave no text.
  Object.assign(stream, { isTTY, columns, cursorTo() {}, clearLine() {}, moveCursor() {} });
  const sink: TextSink = {
    stream,
    isTTY,
    columns,
    colorDepth: isTTY ? 8 : 1,
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => (error ? reject(error) : resolve()));
      }),
  };
  return { sink, text: () => chunks.join('') };
}
