/* Loaded into a measured program: writes its peak memory in MB and its CPU time to file descriptor 3. */
import { readFileSync, writeSync } from 'node:fs';

/** The resource usage of a child may count what its parent had before; /proc does not. */
function peakMemoryMb() {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
}

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, `${peakMemoryMb()} ${(user + system) / 1e6}\n`);
});
