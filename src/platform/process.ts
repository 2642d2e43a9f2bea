import { readFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { WriteStream } from 'node:tty';
import { type StopSignal, systemCode } from '../errors.ts';
import type { Clock, Surroundings, TextSink } from './surroundings.ts';

/** The surroundings of this process: the one file that touches `process`. */
export function processSurroundings(): Surroundings {
  return {
    env: process.env,
    platform: process.platform,
    processId: process.pid,
    userId: process.getuid?.(),
    isAlive,
    startOf,
    // Asked for when it is needed: somebody may have removed it.
    get workingFolder() {
      return process.cwd();
    },
    homeFolder: homeFolder(),
    stdin: {
      get stream() {
        return process.stdin;
      },
      get isTTY() {
        return process.stdin.isTTY === true;
      },
    },
    stdout: textSink(process.stdout),
    stderr: textSink(process.stderr),
    clock: systemClock,
    random: Math.random,
    onStopSignal,
  };
}

/**
 * Ends the process with a code. Every write has been waited for by then; a look-up of a host name,
 * which cannot be called off and would hold the process for seconds, is not.
 */
export function leave(exitCode: number): void {
  process.exit(exitCode);
}

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
    const timeout = setTimeout(callback, ms);
    return () => clearTimeout(timeout);
  },
  immediate(callback) {
    setImmediate(callback);
  },
};

function textSink(stream: WriteStream): TextSink {
  // A failed write rejects its own promise; without a listener it would also end the process.
  stream.on('error', () => {});
  // Serial consoles and containers tell no width; whoever divides by it would never end.
  if (stream.columns === 0) stream.columns = 80;
  return {
    stream,
    isTTY: stream.isTTY === true,
    get columns() {
      return stream.columns > 0 ? stream.columns : 80;
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

/** HOME may be unset or empty, as under cron or in a container: then the user database knows. */
function homeFolder(): string | undefined {
  const home = homedir();
  if (home !== '') return home;
  try {
    return userInfo().homedir || undefined;
  } catch {
    return undefined;
  }
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    // A process of another user answers EPERM, and lives.
    return systemCode(error) === 'EPERM';
  }
}

/** Known on Linux alone: the 22nd field, counted from behind the name, which may hold anything. */
function startOf(processId: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

/**
 * Our listener stays in place after the first signal: with none of ours left, the one that brings
 * back the cursor of a spinner would end the process at once.
 */
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
