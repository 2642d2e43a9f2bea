import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { type CliOptions, runSandboxCli } from '../support/run-cli.ts';
import { TestClock } from '../support/test-clock.ts';

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
