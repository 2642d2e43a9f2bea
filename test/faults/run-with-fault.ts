import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { exitCodeTable } from '../../src/errors.ts';
import { containsSecret } from '../support/contains-secret.ts';
import { credentials } from '../support/fixtures.ts';
import { runCli } from '../support/run-cli.ts';
import { TestClock } from '../support/test-clock.ts';
import { type Fault, startFaultyService } from './fault-server.ts';

const twoNameCheck = ['check', 'kabul.af', 'herat.af'];
/** These request the domain list and the balance in parallel. */
const forecast = ['forecast'];
const statement = ['statement'];

const commands = [
  ['check', 'kabul.af'],
  twoNameCheck,
  ['quote', 'af', '--action', 'renewal'],
  ['domains', 'ls'],
  ['domains', 'show', 'kabul.af'],
  ['balance'],
  ['tier'],
  forecast,
  statement,
];

/** Commands whose output or exit code does not follow from that of a single request. */
const otherCommands = [['doctor'], ['api', '/account/balance']];

const stdinCheck = ['check', '-'];

const login = ['auth', 'login', '--key', credentials.DOTAF_KEY, '--secret-stdin'];

const stdinByCommand = new Map([
  [stdinCheck, 'kabul.af\nherat.af\nghazni.af\n'],
  [login, credentials.DOTAF_SECRET],
]);

const documentedCodes = new Set<number>(exitCodeTable.map(([code]) => code));
documentedCodes.delete(70);

/** A silent server advances the clock by 20 s per attempt. */
const attemptMs = 21_000;
const maxWaitMs = 75_000;

/** Checks what holds for every command: exit code, secrecy, and total duration. */
async function runWithFault(argv: string[], fault: Fault) {
  const clock = new TestClock();
  const { env, requests } = await startFaultyService(fault, clock);
  const stdin = stdinByCommand.get(argv);
  const { stdout, stderr, code } = await runCli(argv, { env, clock, ...(stdin && { stdin }) });
  const session = `dotaf ${argv.join(' ')}: ${code}\n${stdout.slice(0, 1000)}${stderr.slice(0, 1000)}`;
  expect(documentedCodes, session).toContain(code);
  expect(stdout + stderr, session).not.toMatch(/\n {4}at /);
  for (const secret of [credentials.DOTAF_SECRET, credentials.DOTAF_KEY]) {
    expect(containsSecret(stdout + stderr, secret), session).toBe(false);
  }
  if (argv !== stdinCheck) {
    const maxMs = maxWaitMs + requests() * attemptMs;
    expect(clock.elapsed(), session).toBeLessThanOrEqual(maxMs);
  }
  return { stdout, stderr, code, env, session, requests: requests() };
}

export async function runJsonWithFault(argv: string[], fault: Fault): Promise<void> {
  const { stdout, stderr, code, session, requests } = await runWithFault(
    [...argv, '--json'],
    fault,
  );
  // Parallel requests share the fake clock, so the wait of one request may time out another.
  const extraCodes =
    argv === twoNameCheck ? [5, 9] : [forecast, statement].includes(argv) ? [5] : [];
  const codes = [...fault.codes, ...extraCodes];
  expect(codes, session).toContain(code);
  if (!fault.codes.includes(0)) expect(stdout, session).not.toContain('"available"');
  if (fault.message !== undefined && argv[0] === 'balance') {
    const { message } = JSON.parse(stderr).error;
    expect(message.replace(/127\.0\.0\.1:\d+/, 'HOST').split(', 3 att')[0]).toBe(fault.message);
    expect(requests).toBe(code === 8 ? 1 : 3);
  }
  if (code !== 0 && argv !== twoNameCheck) {
    expect(stdout, session).toBe('');
    expect(stderr, session).toMatch(/^{"error":{.*}}\n$/);
  }
}

export async function runEveryCommandWithFault(fault: Fault): Promise<void> {
  for (const argv of commands) await runJsonWithFault(argv, fault);
  for (const argv of [...otherCommands, stdinCheck]) await runWithFault(argv, fault);
  await runLoginWithFault(fault);
}

async function runLoginWithFault(fault: Fault): Promise<void> {
  const { code, env, session } = await runWithFault(login, fault);
  const isStored = existsSync(path.join(env.DOTAF_HOME ?? '', 'config.json'));
  expect(isStored, session).toBe(code === 0);
}

export function toTestCases(faults: readonly Fault[]): [string, Fault][] {
  return faults.map((fault) => [fault.name, fault]);
}
