import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { exitCodeTable } from '../../src/errors.ts';
import { credentials } from '../support/fixtures.ts';
import { leaks } from '../support/leaks.ts';
import { dotaf } from '../support/session.ts';
import { TestClock } from '../support/test-clock.ts';
import { type Fault, faultyService } from './fault-server.ts';

const pair = ['check', 'kabul.af', 'herat.af'];
/** Asks for the list and for the balance at a time. */
const forecast = ['forecast'];

const commands = [
  ['check', 'kabul.af'],
  pair,
  ['quote', 'af', '--action', 'renewal'],
  ['domains', 'ls'],
  ['domains', 'show', 'kabul.af'],
  ['balance'],
  ['tier'],
  forecast,
];

/** These make something of several answers, of a raw one, or of a failure. */
const others = [['metrics'], ['doctor'], ['api', '/account/balance']];

const list = ['check', '-'];

const login = ['auth', 'login', '--key', credentials.DOTAF_KEY, '--secret-stdin'];

const inputs = new Map([
  [list, 'kabul.af\nherat.af\nghazni.af\n'],
  [login, credentials.DOTAF_SECRET],
]);

const documented = new Set<number>(exitCodeTable.map(([code]) => code));
documented.delete(70);

/** One attempt of each request, and what the clock moves on for a silent server. */
const attemptMs = 21_000;
const maxWaitMs = 75_000;

/** What holds of every command that meets a fault. */
async function meet(argv: string[], fault: Fault) {
  const clock = new TestClock();
  const { env, requests } = await faultyService(fault, clock);
  const stdin = inputs.get(argv);
  const { stdout, stderr, code } = await dotaf(argv, { env, clock, ...(stdin && { stdin }) });
  const session = `dotaf ${argv.join(' ')}: ${code}\n${stdout.slice(0, 1000)}${stderr.slice(0, 1000)}`;
  expect(documented, session).toContain(code);
  expect(stdout + stderr, session).not.toMatch(/\n {4}at /);
  for (const secret of [credentials.DOTAF_SECRET, credentials.DOTAF_KEY]) {
    expect(leaks(stdout + stderr, secret), session).toBe(false);
  }
  // A list waits as long as it takes.
  if (argv !== list) {
    const most = maxWaitMs + requests() * attemptMs;
    expect(clock.elapsed(), session).toBeLessThanOrEqual(most);
  }
  return { stdout, stderr, code, env, session, requests: requests() };
}

/** The schema of what a session prints as JSON is checked on the way. */
export async function meetInJson(argv: string[], fault: Fault): Promise<void> {
  const { stdout, stderr, code, session, requests } = await meet([...argv, '--json'], fault);
  // While one of two requests waits, time passes for the other one, too.
  const more = argv === pair ? [5, 9] : argv === forecast ? [5] : [];
  const codes = [...fault.codes, ...more];
  expect(codes, session).toContain(code);
  if (!fault.codes.includes(0)) expect(stdout, session).not.toContain('"available"');
  if (fault.says !== undefined && argv[0] === 'balance') {
    const { message } = JSON.parse(stderr).error;
    expect(message.replace(/127\.0\.0\.1:\d+/, 'HOST').split(', 3 att')[0]).toBe(fault.says);
    // What is not understood is not asked for again.
    expect(requests).toBe(code === 8 ? 1 : 3);
  }
  if (code !== 0 && argv !== pair) {
    expect(stdout, session).toBe('');
    expect(stderr, session).toMatch(/^{"error":{.*}}\n$/);
  }
}

export async function meetWithEveryCommand(fault: Fault): Promise<void> {
  for (const argv of commands) await meetInJson(argv, fault);
  for (const argv of [...others, list]) await meet(argv, fault);
  await meetAtLogin(fault);
}

/** Nothing is stored that the service has not accepted. */
async function meetAtLogin(fault: Fault): Promise<void> {
  const { code, env, session } = await meet(login, fault);
  const stored = existsSync(path.join(env.DOTAF_HOME ?? '', 'config.json'));
  expect(stored, session).toBe(code === 0);
}

/** For a table of tests. */
export function named(faults: readonly Fault[]): [string, Fault][] {
  return faults.map((fault) => [fault.name, fault]);
}
