import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { availabilityBody, mockService, shop, wholesale } from '../support/fixtures.ts';
import { createHome, createTempFolder } from '../support/home.ts';
import { type CliOptions, runCli, runSandboxCli } from '../support/run-cli.ts';
import { TestClock } from '../support/test-clock.ts';

it('rejected credentials end the run', async () => {
  const requestedNames: string[] = [];
  mockService()
    .persist()
    .post('/api/v1/domains/check')
    .reply(async (request: Request) => {
      const { domain } = JSON.parse(await request.text());
      if (domain === 'a.af') return [200, availabilityBody(domain)];
      if (domain === 'b.af') return [401, { success: false, error: { code: 'bad_secret' } }];
      requestedNames.push(domain);
      return [503, { success: false }];
    });
  const names = Array.from({ length: 40 }, (_, index) => `c${index}.af`);
  const session = await runCli(['check', 'a.af', 'b.af', ...names, '--json']);
  expect(session.stdout).toMatch(/^{"domain":"a\.af".*}\n$/);
  expect(session.stderr).toContain('"code":"unauthorized"');
  expect(session.stderr).toMatch(/^[^\n]*\n$/);
  expect(session.code).toBe(3);
  expect(requestedNames.length, 'no more than were under way').toBeLessThanOrEqual(14);
  const before = requestedNames.length;
  for (let turns = 0; turns < 200; turns += 1) await turn();
  const duplicates = requestedNames.filter(
    (name, index) => index >= before && requestedNames.indexOf(name) < index,
  );
  expect(duplicates, 'nothing is retried after the end').toEqual([]);
});

it('check --dry-run runs no secret command and writes no file', async () => {
  const folder = createTempFolder();
  const secret_command = `touch '${folder}/has-run'; echo a_secret`;
  const profiles = [{ ...wholesale, secret_command }];
  const env = createHome({ active: wholesale.name, profiles });
  const argv = ['check', '-', '--dry-run', '--names'];
  const session = await runCli(argv, { env, stdin: 'kabul.af\n' });
  expect(session).toMatchObject({ stdout: 'kabul.af\n', code: 0 });
  expect([readdirSync(env.DOTAF_HOME), readdirSync(folder)]).toEqual([['config.json'], []]);
});

it('check --dry-run rejects a list that holds the stored secret', async () => {
  const env = createHome({ active: shop.name, profiles: [shop] });
  const session = await runCli(['check', '-', '--dry-run'], { env, stdin: shop.secret });
  expect(session).toMatchObject({ stdout: '', code: 10 });
  expect(session.stderr).not.toContain(shop.secret);
});

it('sends no request if stdin fails half way', async () => {
  const stdin = Readable.from(
    (async function* () {
      yield 'kabul.af\nherat.af\n';
      throw Object.assign(new Error('gone'), { code: 'EIO' });
    })(),
  );
  expect(await runSandboxCli(['check', '-', '--jq', '.domain'], { stdin })).toEqual({
    stdout: '',
    stderr: expect.stringContaining('"message":"cannot read stdin: EIO"'),
    code: 10,
  });
});

it('an interrupt ends the wait for a pipe that cannot be closed', async () => {
  let stop = () => {};
  const stdin = new Readable({ read: () => setImmediate(() => stop()), destroy() {} });
  const onStart: CliOptions['onStart'] = (signal) => {
    stop = () => signal('SIGINT');
  };
  // The clock never fires, so the run cannot end by a timeout.
  const clock = new TestClock();
  clock.sleep = () => new Promise(() => {});
  expect(await runSandboxCli(['check', '-'], { stdin, onStart, clock })).toEqual({
    stdout: '',
    stderr: 'error: interrupted\n',
    code: 130,
  });
});

it('notes on a terminal that it reads names from stdin', async () => {
  const stdin = Readable.from(['kabul.af\n']);
  const argv = ['check', '-', '--csv', '--fields', 'domain'];
  expect(await runSandboxCli(argv, { stdin, tty: { stdin: true } })).toEqual({
    stdout: 'domain\nkabul.af\n',
    stderr: 'note: reading names, one per line, until Ctrl-D\n',
    code: 0,
  });
});
