import { fstatSync, readFileSync, readSync, type Stats } from 'node:fs';
import { release } from 'node:os';
import type { WriteStream } from 'node:tty';
import { type StopSignal, systemErrorCode, UnusableFileError } from '../errors.ts';
import { homeDirectory } from './files.ts';
import type { Clock, System, TextSink, TextSource } from './system.ts';

export function nodeSystem(readAsset: System['readAsset']): System {
  return {
    readAsset,
    env: process.env,
    runtime: `Node ${process.version} on ${process.platform} ${process.arch}, ${release()}`,
    platform: process.platform,
    get processKey() {
      return `${process.pid}-${readStartTime('self')}`;
    },
    isRunning,
    userId: process.getuid?.(),
    homeDirectory: homeDirectory(),
    stdin,
    stdout: createTextSink(1),
    stderr: createTextSink(2),
    clock: systemClock,
    random: Math.random,
    onStopSignal,
    onContinue,
  };
}

/**
 * Waits for nothing but threads: see look-up.ts for those that would hold the process. Node aborts
 * where it cannot reset a terminal, and a core would hold what was typed there: so a process whose
 * terminal is gone ends by the signal that says so.
 */
export function exitProcess(exitCode: number): void {
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
    // Node would take a directory for an empty file.
    if (tryStat(0)?.isDirectory()) throw new UnusableFileError('it is a directory (EISDIR)');
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
    get isClosed() {
      return isClosed(descriptor);
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

/** A parent that is Node connects a socket in place of a pipe. */
function isPipe(descriptor: number): boolean {
  const stat = tryStat(descriptor);
  return stat !== undefined && (stat.isFIFO() || stat.isSocket());
}

function getStream(descriptor: 1 | 2): WriteStream {
  const stream = descriptor === 1 ? process.stdout : process.stderr;
  // A failed write that nobody listens for would end the process as well as reject its promise.
  if (stream.listenerCount('error') === 0) stream.on('error', () => {});
  // Serial consoles report a width of 0, and a spinner that divides by it never ends.
  if (stream.columns === 0) stream.columns = 80;
  return stream;
}

/**
 * In place of a closed stream Node opens the null device, to be read as well. Other programs do the
 * same for a stream that they ignore, while `> /dev/null` can only be written.
 */
function isClosed(descriptor: number): boolean {
  if (!tryStat(descriptor)?.isCharacterDevice() || isTerminal(descriptor)) return false;
  try {
    readSync(descriptor, Buffer.alloc(1));
    return true;
  } catch {
    return false;
  }
}

const terminals = new Set<number>();

/** Only devices are asked, since asking loads a part of Node. */
function isTerminal(descriptor: number): boolean {
  const isTty = tryStat(descriptor)?.isCharacterDevice() === true && isLiveTerminal(descriptor);
  if (isTty) terminals.add(descriptor);
  return isTty;
}

function isLiveTerminal(terminal: number): boolean {
  return process.getBuiltinModule('node:tty').isatty(terminal);
}

/** While keys are read, libraries listen to SIGHUP, and turn the end of the terminal into an error. */
function handleSighup(): void {
  if (process.stdin.listeners('error').includes(exitOnLostTty)) return;
  process.stdin.on('error', exitOnLostTty);
  process.prependListener('SIGHUP', raiseSighup);
}

function exitOnLostTty(): void {
  if (![...terminals].every(isLiveTerminal)) raiseSighup();
}

function raiseSighup(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

function tryStat(descriptor: number): Stats | undefined {
  try {
    return fstatSync(descriptor);
  } catch {
    return undefined;
  }
}

function isRunning(processKey: string): boolean {
  const [pid = '', startTime = ''] = processKey.split('-');
  if (!/^[1-9]\d{0,9}$/.test(pid)) return false;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (systemErrorCode(error) !== 'EPERM') return false;
  }
  const currentStartTime = readStartTime(pid);
  return startTime === '' || currentStartTime === '' || currentStartTime === startTime;
}

function readStartTime(pid: string): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program may hold blanks, and ends at the last bracket.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** Listens on after the first signal: a spinner's listener, if it were the only one, would exit. */
function onStopSignal(listener: (signal: StopSignal) => void): void {
  process.on('SIGINT', listener);
  process.on('SIGTERM', listener);
}

function onContinue(listener: () => void): () => void {
  process.on('SIGCONT', listener);
  return () => void process.off('SIGCONT', listener);
}
