import { appendFileSync, readFileSync, truncateSync } from 'node:fs';
import { Failure, systemCode } from '../errors.ts';
import { isRunning, processName } from './process-identity.ts';
import type { Surroundings } from './surroundings.ts';

type Host = Pick<Surroundings, 'clock' | 'random' | 'processId' | 'isAlive' | 'startOf'>;

/** What becomes of those that come while it is another's turn. */
export interface Patience {
  ms: number;
  /** @param process the id of the one whose turn it is */
  givenUp(process: string): Failure;
}

/** Of one width, so that a line that a full disk has cut is no ticket. */
const ticketPattern = /^[+-]\d+(-\d*)?\.\d{12}$/;

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
  const endTurn = await takeTurn(queueFile, host, {
    ms: 10_000,
    givenUp: (process) =>
      new Failure('config', `process ${process} is still writing the config`, {
        hint: `try again; if that process is not a dotaf, remove ${queueFile}`,
      }),
  });
  try {
    return await work();
  } finally {
    endTurn();
  }
}

/** Waits for a turn as `inTurn` does. @returns what ends it */
export async function takeTurn(
  queueFile: string,
  host: Host,
  patience: Patience,
): Promise<() => void> {
  const ticket = newTicket(host);
  own.add(ticket);
  const leave = (wasMine: boolean) => {
    if (own.delete(ticket)) leaveQueue(queueFile, host, ticket, wasMine);
  };
  try {
    await turn(queueFile, host, ticket, patience);
  } catch (error) {
    leave(false);
    throw error;
  }
  return () => leave(true);
}

function newTicket(host: Host): string {
  issued += 1;
  const number = (Math.floor(host.random() * 1e12) + issued) % 1e12;
  return `${processName(host)}.${String(number).padStart(12, '0')}`;
}

async function turn(
  queueFile: string,
  host: Host,
  ticket: string,
  patience: Patience,
): Promise<void> {
  const { clock, random } = host;
  const start = clock.elapsed();
  for (;;) {
    const waiting = readQueue(queueFile, host);
    if (waiting[0] === ticket) return;
    // A queue is emptied by the one whose turn it is, and may take a new ticket with it.
    if (!waiting.includes(ticket)) appendFileSync(queueFile, `\n+${ticket}\n`, { mode: 0o600 });
    else if (clock.elapsed() - start > patience.ms) throw patience.givenUp(processIdOf(waiting[0]));
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

/** One with the id of this process that it has not drawn itself was left by an earlier one. */
function isHeld(ticket: string, host: Host): boolean {
  return processIdOf(ticket) !== String(host.processId) && isRunning(processOf(ticket), host);
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

function processOf(ticket: string): string {
  return ticket.split('.')[0] ?? '';
}

function processIdOf(ticket = ''): string {
  return ticket.split(/[-.]/)[0] ?? '';
}
