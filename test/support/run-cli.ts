import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import nock from 'nock';
import type { TerminationSignal } from '../../src/errors.ts';
import { main } from '../../src/main.ts';
import type { EnvironmentVariables, System, TextSink } from '../../src/system/system.ts';
import { readDistFile } from './dist-files.mjs';
import { credentials } from './fixtures.ts';
import { createTempFolder } from './home.ts';
import { assertJsonSchema } from './json-schema.ts';
import { TestClock } from './test-clock.ts';

export interface CliResult {
  stdout: string;
  stderr: string;
  code: number;
}

export interface CliOptions {
  env?: EnvironmentVariables;
  stdin?: string | Readable;
  tty?: { stdin?: boolean; stdout?: boolean; stderr?: boolean };
  columns?: number;
  clock?: TestClock;
  timeZone?: string;
  random?: number;
  platform?: NodeJS.Platform;
  homeDirectory?: string | undefined;
  userId?: number;
  /** Receives the function that delivers a signal to the program. */
  onStart?: (signal: (signal: TerminationSignal) => void) => void;
}

/** Runs the program in this process, and validates its JSON output. */
export async function runCli(argv: string[], options: CliOptions = {}): Promise<CliResult> {
  const { tty = {}, columns = 80, stdin, clock = new TestClock(), timeZone = 'UTC' } = options;
  const stdout = createRecordingSink(tty.stdout === true, columns);
  const stderr = createRecordingSink(tty.stderr === true, columns);
  const system: System = {
    env: options.env ?? { ...credentials, DOTAF_HOME: createTempFolder() },
    runtime: 'Node v22.0.0 on linux x64, 6.1.0',
    platform: options.platform ?? 'linux',
    processKey: `${process.pid}-`,
    isRunning: (name) => [process.pid, process.ppid].includes(Number(name.split('-')[0])),
    userId: 'userId' in options ? options.userId : process.getuid?.(),
    readAsset: readDistFile,
    homeDirectory: 'homeDirectory' in options ? options.homeDirectory : uniqueHome(),
    stdin: {
      stream: stdin instanceof Readable ? stdin : Readable.from([stdin ?? '']),
      isTTY: tty.stdin === true,
      isPiped: stdin !== undefined && tty.stdin !== true,
    },
    stdout: stdout.sink,
    stderr: stderr.sink,
    clock,
    // The Swedish locale formats dates as YYYY-MM-DD.
    today: () => new Intl.DateTimeFormat('sv', { timeZone }).format(clock.now()),
    random: () => options.random ?? 0.5,
    onStopSignal(listener) {
      options.onStart?.(listener);
    },
    onContinue: () => () => {},
  };
  // nock would intercept the requests to the embedded sandbox.
  if (argv.includes('--sandbox')) nock.restore();
  const code = await main(argv, system);
  const session = { stdout: stdout.text(), stderr: stderr.text(), code };
  assertJsonSchema(argv, session);
  return session;
}

export function runSandboxCli(argv: string[], options: CliOptions = {}): Promise<CliResult> {
  return runCli([...argv, '--sandbox'], { env: { DOTAF_HOME: createTempFolder() }, ...options });
}

/** Creates no folder, since few runs use it: thousands of folders would take seconds. */
function uniqueHome(): string {
  return path.join(tmpdir(), `dotaf-home-${randomUUID()}`);
}

export function createRecordingSink(
  isTTY: boolean,
  columns: number,
): { sink: TextSink; text(): string } {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _, callback) {
      chunks.push(String(chunk));
      callback();
    },
  });
  // Methods of tty.WriteStream; `_isStdio` keeps stream.pipeline from closing the stream.
  const terminal = { isTTY, columns, cursorTo() {}, clearLine() {}, moveCursor() {} };
  Object.assign(stream, { ...terminal, _isStdio: true });
  const sink: TextSink = {
    stream,
    isTTY,
    isPiped: !isTTY,
    columns,
    colorDepth: isTTY ? 8 : 1,
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => (error ? reject(error) : resolve()));
      }),
  };
  return { sink, text: () => chunks.join('') };
}
