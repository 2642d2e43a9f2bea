import { readFileSync } from 'node:fs';

/** What Linux tells of a process; undefined elsewhere, and when it has ended. */
export interface ProcessStat {
  processGroup: number;
  /** The group that its terminal listens to; not positive without a terminal of its own. */
  foregroundGroup: number;
  /** Ticks of the clock between the start of the machine and that of the process. */
  startTime: string;
}

/** Reads on after the second field, the name, which may hold anything. */
export function processStat(processId: string): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      processGroup: Number(fields[2]),
      foregroundGroup: Number(fields[5]),
      startTime: fields[19] ?? '',
    };
  } catch {
    return undefined;
  }
}
