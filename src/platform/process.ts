import { fstatSync, type Stats } from 'node:fs';
import { homedir, release, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { WriteStream } from 'node:tty';
import { type StopSignal, systemCode, UnfitFile } from '../errors.ts';
import { jobControl } from './job-control.ts';
import { processStat } from './process-stat.ts';
import type { Clock, Surroundings, TextSink } from './surroundings.ts';

export function processSurroundings(readPart: Surroundings['readPart']): Surroundings {
  return {
    readPart,
    env: environment(),
    get runtime() {
      return `Node ${process.version} on ${process.platform} ${process.arch}, ${release()}`;
    },
    platform: process.platform,
    get processName() {
      return `${process.pid}-${processStat('self')?.startTime ?? ''}`;
    },
    isRunning,
    userId: process.getuid?.(),
    // Throws when somebody has removed it.
    get workingFolder() {
      return process.cwd();
    },
    homeFolder: homeFolder(),
    stdin: {
      get stream() {
        // Node would take a directory for an empty file.
        if (statOf(0)?.isDirectory()) throw new UnfitFile('it is a directory (EISDIR)');
        return process.stdin;
      },
      get isTTY() {
        return process.stdin.isTTY === true;
      },
      get isPiped() {
        return isPiped(0);
      },
    },
    stdout: textSink(process.stdout),
    stderr: textSink(process.stderr),
    clock: systemClock,
    random: Math.random,
    onStopSignal,
    jobControl,
  };
}

/** Waits for nothing but threads: see look-up.ts for those that would hold the process. */
export function leave(exitCode: number): void {
  process.exit(exitCode);
}

/** Where certificates are concerned Node would warn of what is not so: they are always verified. */
function environment(): NodeJS.ProcessEnv {
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED === undefined) return process.env;
  // The command of a secret is another program, and gets all that was set.
  const env = { ...process.env };
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  return env;
}

/** A timer is later than this only if the process did not run. */
const stoppedMs = 2000;

const systemClock: Clock = {
  now: Date.now,
  elapsed: () => Number(process.hrtime.bigint()) / 1e6,
  async sleep(ms, signal) {
    try {
      await delay(ms, undefined, signal ? { signal } : undefined);
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  },
  timer(ms, callback) {
    let timeout: NodeJS.Timeout;
    const start = () => {
      const due = systemClock.elapsed() + ms;
      timeout = setTimeout(() => {
        // The time in which the process was stopped, as by Ctrl-Z, is nobody's delay.
        if (systemClock.elapsed() > due + stoppedMs) start();
        else callback();
      }, ms);
    };
    start();
    return () => clearTimeout(timeout);
  },
  immediate(callback) {
    setImmediate(callback);
  },
};

function textSink(stream: WriteStream): TextSink {
  // Without a listener, a failed write would end the process as well as reject its promise.
  stream.on('error', () => {});
  // Serial consoles report a width of 0, and a spinner that divides by it never ends.
  if (stream.columns === 0) stream.columns = 80;
  return {
    stream,
    isTTY: stream.isTTY === true,
    get columns() {
      return stream.columns > 0 ? stream.columns : 80;
    },
    get rows() {
      return stream.rows > 0 ? stream.rows : 24;
    },
    get colorDepth() {
      return stream.isTTY ? stream.getColorDepth() : 1;
    },
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => (error ? reject(error) : resolve()));
      }),
  };
}

/** A parent that is Node connects a socket in place of a pipe. */
function isPiped(descriptor: number): boolean {
  const stat = statOf(descriptor);
  return stat !== undefined && (stat.isFIFO() || stat.isFile() || stat.isSocket());
}

/** Undefined for a descriptor that is closed. */
function statOf(descriptor: number): Stats | undefined {
  try {
    return fstatSync(descriptor);
  } catch {
    return undefined;
  }
}

/** HOME may be unset or empty, as under cron, or relative; the user database still knows. */
function homeFolder(): string | undefined {
  try {
    const home = homedir();
    return path.isAbsolute(home) ? home : userInfo().homedir || undefined;
  } catch {
    return undefined;
  }
}

function isRunning(name: string): boolean {
  const [id = '', start = ''] = name.split('-');
  if (!/^[1-9]\d{0,9}$/.test(id)) return false;
  try {
    process.kill(Number(id), 0);
  } catch (error) {
    // EPERM says that it runs, and belongs to another user.
    if (systemCode(error) !== 'EPERM') return false;
  }
  return start === '' || (processStat(id)?.startTime ?? start) === start;
}

/** Stays after the first signal: the listener of a spinner, if it were the only one, would exit. */
function onStopSignal(listener: (signal: StopSignal) => void): () => void {
  let isStopping = false;
  const stop = () => {
    process.off('SIGINT', handle);
    process.off('SIGTERM', handle);
  };
  const handle = (signal: StopSignal) => {
    if (isStopping) {
      stop();
      process.kill(process.pid, signal);
    } else {
      isStopping = true;
      listener(signal);
    }
  };
  process.on('SIGINT', handle);
  process.on('SIGTERM', handle);
  return stop;
}
