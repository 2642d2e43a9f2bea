import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { completionScripts } from '../../src/commands/completion.ts';
import { createTempFolder } from '../support/home.ts';
import { isInstalled, listCandidates, typeInShell } from './shell-session.ts';

const script = completionScripts.fish;

describe.skipIf(!isInstalled('fish'))('the fish script', () => {
  it('completes file names for options that take one', async () => {
    const expected = {
      'dotaf check --file na': ['names.txt'],
      'dotaf check --file=na': ['names.txt'],
      'dotaf check --file my': ['my data/', 'my domains.txt'],
      'dotaf check --json > na': ['names.txt'],
      'dotaf check na': [],
    };
    expect(await listCandidates('fish', Object.keys(expected))).toEqual(expected);
  });

  it('shows summaries', async () => {
    const { completions } = await typeInShell('fish', { lines: ['dotaf dom', 'dotaf tier -'] });
    expect(completions[0]?.summaries).toEqual([
      "The account's domains (ls, show, changes, compare, calendar)",
    ]);
    expect(completions[1]?.summaries).toContain(
      'log requests and answers to stderr, credentials hidden',
    );
  });

  it('is loaded from the documented location', () => {
    const home = createTempFolder();
    const folder = path.join(home, '.config', 'fish', 'completions');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'dotaf.fish'), script);
    writeFileSync(path.join(home, 'dotaf'), '#!/bin/sh\necho check\n', { mode: 0o755 });
    const { stdout } = spawnSync('fish', ['-c', "complete -C 'dotaf ch'"], {
      env: { PATH: `${home}:${process.env.PATH}`, HOME: home },
      encoding: 'utf8',
    });
    expect(stdout).toBe('check\n');
  });
});
