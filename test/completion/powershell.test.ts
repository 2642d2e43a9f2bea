import { describe, expect, it } from 'vitest';
import { powershellScript } from '../../src/completion/powershell.ts';
import type { CommandTree } from '../../src/completion/tree.ts';
import { givenFiles, isInstalled, offered, typeInto } from './shell-session.ts';
import { tree } from './tree-of-dotaf.ts';

const script = powershellScript(tree);

describe('powershellScript', () => {
  it('has every command and every option, each with its summary', () => {
    const strings = [...script.matchAll(quotedText)].map(([, text]) => text?.replaceAll("''", "'"));
    expect(strings).toEqual(expect.arrayContaining(candidatesOf(tree)));
  });

  it('closes every quote and every bracket', () => {
    const code = script
      .replace(/^ *#.*$/gm, '')
      .replace(quotedText, '')
      .replace(/"[^"\n]*"/g, '');
    expect(code).not.toMatch(/['"‘’‚‛]/);
    expect(unclosed(code)).toBe('');
  });

  it('doubles what PowerShell takes for an apostrophe', () => {
    const summary = 'it\'s a ‘name’, "$(x)" `n';
    const check: CommandTree = { name: 'check', summary, args: [], options: [], commands: [] };
    expect(powershellScript({ ...tree, commands: [check] })).toContain(
      "'check it''s a ‘‘name’’, \"$(x)\" `n'",
    );
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
      'dotaf check --profile ': ['main', 'shop.af'],
    };
    expect(await offered('powershell', script, Object.keys(words))).toEqual(words);
  });

  it('TAB runs nothing that is typed', async () => {
    const lines = ['dotaf check $(New-Item run) --on', 'dotaf --profile "$(New-Item run)" ba'];
    expect((await typeInto('powershell', { script, lines })).files).toEqual(givenFiles);
  });
});

const quotedText = /'((?:[^'\n]|'')*)'/g;

/** The words that the script offers with a summary, as it writes them. */
function candidatesOf({ options, commands }: CommandTree): string[] {
  return [
    ...options.flatMap(({ short, long, summary }) =>
      [short ?? long, long].map((spelling) => `${spelling} ${summary}`),
    ),
    ...commands.flatMap((inner) => [`${inner.name} ${inner.summary}`, ...candidatesOf(inner)]),
  ];
}

/** The brackets that are left when pairs with nothing between them are taken away. */
function unclosed(code: string): string {
  const brackets = code.replace(/[^()[\]{}]/g, '');
  const fewer = brackets.replace(/\(\)|\[\]|\{\}/g, '');
  return fewer === brackets ? brackets : unclosed(fewer);
}
