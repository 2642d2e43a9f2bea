import { expect, it } from 'vitest';
import { balanceBody, credentials, mockService } from '../support/fixtures.ts';
import { createTempFolder } from '../support/home.ts';
import { type CliOptions, runCli } from '../support/run-cli.ts';
import { TestClock } from '../support/test-clock.ts';

const names = ['herat.af', 'kabul.af', 'zaranj.af'];

/** The list lacks auto-renew and name servers. @returns the domains whose details are requested */
function mockDetails(onRequest = (_name: string) => {}) {
  const requested: string[] = [];
  const item = (domain: string) => ({ domain, status: 'active', expiry: '2027-03-01' });
  const service = mockService().persist();
  service.get('/api/v1/domains').reply(200, { success: true, data: names.map(item) });
  service.get('/api/v1/account/balance').reply(200, balanceBody);
  service.get('/api/v1/account/tier').reply(200, { success: true, data: { current_tier: 'A' } });
  service.post('/api/v1/pricing').reply(422, { success: false });
  for (const name of names) {
    service.get(`/api/v1/domains/${name}`).reply(() => {
      onRequest(name);
      requested.push(name);
      const details = { ...item(name), auto_renew: true, nameservers: ['ns1.example'] };
      return [200, { success: true, data: details }];
    });
  }
  return requested;
}

function createCli() {
  const clock = new TestClock('2026-11-21T20:00:00Z');
  const env = { ...credentials, DOTAF_HOME: createTempFolder() };
  const run = (line: string, { env: extraEnv = {}, ...options }: CliOptions = {}) =>
    runCli(['domains', ...line.split(' '), '--fields', 'domain'], {
      env: { ...env, ...extraEnv },
      clock,
      ...options,
    });
  const runCommand = (...argv: string[]) => runCli(argv, { env, clock });
  return { clock, run, runCommand };
}

const hour = 3_600_000;

it('details serve for twelve hours, and say their age after ten minutes', async () => {
  const requested = mockDetails();
  const { clock, run } = createCli();
  await run('ls --details');
  expect(requested.splice(0).sort()).toEqual(names);
  clock.advance(600_000);
  expect(await run('ls --details')).toMatchObject({ stderr: '' });
  clock.advance(1);
  const note = 'note: 3 of 3 domains as of 20:00 UTC; --fresh reads them again\n';
  expect(await run('ls --details')).toMatchObject({ stderr: note });
  clock.advance(11.5 * hour);
  expect(await run('ls --details')).toMatchObject({ stderr: note });
  expect(requested).toEqual([]);
  clock.advance(hour);
  expect(await run('ls --details')).toMatchObject({ stderr: '' });
  expect(requested.splice(0).sort()).toEqual(names);
  clock.advance(600_001);
  expect(await run('ls --details --fresh')).toMatchObject({ stderr: '' });
  expect(requested.sort()).toEqual(names);
});

it('--fresh reads again the details that serve without --details, and no others', async () => {
  const requested = mockDetails();
  const { clock, run } = createCli();
  expect(await run('ls --fresh')).toMatchObject({ stderr: '' });
  expect(requested).toEqual([]);
  await run('ls --details');
  requested.splice(0);
  clock.advance(600_001);
  const { stderr } = await run('ls --auto-renew on');
  expect(stderr).toContain('--fresh reads them again');
  expect(await run('ls --auto-renew on --fresh')).toEqual({
    stdout: 'DOMAIN\nherat.af\nkabul.af\nzaranj.af\n',
    stderr: '',
    code: 0,
  });
  expect(requested.sort()).toEqual(names);
});

it.each(['domains changes', 'statement', ''])(
  'dotaf %s reads again what is older than ten minutes',
  async (command) => {
    const requested = mockDetails();
    const { clock, run, runCommand } = createCli();
    const compare = () => runCommand(...command.split(' ').filter(Boolean), '--details');
    await run('ls --details');
    clock.advance(600_000);
    expect((await compare()).stderr).not.toContain('--fresh');
    expect(requested.splice(0)).toHaveLength(3);
    clock.advance(1);
    expect((await compare()).stderr).not.toContain('--fresh');
    expect(requested.sort()).toEqual(names);
  },
);

it('a file is compared only with details that --details has just read', async () => {
  const requested = mockDetails();
  const { clock, run } = createCli();
  const stdin = 'domain,auto_renew\nherat.af,yes\nkabul.af,yes\nzaranj.af,yes\n';
  await run('ls --details');
  requested.splice(0);
  clock.advance(600_001);
  const { stderr, code } = await run('compare - --expect none', { stdin });
  expect({ stderr, code }).toEqual({
    stderr: `warning: the list of the service lacks 39 of the 42 domains of the account: dotaf config set domains-file '<path>'
warning: not compared: 3 of 3 domains without a known auto_renew (--details reads it): herat.af, kabul.af, zaranj.af
note: what was compared agrees; whether the account holds other domains is not known
note: it is not known whether anything differs
`,
    code: 1,
  });
  expect(requested).toEqual([]);
  expect((await run('compare - --details', { stdin })).stderr).not.toContain('not compared');
  expect(requested.sort()).toEqual(names);
});

it('details that were read with other field names are read again', async () => {
  const requested = mockDetails();
  const { run } = createCli();
  await run('ls --details');
  await run('show kabul.af');
  requested.splice(0);
  const env = { DOTAF_FIELD_NAMES: 'nameservers=dns' };
  await run('ls --details', { env });
  expect(requested.sort()).toEqual(names);
});

it('Ctrl-C keeps what was read, and the same command goes on from there', async () => {
  let stop = () => {};
  const requested = mockDetails((name) => {
    if (name === 'zaranj.af') stop();
  });
  const { run } = createCli();
  const onStart = (signal: (name: 'SIGINT') => void) => {
    stop = () => signal('SIGINT');
  };
  const interrupted = await run('ls --details', { onStart });
  expect(interrupted).toMatchObject({ stdout: '', code: 130 });
  expect(interrupted.stderr).toContain(
    'hint: what was read is kept: the same line goes on from there\n',
  );
  requested.splice(0);
  stop = () => {};
  expect(await run('ls --details')).toMatchObject({ code: 0 });
  expect(requested).toContain('zaranj.af');
});

it('details that --details has read serve ls without it, and are no answer for changes', async () => {
  const requested = mockDetails();
  const { run } = createCli();
  await run('ls --details');
  requested.splice(0);
  expect((await run('ls --auto-renew on')).stdout).toBe('DOMAIN\nherat.af\nkabul.af\nzaranj.af\n');
  await run('changes');
  expect((await run('changes')).stderr).toContain(
    'not compared: auto-renew and nameservers of 3 domains',
  );
  expect(requested).toEqual([]);
});
