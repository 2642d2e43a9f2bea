import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isInstalled, linesAfterTab, typeInto } from './shell-session.ts';

describe.skipIf(!isInstalled('zsh'))('the script of zsh', () => {
  it('completes paths where they are asked for, and words where they stand', async () => {
    const expected = {
      'dotaf check --file na': 'dotaf check --file names.txt ',
      'dotaf check --file=na': 'dotaf check --file=names.txt ',
      'dotaf check --file my\\ do': 'dotaf check --file my\\ domains.txt ',
      'dotaf check --file "my do': 'dotaf check --file "my domains.txt" ',
      'dotaf check --json > na': 'dotaf check --json > names.txt ',
      'dotaf check na': 'dotaf check na',
      'dotaf check --only=av': 'dotaf check --only=available ',
      'dotaf check kabul.af --verb': 'dotaf check kabul.af --verbose ',
      'dotaf -q config --profile x get ti': 'dotaf -q config --profile x get timeout ',
    };
    expect(await linesAfterTab('zsh', { lines: Object.keys(expected) })).toEqual(expected);
  });

  it('works as a file in a folder of fpath, from the first TAB on', async () => {
    const lines = ['dotaf ba', 'dotaf config get ti'];
    const { completed } = await typeInto('zsh', {
      lines,
      load: (file) => `fpath=('${path.dirname(file)}' $fpath); compinit -u -D`,
    });
    expect(completed.map(({ line }) => line)).toEqual([
      'dotaf balance ',
      'dotaf config get timeout ',
    ]);
  });
});
