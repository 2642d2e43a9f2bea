import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import type { Failure } from '../errors.ts';
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
    throw error;
  }
  let isHeld = true;
  return () => {
    if (isHeld) removeTicket(file, host, ticket, true);
    isHeld = false;
  };
}

function ticketsIn(file: string, host: Host, own: string): string[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const marked = (sign: string) =>
    lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1));
  const released = new Set(marked('-'));
  return marked('+').filter(
    (ticket) =>
      ticketPattern.test(ticket) &&
      (ticket === own || (!released.has(ticket) && isLive(ticket, host))),
  );
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
    if (isLast) truncateSync(file);
    else append(file, `-${ticket}`);
  } catch {
    // The ticket ends with this process.
  }
}

function append(file: string, line: string): void {
  appendFileSync(file, `\n${line}\n`, { mode: 0o600 });
}

function idOf(ticket = ''): string {
  return ticket.split(/[-.]/)[0] ?? '';
}
