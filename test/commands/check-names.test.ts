import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/home.ts';
import { dotaf, dotafSandbox, type SessionOptions } from '../support/session.ts';
import { TestClock } from '../test-clock.ts';

it('takes a file that is typed like a name for a file, and suggests --file', async () => {
  const file = path.join(temporaryFolder(), 'names.txt');
  writeFileSync(file, 'kabul.af\n');
  expect(await dotaf(['check', 'herat.af', file])).toEqual({
    stdout: '',
    stderr: `error: '${file}' is a file\nhint: dotaf check --file ${file}\n`,
    code: 2,
  });
});

it('reads a list as people keep it', async () => {
  const list = path.join(temporaryFolder(), 'names.txt');
  writeFileSync(
    list,
    [
      '\ufeffkabul.af',
      '# names of the spring',
      '',
      '   ',
      'herat.af # a comment',
      'mazar.af,2027-01-01,renew',
      '"ghazni.af","two fields"',
      'bamyan.af;semicolon',
      'khost.af\tafter a tab',
      '  indented.af',
      'KABUL.AF',
      'last.af',
    ].join('\r\n'),
  );
  const { stdout, stderr, code } = await dotafSandbox(['check', '--file', list, '--jq', '.domain']);
  expect(stdout.trim().split('\n')).toEqual([
    ...['kabul.af', 'herat.af', 'mazar.af', 'ghazni.af', 'bamyan.af', 'khost.af'],
    ...['indented.af', 'last.af'],
  ]);
  expect(stderr).toContain('note: left out 1 duplicate\nnote: 8 names in 0 s: 8 answered, ');
  expect(code).toBe(0);
});

it('tells of a stdin that fails half way, after the rows before it', async () => {
  const stdin = Readable.from(
    (async function* () {
      yield 'kabul.af\nherat.af\n';
      throw Object.assign(new Error('gone'), { code: 'EIO' });
    })(),
  );
  expect(await dotafSandbox(['check', '-', '--jq', '.domain'], { stdin })).toEqual({
    stdout: 'kabul.af\nherat.af\n',
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
    stderr:
      'error: interrupted\nhint: --out <file.jsonl> keeps the answers, and --resume goes on from them\n',
    code: 130,
  });
});
