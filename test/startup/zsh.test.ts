import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isInstalled, linesAfterTab, typeInShell } from './shell-session.ts';

describe.skipIf(!isInstalled('zsh'))('the zsh script', () => {
  it('completes file names for options that take one, within quotes', async () => {
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

  it('works from an fpath folder on the first TAB', async () => {
    const lines = ['dotaf ba', 'dotaf config get ti'];
    const { completions } = await typeInShell('zsh', {
      lines,
      load: (file) => `fpath=('${path.dirname(file)}' $fpath); compinit -u -D`,
    });
    expect(completions.map(({ line }) => line)).toEqual([
      'dotaf balance ',
      'dotaf config get timeout ',
    ]);
  });
});
