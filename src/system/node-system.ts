import { fstatSync, readFileSync, writeSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { toIsoDate } from '../core/dates.ts';
import { findHomeDirectory } from './app-directories.ts';
import { getProcessKey, isProcessRunning } from './process-key.ts';
import type { Clock, System, TextSink, TextSource } from './system.ts';

export function createNodeSystem(assets: string): System {
  return {
    readAsset(name) {
      try {
        return readFileSync(join(assets, name));
      } catch (error) {
        throw Object.assign(new Error(`there is no ${name}`), {
          code: 'MODULE_NOT_FOUND',
          cause: error,
        });
      }
    },
    env: process.env,
    runtime: `Node ${process.version} on ${process.platform} ${process.arch}, ${release()}`,
    platform: process.platform,
    get processKey() {
      return getProcessKey();
    },
    isRunning: isProcessRunning,
    userId: process.getuid?.(),
    homeDirectory: findHomeDirectory(),
    stdin,
    stdout: createTextSink(1),
    stderr: createTextSink(2),
    clock: systemClock,
    today() {
      const now = new Date();
      return toIsoDate(now.getTime() - now.getTimezoneOffset() * 60_000);
    },
    random: Math.random,
    // Keep listening after the first signal: ora exits the process if it is the only listener.
    onStopSignal(listener) {
      process.on('SIGINT', listener);
      process.on('SIGTERM', listener);
    },
    onContinue(listener) {
      process.on('SIGCONT', listener);
      return () => void process.off('SIGCONT', listener);
    },
  };
}

/** Writes to stderr without opening a stream, which needs a free file descriptor. */
export function writeToStderr(text: string) {
  writeSync(2, text);
}

/**
 * Exits the process. If the terminal was closed, raises SIGHUP instead: `process.exit()` would
 * abort, and the core dump would contain the user's input.
 */
export function exitProcess(exitCode: number) {
  exitOnLostTty();
  process.exit(exitCode);
}

const systemClock: Clock = {
  now: Date.now,
  elapsed: () => Number(process.hrtime.bigint()) / 1e6,
  async sleep(ms, signal) {
    const wait = process.getBuiltinModule('node:timers/promises').setTimeout;
    await wait(ms, undefined, { signal }).catch(() => signal?.throwIfAborted());
  },
  timer(ms, callback) {
    const timeout = setTimeout(callback, ms);
    return () => clearTimeout(timeout);
  },
};

const stdin: TextSource = {
  get stream() {
    if (this.isTTY) handleSighup();
    return process.stdin;
  },
  get isTTY() {
    return isTerminal(0);
  },
  get isPiped() {
    return isPipe(0) || tryStat(0)?.isFile() === true;
  },
};

function createTextSink(descriptor: 1 | 2): TextSink {
  return {
    get stream() {
      return getStream(descriptor);
    },
    get isTTY() {
      return isTerminal(descriptor);
    },
    isPiped: isPipe(descriptor),
    get columns() {
      return getStream(descriptor).columns || 80;
    },
    get colorDepth() {
      return this.isTTY ? getStream(descriptor).getColorDepth() : 1;
    },
    write: (text) =>
      new Promise((resolve, reject) => {
        getStream(descriptor).write(text, (error) => (error ? reject(error) : resolve()));
      }),
  };
}

/** True for pipes, and for sockets, which Node uses as pipes to child processes. */
function isPipe(descriptor: number) {
  const stat = tryStat(descriptor);
  return stat !== undefined && (stat.isFIFO() || stat.isSocket());
}

function getStream(descriptor: 1 | 2) {
  const stream = descriptor === 1 ? process.stdout : process.stderr;
  // A failed write crashes the process if the stream has no error listener.
  if (stream.listenerCount('error') === 0) stream.on('error', () => {});
  // Serial consoles report a width of 0: ora would divide by zero and loop forever.
  if (stream.columns === 0) stream.columns = 80;
  return stream;
}

const terminals = new Set<number>();

/** Tests for a character device first, to avoid loading node:tty for files and pipes. */
function isTerminal(descriptor: number) {
  const isTty = tryStat(descriptor)?.isCharacterDevice() === true && isLiveTerminal(descriptor);
  if (isTty) terminals.add(descriptor);
  return isTty;
}

function isLiveTerminal(terminal: number) {
  return process.getBuiltinModule('node:tty').isatty(terminal);
}

function handleSighup() {
  if (process.stdin.listeners('error').includes(exitOnLostTty)) return;
  process.stdin.on('error', exitOnLostTty);
  process.prependListener('SIGHUP', raiseSighup);
}

function exitOnLostTty() {
  if (![...terminals].every(isLiveTerminal)) raiseSighup();
}

function raiseSighup() {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

function tryStat(descriptor: number) {
  try {
    return fstatSync(descriptor);
  } catch {
    return undefined;
  }
}
