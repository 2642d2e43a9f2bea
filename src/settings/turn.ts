import { appendFileSync, readFileSync, truncateSync } from 'node:fs';
import type { Surroundings } from '../core/surroundings.ts';
import { Failure, systemCode } from '../errors.ts';

type Host = Pick<Surroundings, 'clock' | 'random' | 'processId' | 'isAlive'>;

const patienceMs = 10_000;

/** Of one width, so that a line that a full disk has cut is no ticket. */
const ticketPattern = /^[+-]\d+\.\d{12}$/;

/** The tickets of this process. Its id alone says little: in a container every process may be 7. */
const own = new Set<string>();

let issued = 0;

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
  const ticket = newTicket(host);
  own.add(ticket);
  let isMine = false;
  try {
    await turn(queueFile, host, ticket);
    isMine = true;
    return await work();
  } finally {
    own.delete(ticket);
    leaveQueue(queueFile, host, ticket, isMine);
  }
}

function newTicket({ processId, random }: Host): string {
  issued += 1;
  const number = (Math.floor(random() * 1e12) + issued) % 1e12;
  return `${processId}.${String(number).padStart(12, '0')}`;
}

async function turn(queueFile: string, host: Host, ticket: string): Promise<void> {
  const { clock, random } = host;
  const start = clock.elapsed();
  for (;;) {
    const waiting = readQueue(queueFile, host);
    if (waiting[0] === ticket) return;
    // A queue is emptied by the one whose turn it is, and may take a new ticket with it.
    if (!waiting.includes(ticket)) appendFileSync(queueFile, `\n+${ticket}\n`, { mode: 0o600 });
    else if (clock.elapsed() - start > patienceMs) throw stuck(queueFile, waiting[0] ?? '');
    else await clock.sleep(5 + random() * 20);
  }
}

/** The tickets that are neither done nor of a dead process, in order. */
function readQueue(queueFile: string, host: Host): string[] {
  const lines = readLines(queueFile).filter((line) => ticketPattern.test(line));
  const done = new Set(lines.filter((line) => line.startsWith('-')).map((line) => line.slice(1)));
  return lines
    .filter((line) => line.startsWith('+'))
    .map((line) => line.slice(1))
    .filter((ticket) => own.has(ticket) || (!done.has(ticket) && isHeld(ticket, host)));
}

function isHeld(ticket: string, { processId, isAlive }: Host): boolean {
  const holder = Number(processOf(ticket));
  if (holder === processId || !Number.isSafeInteger(holder) || holder <= 0) return false;
  return isAlive(holder);
}

/** What was written stays written, whether or not the queue can be told. */
function leaveQueue(queueFile: string, host: Host, ticket: string, wasMine: boolean): void {
  try {
    // Emptied by anyone else, it would lose the ticket of the one whose turn it is.
    if (wasMine && readQueue(queueFile, host).length === 0) truncateSync(queueFile);
    else appendFileSync(queueFile, `\n-${ticket}\n`, { mode: 0o600 });
  } catch {
    // The ticket dies with this process.
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function processOf(ticket: string): string | undefined {
  return ticket.split('.')[0];
}

function stuck(queueFile: string, ticket: string): Failure {
  return new Failure('config', `process ${processOf(ticket)} is still writing the config`, {
    hint: `try again; if that process is not a dotaf, remove ${queueFile}`,
  });
}
