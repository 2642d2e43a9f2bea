import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { dotafSandbox, type SessionOptions } from '../support/session.ts';
import { TestClock } from '../support/test-clock.ts';

it('asks for nothing where stdin fails half way', async () => {
  const stdin = Readable.from(
    (async function* () {
      yield 'kabul.af\nherat.af\n';
      throw Object.assign(new Error('gone'), { code: 'EIO' });
    })(),
  );
  expect(await dotafSandbox(['check', '-', '--jq', '.domain'], { stdin })).toEqual({
    stdout: '',
    stderr: expect.stringContaining('"message":"cannot read stdin: EIO"'),
    code: 10,
  });
});

it('ends at a stop while it waits for a line of a pipe, which cannot be closed meanwhile', async () => {
  let stop = () => {};
  const stdin = new Readable({ read: () => setImmediate(() => stop()), destroy() {} });
  const onStart: SessionOptions['onStart'] = (signal) => {
    stop = () => signal('SIGINT');
  };
  // The run has to end by itself, and is not given up after a while.
  const clock = new TestClock();
  clock.sleep = () => new Promise(() => {});
  expect(await dotafSandbox(['check', '-'], { stdin, onStart, clock })).toEqual({
    stdout: '',
    stderr: 'error: interrupted\n',
    code: 130,
  });
});

it('says at a terminal that it waits for names', async () => {
  const stdin = Readable.from(['kabul.af\n']);
  const argv = ['check', '-', '--csv', '--fields', 'domain'];
  expect(await dotafSandbox(argv, { stdin, tty: { stdin: true } })).toEqual({
    stdout: 'domain\nkabul.af\n',
    stderr: 'note: reading names, one per line, until Ctrl-D\n',
    code: 0,
  });
});
