import { closeSync, constants, truncateSync, writeSync } from 'node:fs';
import type { Failure } from '../errors.ts';
import { openRegularFile, readOwnFile } from './files.ts';
import type { Surroundings } from './surroundings.ts';

type Host = Pick<Surroundings, 'clock' | 'random' | 'processName' | 'isRunning'>;

/**
 * Every process appends a ticket to one file, which is atomic; the first ticket of a running process
 * that is not released holds the lock, so a killed one blocks nobody. @returns releases the lock
 */
export async function acquire(
  file: string,
  host: Host,
  timeoutMs: number,
  failure: (holderId: string) => Failure,
): Promise<() => void> {
  const { clock, random, processName } = host;
  const ticket = `${processName}.${String(Math.floor(random() * 1e12)).padStart(12, '0')}`;
  const start = clock.elapsed();
  const release = () => {
    try {
      // The lines of others that come at this moment are lost, and they write them again.
      if (ticketsIn(file, host, ticket).join() === ticket) truncateSync(file);
      else append(file, `-${ticket}`);
    } catch {
      // The ticket ends with this process.
    }
  };
  try {
    for (;;) {
      const waiting = ticketsIn(file, host, ticket);
      const [holder = ''] = waiting;
      if (holder === ticket) return release;
      if (!waiting.includes(ticket)) append(file, `+${ticket}`);
      else if (clock.elapsed() - start <= timeoutMs) await clock.sleep(5 + random() * 20);
      else throw failure(`${Number.parseInt(holder, 10)}`);
    }
  } catch (error) {
    release();
    throw error;
  }
}

function ticketsIn(file: string, { isRunning }: Host, own: string): string[] {
  const tickets = new Set<string>();
  const text = readOwnFile(file, 'the lock', 'io', 'remove it') ?? '';
  // The number has one width, so that a line cut by a full disk is not taken for a ticket.
  for (const [, sign, ticket = '', holder = ''] of text.matchAll(/^([+-])((.+)\.\d{12})$/gm)) {
    if (sign === '-') tickets.delete(ticket);
    else if (ticket === own || isRunning(holder)) tickets.add(ticket);
  }
  return [...tickets];
}

function append(file: string, line: string): void {
  const { O_WRONLY, O_APPEND, O_CREAT } = constants;
  const descriptor = openRegularFile(file, O_WRONLY | O_APPEND | O_CREAT);
  try {
    writeSync(descriptor, `\n${line}\n`);
  } finally {
    closeSync(descriptor);
  }
}
