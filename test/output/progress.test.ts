import { expect, it, onTestFinished, vi } from 'vitest';
import { ProgressReporter, Spinner } from '../../src/output/progress.ts';
import { createTempFolder } from '../support/home.ts';
import { createRecordingSink, runSandboxCli } from '../support/run-cli.ts';
import { stripAnsi } from '../support/terminal.ts';
import { TestClock } from '../support/test-clock.ts';

function createRecordedProgress() {
  const states: string[] = [];
  const line = {
    show: (phrases: readonly string[]) => states.push(phrases.join('; ')),
    hide: () => states.push(''),
  };
  return { progress: new ProgressReporter(line, () => {}), states };
}

function createSpinner(columns = 80) {
  const clock = new TestClock();
  const { sink, text } = createRecordingSink(true, columns);
  const progress = new Spinner(sink, clock);
  onTestFinished(() => progress.hide());
  const ask = async (task = 'asking', seenAs = task) => {
    progress.show([task]);
    clock.advance(150);
    await vi.waitFor(() => expect(stripAnsi(text())).toContain(seenAs));
  };
  return { clock, progress, text, ask };
}

const cursorHidden = '\u001b[?25l';

it('shows nothing for a fast answer', () => {
  const { clock, progress, text } = createSpinner();
  progress.show(['asking']);
  clock.advance(149);
  progress.hide();
  clock.advance(1000);
  expect(text()).toBe('');
});

it('shows the task, then clears the line and restores the cursor', async () => {
  const { progress, text, ask } = createSpinner();
  await ask();
  expect(text()).toContain(cursorHidden);
  progress.hide();
  expect(text()).toMatch(/\u001b\[\?25h$/);
  expect(text()).not.toContain('\n');
});

it('stays on one line of a narrow terminal', async () => {
  const { ask, text } = createSpinner(20);
  await ask('the rate limit is reached', 'the rate limit is');
  expect(text()).not.toContain('reached');
});

it('drops the phrases between the count and the wait if the line is too long', async () => {
  const { clock, progress, text } = createSpinner(60);
  progress.show(['12 of 100 checked', '3 available', 'about 90 s left', 'waiting 1 s to send']);
  clock.advance(150);
  await vi.waitFor(() => expect(stripAnsi(text())).toContain('waiting 1 s to send'));
  expect(stripAnsi(text())).toContain('12 of 100 checked; 3 available; waiting 1 s to send');
});

it('animates on a terminal in a CI job', async () => {
  vi.stubEnv('CI', 'true');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { ask, text } = createSpinner();
  await ask();
  expect(text()).not.toContain('- asking\n');
});

it('is hidden when the request fails', async () => {
  const { progress, states } = createRecordedProgress();
  const failed = progress.withSpinner(() => Promise.reject(new Error('no')));
  await expect(failed).rejects.toThrow('no');
  expect(states).toEqual(['asking', '']);
});

const waitStatus = { remainingMs: 46_100, reason: 'for the rate limit (60 requests a minute)' };
const waitMessage = 'waiting 47 s for the rate limit (60 requests a minute)';

it('shows progress and waits in place of asking', async () => {
  const { progress, states } = createRecordedProgress();
  await progress.withSpinner(async () => {
    progress.setWait(waitStatus);
    progress.setStatus(() => ['3 of 9', '1 a second\u001b']);
    progress.setWait(undefined);
    progress.setStatus(undefined);
  });
  expect(states).toEqual([
    'asking',
    waitMessage,
    `3 of 9; 1 a second\\u001b; ${waitMessage}`,
    '3 of 9; 1 a second\\u001b',
    'asking',
    '',
  ]);
});

/** The spinner is imported dynamically, so each sleep waits until it has loaded. */
class LoadingClock extends TestClock {
  override sleep = async (ms: number): Promise<void> => {
    this.advance(ms);
    await vi.dynamicImportSettled();
  };
}

it.each([
  ['a terminal', true, /⠋ waiting 7 s for the rate limit \(1 request in 6 s\)/],
  ['a pipe', false, /^note: waiting \d s for the rate limit \(1 request in 6 s\)\n$/],
])('a long wait is a live line only if stdout is a terminal: %s', async (_, isTTY, expected) => {
  const { stderr } = await runSandboxCli(['check', 'a.af', 'b.af', '--no-color'], {
    tty: { stdout: isTTY, stderr: true },
    clock: new LoadingClock(),
    env: { LANG: 'C.UTF-8', DOTAF_RATE_LIMIT: '1/6s', DOTAF_HOME: createTempFolder() },
  });
  expect(stderr).toMatch(expected);
  expect(stderr.includes('note:')).toBe(!isTTY);
});
