import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { completionScripts } from '../../src/commands/completion.ts';
import { temporaryFolder } from '../support/home.ts';
import { isInstalled, offered, typeInto } from './shell-session.ts';

const script = completionScripts.fish;

describe.skipIf(!isInstalled('fish'))('the script of fish', () => {
  it('completes paths where they are asked for', async () => {
    const expected = {
      'dotaf check --file na': ['names.txt'],
      'dotaf check --file=na': ['names.txt'],
      'dotaf check --file my': ['my data/', 'my domains.txt'],
      'dotaf check --json > na': ['names.txt'],
      'dotaf check na': [],
    };
    expect(await offered('fish', Object.keys(expected))).toEqual(expected);
  });

  it('shows the summaries', async () => {
    const { completed } = await typeInto('fish', { lines: ['dotaf dom', 'dotaf tier -'] });
    expect(completed[0]?.summaries).toEqual([
      "The account's domains (ls, show, changes, compare, calendar)",
    ]);
    expect(completed[1]?.summaries).toContain(
      'log requests and answers to stderr, credentials hidden',
    );
  });

  it('is read from the place that it names', () => {
    const home = temporaryFolder();
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

  it('says nothing where dotaf is not in PATH', () => {
    const file = path.join(temporaryFolder(), 'dotaf.fish');
    writeFileSync(file, script);
    const asked = spawnSync('fish', ['-N', '-c', `source ${file}; complete -C'dotaf --profile '`], {
      env: { PATH: '/usr/bin:/bin', HOME: temporaryFolder() },
      encoding: 'utf8',
    });
    expect(asked).toMatchObject({ stdout: '', stderr: '', status: 0 });
  });
});
