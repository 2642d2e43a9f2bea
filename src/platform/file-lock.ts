import { closeSync, constants, truncateSync, writeSync } from 'node:fs';
import { type Failure, fileFailure, systemCode, UnfitFile } from '../errors.ts';
import { openRegularFile, readRegularFile } from './files.ts';
import type { Surroundings } from './surroundings.ts';

type Host = Pick<Surroundings, 'clock' | 'random' | 'processName' | 'isRunning'>;

export interface LockTimeout {
  ms: number;
  failure(holderId: string): Failure;
}

/** The number has one width, so that a line cut by a full disk is not taken for a ticket. */
const ticketPattern = /^[1-9]\d{0,9}(-\d*)?\.\d{12}$/;

/**
 * Each process appends a ticket to one file, which is atomic; the first ticket of a running process
 * that is not released holds the lock, so a killed one blocks nobody. @returns releases the lock
 */
export async function acquire(file: string, host: Host, timeout: LockTimeout): Promise<() => void> {
  const { clock, random, processName } = host;
  const ticket = `${processName}.${String(Math.floor(random() * 1e12)).padStart(12, '0')}`;
  const start = clock.elapsed();
  const release = (isHolder: boolean) => {
    try {
      // The lines of others that come at this moment are lost, and they write them again.
      const isLast = isHolder && ticketsIn(file, host, ticket).join() === ticket;
      if (isLast) truncateSync(file);
      else append(file, `-${ticket}`);
    } catch {
      // The ticket ends with this process.
    }
  };
  try {
    for (;;) {
      const waiting = ticketsIn(file, host, ticket);
      if (waiting[0] === ticket) return () => release(true);
      if (!waiting.includes(ticket)) append(file, `+${ticket}`);
      else if (clock.elapsed() - start > timeout.ms) throw timeout.failure(idOf(waiting[0]));
      else await clock.sleep(5 + random() * 20);
    }
  } catch (error) {
    release(false);
    if (!(error instanceof UnfitFile)) throw error;
    throw fileFailure('io', `cannot use the lock '${file}'`, error, 'remove it');
  }
}

/** In the order in which they were taken; the last line of a ticket counts. */
function ticketsIn(file: string, host: Host, own: string): string[] {
  const tickets = new Set<string>();
  for (const line of linesIn(file)) {
    if (line.startsWith('+')) tickets.add(line.slice(1));
    if (line.startsWith('-')) tickets.delete(line.slice(1));
  }
  const isHeld = (ticket: string) =>
    ticket === own || (ticketPattern.test(ticket) && isHolderRunning(ticket, host));
  return [...tickets].filter(isHeld);
}

function linesIn(file: string): string[] {
  try {
    return readRegularFile(file).toString('utf8').split('\n');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function isHolderRunning(ticket: string, { processName, isRunning }: Host): boolean {
  const [holder = ''] = ticket.split('.');
  if (idOf(holder) !== idOf(processName)) return isRunning(holder);
  // An earlier process may have had the same id: in a container every process may be 7.
  return holder === processName && !holder.endsWith('-');
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

function idOf(ticket = ''): string {
  return ticket.split(/[-.]/)[0] ?? '';
}
