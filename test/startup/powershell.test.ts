import { describe, expect, it } from 'vitest';
import { completionScripts } from '../../src/commands/completion.ts';
import { initialFiles, isInstalled, listCandidates, typeInShell } from './shell-session.ts';

describe('the PowerShell script', () => {
  it('has balanced quotes and brackets', () => {
    const code = completionScripts.powershell
      .replace(/^ *#.*$/gm, '')
      .replace(/'((?:[^'\n]|'')*)'/g, '')
      .replace(/"[^"\n]*"/g, '');
    expect(code).not.toMatch(/['"‘’‚‛]/);
    expect(findUnclosed(code)).toBe('');
  });

  it('is ASCII, since Windows PowerShell assumes ANSI without a BOM', () => {
    expect(completionScripts.powershell).toMatch(/^[\n\x20-\x7e]*$/);
  });
});

describe.skipIf(!isInstalled('powershell'))('in PowerShell', () => {
  it('TAB offers the valid candidates', async () => {
    const words = {
      'dotaf --profile x ba': ['balance'],
      'dotaf domains ': ['ls', 'show'],
      'dotaf config get --quiet ti': ['timeout'],
      'dotaf check kabul.af --on': ['--only'],
      'dotaf check --only ': ['available', 'taken', 'unknown'],
      'dotaf check --only=av': ['available'],
      'dotaf check --profile ': ["'two words'", 'main', 'shop.af'],
    };
    expect(await listCandidates('powershell', Object.keys(words))).toEqual(words);
  });

  it('TAB never executes the command line', async () => {
    const lines = ['dotaf check $(New-Item run) --on', 'dotaf --profile "$(New-Item run)" ba'];
    expect((await typeInShell('powershell', { lines })).files).toEqual(initialFiles);
  });
});

/** Removes balanced pairs of brackets, and returns the rest. */
function findUnclosed(code: string): string {
  const brackets = code.replace(/[^()[\]{}]/g, '');
  const reduced = brackets.replace(/\(\)|\[\]|\{\}/g, '');
  return reduced === brackets ? brackets : findUnclosed(reduced);
}
