/* Loaded into a program that is measured: tells on fd 3 the most memory that it had, in MB. */
import { readFileSync, writeSync } from 'node:fs';

/** What the system counts for a child may be what its parent had before: Linux knows better. */
function peak() {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
}

process.on('exit', () => writeSync(3, `${peak()}\n`));
