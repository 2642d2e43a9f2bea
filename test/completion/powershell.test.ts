import { describe, expect, it } from 'vitest';
import { completionScripts } from '../../src/commands/completion.ts';
import { givenFiles, isInstalled, offered, typeInto } from './shell-session.ts';

describe('the script of PowerShell', () => {
  it('closes every quote and every bracket', () => {
    const code = completionScripts.powershell
      .replace(/^ *#.*$/gm, '')
      .replace(/'((?:[^'\n]|'')*)'/g, '')
      .replace(/"[^"\n]*"/g, '');
    expect(code).not.toMatch(/['"‘’‚‛]/);
    expect(unclosed(code)).toBe('');
  });

  it('is ASCII, as Windows PowerShell reads a file without a mark', () => {
    expect(completionScripts.powershell).toMatch(/^[\n\x20-\x7e]*$/);
  });
});

describe.skipIf(!isInstalled('powershell'))('in PowerShell', () => {
  it('TAB offers the words that can follow', async () => {
    const words = {
      'dotaf --profile x ba': ['balance'],
      'dotaf domains ': ['ls', 'show'],
      'dotaf config get --quiet ti': ['timeout'],
      'dotaf check kabul.af --on': ['--only'],
      'dotaf check --only ': ['available', 'taken', 'unknown'],
      'dotaf check --only=av': ['available'],
      'dotaf check --profile ': ["'two words'", 'main', 'shop.af'],
    };
    expect(await offered('powershell', Object.keys(words))).toEqual(words);
  });

  it('TAB runs nothing that is typed', async () => {
    const lines = ['dotaf check $(New-Item run) --on', 'dotaf --profile "$(New-Item run)" ba'];
    expect((await typeInto('powershell', { lines })).files).toEqual(givenFiles);
  });
});

/** The brackets that are left when pairs with nothing between them are taken away. */
function unclosed(code: string): string {
  const brackets = code.replace(/[^()[\]{}]/g, '');
  const fewer = brackets.replace(/\(\)|\[\]|\{\}/g, '');
  return fewer === brackets ? brackets : unclosed(fewer);
}
