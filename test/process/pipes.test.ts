import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTempFolder } from '../support/home.ts';
import { startSandboxWithEnv } from '../support/loopback-server.ts';
import { runProcess, runShell, startProcess, waitForExit } from '../support/spawn.ts';

it('ends quietly when the reader closes the pipe', async () => {
  const line = 'dotaf domains ls --sandbox --json | head -c 10; echo "|$?"';
  expect(await runShell(`set -o pipefail; ${line}`)).toEqual({
    stdout: '[{"domain"|0\n',
    stderr: '',
    code: 0,
  });
});

/** Checks 1,500 names, whose rows fill a pipe buffer twice. */
async function startLongRun() {
  const names = Array.from({ length: 1500 }, (_, index) => `n${index}.af`);
  const env = { ...(await startSandboxWithEnv()), DOTAF_RATE_LIMIT: '1000000/1s' };
  const child = startProcess(['check', '-', '--json'], { env });
  child.stdin?.on('error', () => {});
  child.stdin?.end(names.join('\n'));
  return { child, names };
}

it('stops sending requests when the reader closes the pipe', async () => {
  const { child } = await startLongRun();
  child.stdout?.once('data', () => child.stdout?.destroy());
  const { stderr, code } = await waitForExit(child);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
});

it('gives a slow reader all rows in order', async () => {
  const { child, names } = await startLongRun();
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    for (let waits = 0; waits < 50; waits += 1) await turn();
  }
  const rows = text.trim().split('\n');
  expect(rows.map((row) => JSON.parse(row).domain)).toEqual(names);
  expect(text.endsWith('}\n')).toBe(true);
});

it('writes a large answer completely', async () => {
  const jq = '[range(300) as $i | .]';
  const { stdout, code } = await runProcess(['domains', 'ls', '--sandbox', '--jq', jq]);
  expect(code).toBe(0);
  expect(stdout.length).toBeGreaterThan(1_000_000);
  expect(JSON.parse(stdout)).toHaveLength(300);
});

it.skipIf(process.platform !== 'linux')('reports a full disk while printing rows', async () => {
  const { stderr, code } = await runShell('dotaf check a.af b.af --sandbox --json > /dev/full');
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'io',
    message: 'cannot write to stdout: the disk is full (ENOSPC)',
  });
  expect(code).toBe(10);
  // With a full stderr, the exit code is the only report of the error.
  expect(await runShell('dotaf check bad_name 2> /dev/full')).toMatchObject({
    stdout: '',
    code: 2,
  });
});

it.each([
  ['stderr', 'dotaf check kabul --sandbox --jq .domain 2>&-', 'kabul.af\n'],
  ['stdin', 'dotaf check kabul.af --sandbox --jq .domain <&-', 'kabul.af\n'],
  ['stdin, which it reads', 'dotaf check - --sandbox --json -q <&-', ''],
  ['all three', 'dotaf check kabul.af --sandbox <&- >&- 2>&-', ''],
])('works with closed %s', async (_, line, stdout) => {
  expect(await runShell(line)).toEqual({ stdout, stderr: '', code: 0 });
});

it('does not wait for an open stdin', async () => {
  expect((await waitForExit(startProcess(['tier', '--sandbox']))).code).toBe(0);
});

it('completes the --out file after the reader closes stdout', async () => {
  const names = Array.from({ length: 300 }, (_, at) => `name-${at}.af`).join('\n');
  const env = await startSandboxWithEnv();
  const out = path.join(createTempFolder(), 'answers.jsonl');
  const { code } = await runShell(
    `printf '${names}\nbad_name' | dotaf check - --out ${out} -q | head -1 > /dev/null; exit \${PIPESTATUS[1]}`,
    { env: { ...env, DOTAF_RATE_LIMIT: '100000/1s' } },
  );
  expect(code).toBe(9);
  expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(301);
});

describe('check without a name', () => {
  const check = 'dotaf check --sandbox --jq .domain';

  it.each([
    ['a pipe', `echo kabul.af | ${check}`],
    ['a file', `${check} < <(echo kabul.af)`],
  ])('reads %s', async (_, line) => {
    expect(await runShell(line)).toMatchObject({ stdout: 'kabul.af\n', code: 0 });
  });

  it.each([
    ['the null device', `${check} < /dev/null`],
    ['a stdin that is closed', `${check} <&-`],
  ])('does not wait for %s', async (_, line) => {
    const { stdout, stderr, code } = await runShell(line);
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
    expect(stderr).toContain('"message":"no name is given"');
  });

  it('treats an empty pipe as an empty list', async () => {
    expect(await runShell(`true | ${check}`)).toMatchObject({
      stdout: '',
      stderr: 'note: stdin holds no names\n',
      code: 0,
    });
  });
});
