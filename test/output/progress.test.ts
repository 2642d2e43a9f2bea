import { Writable } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Progress, SpinnerLine } from '../../src/output/progress.ts';
import { temporaryFolder } from '../support/home.ts';
import { dotafSandbox } from '../support/session.ts';
import { seen } from '../support/terminal.ts';
import { TestClock } from '../support/test-clock.ts';

function terminal(columns = 80) {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _, callback) {
      chunks.push(String(chunk));
      callback();
    },
  });
  Object.assign(stream, { isTTY: true, columns, cursorTo() {}, clearLine() {}, moveCursor() {} });
  const sink = { stream, isTTY: true, columns, write: async () => {} };
  return { sink, text: () => chunks.join('') };
}

/** Records what the line shows; an empty text when it is hidden. */
function recordedProgress() {
  const shown: string[] = [];
  const line = {
    show: (phrases: readonly string[]) => shown.push(phrases.join('; ')),
    hide: () => shown.push(''),
  };
  return { progress: new Progress(line, () => {}), shown };
}

function spinner(columns?: number) {
  const clock = new TestClock();
  const { sink, text } = terminal(columns);
  const progress = new SpinnerLine(sink, clock);
  onTestFinished(() => progress.hide());
  /** Shows a task until it is seen. */
  const ask = async (task = 'asking', seenAs = task) => {
    progress.show([task]);
    clock.advance(150);
    await vi.waitFor(() => expect(seen(text())).toContain(seenAs));
  };
  /** What the terminal gets from now on. */
  const textFromNow = () => {
    const { length } = text();
    return () => text().slice(length);
  };
  return { clock, progress, text, textFromNow, ask };
}

const cursorHidden = '\u001b[?25l';

it('shows nothing when the answer comes at once', () => {
  const { clock, progress, text } = spinner();
  progress.show(['asking']);
  clock.advance(149);
  progress.hide();
  clock.advance(1000);
  expect(text()).toBe('');
});

it('shows the task, then clears the line and restores the cursor', async () => {
  const { progress, text, ask } = spinner();
  await ask();
  expect(text()).toContain(cursorHidden);
  progress.hide();
  expect(text()).toMatch(/\u001b\[\?25h$/);
  expect(text()).not.toContain('\n');
});

it('waits again after it was hidden, although it is loaded', async () => {
  const { progress, textFromNow, ask } = spinner();
  await ask();
  progress.hide();
  const more = textFromNow();
  progress.show(['one']);
  progress.show(['two']);
  expect(more()).toBe('');
});

it('stays on one line of a narrow terminal', async () => {
  const { ask, text } = spinner(20);
  await ask('the rate limit is reached', 'the rate limit is');
  expect(text()).not.toContain('reached');
});

it('leaves out phrases that find no room, and cuts none', async () => {
  const { progress, clock, text } = spinner(20);
  progress.show(['3 of 9', '6 s left', '2 available']);
  clock.advance(150);
  await vi.waitFor(() => expect(seen(text())).toContain('3 of 9; 6 s left'));
  expect(text()).not.toContain('left;');
});

it('spins on a terminal in a CI job, too', async () => {
  vi.stubEnv('CI', 'true');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { ask, text } = spinner();
  await ask();
  expect(text()).not.toContain('- asking\n');
});

it('is hidden when what was asked fails', async () => {
  const { progress, shown } = recordedProgress();
  const failed = progress.withSpinner(() => Promise.reject(new Error('no')));
  await expect(failed).rejects.toThrow('no');
  expect(shown).toEqual(['asking', '']);
});

const waiting = { remainingMs: 46_100, reason: 'for the rate limit (60 requests a minute)' };
const waitingLong = 'waiting 47 s for the rate limit (60 requests a minute)';

it('shows work and waits in place of asking', async () => {
  const { progress, shown } = recordedProgress();
  await progress.withSpinner(async () => {
    progress.setWait(waiting);
    progress.setStatus(() => ['3 of 9', '1 a second\u001b']);
    progress.setWait(undefined);
    progress.setStatus(undefined);
  });
  expect(shown).toEqual([
    'asking',
    waitingLong,
    `3 of 9; 1 a second\\u001b; ${waitingLong}`,
    '3 of 9; 1 a second\\u001b',
    'asking',
    '',
  ]);
});

/** Every second lasts until the modules of a spinner are loaded. */
class LoadingClock extends TestClock {
  override sleep = async (ms: number): Promise<void> => {
    this.advance(ms);
    await vi.dynamicImportSettled();
  };
}

it('shows a wait for the rate limit in place of asking on a terminal', async () => {
  const { stderr } = await dotafSandbox(['check', 'a.af', 'b.af', '--no-color'], {
    tty: { stdout: true, stderr: true },
    clock: new LoadingClock(),
    env: { LANG: 'C.UTF-8', DOTAF_RATE_LIMIT: '1/6s', DOTAF_HOME: temporaryFolder() },
  });
  expect(stderr).toContain('⠋ waiting 7 s for the rate limit (1 request in 6 s)');
  expect(stderr).not.toContain('note:');
});

it('shows no live line where another program reads the answer, and tells of a long wait', async () => {
  const { stderr } = await dotafSandbox(['check', 'a.af', 'b.af', '--no-color'], {
    tty: { stderr: true },
    clock: new LoadingClock(),
    env: { LANG: 'C.UTF-8', DOTAF_RATE_LIMIT: '1/6s', DOTAF_HOME: temporaryFolder() },
  });
  expect(stderr).toMatch(/^note: waiting \d s for the rate limit \(1 request in 6 s\)\n$/);
});
