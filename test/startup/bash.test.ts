import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { completionScripts } from '../../src/commands/completion.ts';
import { isInstalled, linesAfterTab } from './shell-session.ts';

const script = completionScripts.bash;
const hasShellcheck = spawnSync('shellcheck', ['--version']).status === 0;

describe.skipIf(!isInstalled('bash'))('the bash script', () => {
  it('completes file names for options that take one', async () => {
    await expectLines({
      'dotaf check --file na': 'dotaf check --file names.txt ',
      'dotaf check --file=na': 'dotaf check --file=names.txt ',
      'dotaf check --file my\\ do': 'dotaf check --file my\\ domains.txt ',
      'dotaf check --file=my\\ do': 'dotaf check --file=my\\ domains.txt ',
      'dotaf check --file "my do': 'dotaf check --file "my domains.txt" ',
      'dotaf check --json 2>na': 'dotaf check --json 2>names.txt ',
      'dotaf check < na': 'dotaf check < names.txt ',
      'dotaf check na': 'dotaf check na',
      'dotaf na': 'dotaf na',
    });
  });

  it('replaces only the current word as bash splits it', async () => {
    await expectLines({
      'dotaf check --only "av': 'dotaf check --only "available" ',
      'dotaf check --only="av': 'dotaf check --only="available" ',
      'dotaf check "--only=av': 'dotaf check "--only=available" ',
      'dotaf --base-url https://localhost:1 ba': 'dotaf --base-url https://localhost:1 balance ',
      'dotaf > out.txt config get ti': 'dotaf > out.txt config get timeout ',
      'true; dotaf ba': 'true; dotaf balance ',
      'NO_COLOR=1 dotaf ba': 'NO_COLOR=1 dotaf balance ',
    });
  });

  it('completes the word at the cursor, ignoring the text after it', async () => {
    const back = '\x1b[D'.repeat(' kabul.af'.length);
    await expectLines({ [`dotaf check --exp kabul.af${back}`]: 'dotaf check --expect kabul.af' });
  });

  it.skipIf(!hasShellcheck)('passes shellcheck', () => {
    const { stdout } = spawnSync('shellcheck', ['-s', 'bash', '-'], {
      input: script,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  });
});

async function expectLines(expected: Record<string, string>): Promise<void> {
  expect(await linesAfterTab('bash', { lines: Object.keys(expected) })).toEqual(expected);
}
