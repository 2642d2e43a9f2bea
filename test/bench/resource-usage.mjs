/* Preloaded into measured programs: writes peak memory in MB and CPU time to file descriptor 3. */
import { readFileSync, writeSync } from 'node:fs';

/** Read /proc if possible: getrusage() of a child may include memory from before exec. */
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
