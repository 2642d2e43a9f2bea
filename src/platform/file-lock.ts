import { closeSync, constants, ftruncateSync, writeSync } from 'node:fs';
import { type Failure, fileFailure, systemCode, UnfitFile } from '../errors.ts';
import { openRegularFile, readRegularFile } from './regular-file.ts';
import type { Surroundings } from './surroundings.ts';

type Host = Pick<Surroundings, 'clock' | 'random' | 'processName' | 'isRunning'>;

export interface LockTimeout {
  ms: number;
  failure(holderId: string): Failure;
}

/** The number has one width, so that a line cut by a full disk is not taken for a ticket. */
const ticketPattern = /^[1-9]\d{0,9}(-\d*)?\.\d{12}$/;

/**
 * Waits for a lock. Each process appends a ticket to one file, which is atomic; the first ticket of a
 * living process is that of the holder, and a killed one holds nobody up. @returns releases the lock
 */
export async function acquire(file: string, host: Host, timeout: LockTimeout): Promise<() => void> {
  const { clock, random, processName } = host;
  const ticket = `${processName}.${String(Math.floor(random() * 1e12)).padStart(12, '0')}`;
  const start = clock.elapsed();
  try {
    for (;;) {
      const waiting = ticketsIn(file, host, ticket);
      if (waiting[0] === ticket) break;
      // The holder empties the file when it is done, and may take a new ticket with it.
      if (!waiting.includes(ticket)) append(file, `+${ticket}`);
      else if (clock.elapsed() - start > timeout.ms) throw timeout.failure(idOf(waiting[0]));
      else await clock.sleep(5 + random() * 20);
    }
  } catch (error) {
    removeTicket(file, host, ticket, false);
    if (!(error instanceof UnfitFile)) throw error;
    throw fileFailure('io', `cannot use the lock '${file}'`, error, 'remove it');
  }
  let isHeld = true;
  return () => {
    if (isHeld) removeTicket(file, host, ticket, true);
    isHeld = false;
  };
}

function ticketsIn(file: string, host: Host, own: string): string[] {
  const lines = linesIn(file);
  const marked = (sign: string) =>
    lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1));
  const released = new Set(marked('-'));
  return marked('+').filter(
    (ticket) =>
      ticketPattern.test(ticket) &&
      (ticket === own || (!released.has(ticket) && isLive(ticket, host))),
  );
}

function linesIn(file: string): string[] {
  try {
    return readRegularFile(file).toString('utf8').split('\n');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function isLive(ticket: string, host: Host): boolean {
  const [holder = ''] = ticket.split('.');
  if (idOf(holder) !== idOf(host.processName)) return host.isRunning(holder);
  // An earlier process may have had the same id: in a container every process may be 7.
  return holder === host.processName && !holder.endsWith('-');
}

function removeTicket(file: string, host: Host, ticket: string, isHolder: boolean): void {
  try {
    // Emptied by another process, the file would lose the ticket of the holder.
    const isLast = isHolder && ticketsIn(file, host, ticket).every((other) => other === ticket);
    if (isLast) write(file, 0, ftruncateSync);
    else append(file, `-${ticket}`);
  } catch {
    // The ticket ends with this process.
  }
}

function append(file: string, line: string): void {
  write(file, constants.O_CREAT, (descriptor) => writeSync(descriptor, `\n${line}\n`));
}

function write(file: string, create: number, work: (descriptor: number) => void): void {
  const { O_WRONLY, O_APPEND } = constants;
  const descriptor = openRegularFile(file, O_WRONLY | O_APPEND | create);
  try {
    work(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function idOf(ticket = ''): string {
  return ticket.split(/[-.]/)[0] ?? '';
}
