import { appendFileSync, readFileSync, truncateSync } from 'node:fs';
import type { Surroundings } from '../core/surroundings.ts';
import { Failure, systemCode } from '../errors.ts';

type Host = Pick<Surroundings, 'clock' | 'random' | 'processId' | 'isAlive'>;

const patienceMs = 10_000;

/**
 * Runs `work` while no other dotaf of this user runs any in the same queue.
 *
 * Every process appends a ticket to one file, and the first ticket of a living process has its
 * turn. Appending is atomic, so all agree on the order; a killed process holds nobody up, since its
 * ticket dies with it, and nothing is ever taken over from a process that lives.
 */
export async function inTurn<Result>(
  queueFile: string,
  host: Host,
  work: () => Promise<Result>,
): Promise<Result> {
  const ticket = `${host.processId}.${Math.floor(host.random() * 1e12)}`;
  const start = host.clock.elapsed();
  for (;;) {
    const waiting = readQueue(queueFile, host, ticket);
    if (waiting[0] === ticket) break;
    // A queue is emptied by the one whose turn it is, and may take a new ticket with it.
    if (!waiting.includes(ticket)) appendFileSync(queueFile, `\n+${ticket}\n`, { mode: 0o600 });
    else if (host.clock.elapsed() - start > patienceMs) throw stuck(queueFile, waiting[0] ?? '');
    else await host.clock.sleep(5 + host.random() * 20);
  }
  try {
    return await work();
  } finally {
    leaveQueue(queueFile, host, ticket);
  }
}

/** The tickets that are neither done nor of a dead process, in order. */
function readQueue(queueFile: string, host: Host, own: string): string[] {
  const lines = readLines(queueFile);
  const done = new Set(lines.filter((line) => line.startsWith('-')).map((line) => line.slice(1)));
  return lines
    .filter((line) => line.startsWith('+'))
    .map((line) => line.slice(1))
    .filter((ticket) => ticket === own || (!done.has(ticket) && isHeld(ticket, host)));
}

function isHeld(ticket: string, host: Host): boolean {
  const processId = Number(ticket.split('.')[0]);
  return Number.isSafeInteger(processId) && processId > 0 && host.isAlive(processId);
}

function leaveQueue(queueFile: string, host: Host, ticket: string): void {
  const others = readQueue(queueFile, host, ticket).filter((other) => other !== ticket);
  if (others.length === 0) truncateSync(queueFile);
  else appendFileSync(queueFile, `\n-${ticket}\n`);
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function stuck(queueFile: string, ticket: string): Failure {
  return new Failure('config', `process ${ticket.split('.')[0]} is still writing the config`, {
    hint: `try again; if that process is not a dotaf, remove ${queueFile}`,
  });
}
