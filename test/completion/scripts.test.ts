import { describe, expect, it } from 'vitest';
import { completionScript } from '../../src/completion/scripts.ts';
import type { CommandTree } from '../../src/completion/tree.ts';
import { givenFiles, isInstalled, offered, typeInto } from './shell-session.ts';
import { tree } from './tree-of-dotaf.ts';

const preferences = ['color', 'max-wait', 'rate-limit', 'timeout', 'tld'];

const words: Record<string, string[]> = {
  'dotaf ': tree.commands.map(({ name }) => name).sort(),
  'dotaf ba': ['balance'],
  'dotaf --profile x ba': ['balance'],
  'dotaf --profile=x ba': ['balance'],
  'dotaf --profile https://x:1/?a=b ba': ['balance'],
  'dotaf --profile domains ba': ['balance'],
  'dotaf --quiet -v ba': ['balance'],
  'dotaf domains ': ['ls', 'show'],
  'dotaf --json domains --timeout 5 s': ['show'],
  'dotaf balance ba': [],
  'dotaf nothing ba': [],

  'dotaf completion ': ['bash', 'fish', 'powershell', 'zsh'],
  'dotaf config get ': preferences,
  'dotaf --profile x config get --quiet ti': ['timeout'],
  'dotaf config set ': preferences,
  'dotaf config set timeout ': [],

  'dotaf domains ls --so': ['--sort'],
  'dotaf check --years 1 kabul.af --on': ['--only'],
  'dotaf check --verb': ['--verbose'],
  'dotaf tier --max': ['--max-wait'],
  'dotaf tier --on': [],
  'dotaf check -- --on': [],

  'dotaf check --only ': ['available', 'taken', 'unknown'],
  'dotaf check --only av': ['available'],
  'dotaf check --only=': ['available', 'taken', 'unknown'],
  'dotaf check --only=av': ['available'],
  'dotaf check kabul.af --json --only=av': ['available'],
  'dotaf quote --only=av': [],
  'dotaf check ': [],
  'dotaf check na': [],
  'dotaf check --profile ': ['main', 'shop.af'],
  'dotaf check --profile sh': ['shop.af'],
  'dotaf check --profile=sh': ['shop.af'],
  'dotaf check --profile na': [],
  'dotaf auth use ': ['main', 'shop.af'],
};

const runners = [
  'dotaf check $(touch run) ',
  'dotaf check $(touch run) --on',
  'dotaf check $(touch run',
  'dotaf --profile "$(touch run)" ',
  'dotaf --profile "$(touch run)" ba',
  'dotaf check `touch run` --on',
  'dotaf check <(touch run) --on',
  'dotaf check x[$(touch run)] --on',
  'dotaf "x[\\$(touch run)]" ba',
  'dotaf check --only $(touch run)',
  'dotaf check --only=$(touch run)',
  'dotaf check --only="$(touch run)',
  'dotaf check --file $(touch run)',
  'dotaf check --file $(touch run)/',
  'dotaf check --file=$(touch run)/',
  'dotaf check --file `touch run`/',
  'dotaf check --file "$(touch run)/',
];

const summary = 'it\'s "$(touch run)" `touch run` [x]: 100% \\ $HOME {a,b} ’s; touch run';

/** Summaries and choices that are anything but plain words. */
const hostile: CommandTree = {
  name: 'dotaf',
  summary,
  args: [],
  options: [
    { long: '--profile', short: '-p', summary, values: { kind: 'free' } },
    { long: '--quiet', short: '-q', summary, values: undefined },
  ],
  commands: [
    {
      name: 'check',
      summary,
      args: [
        { name: 'state', values: { kind: 'choices', choices: ["it's", '$(x)'] }, isRepeated: true },
      ],
      options: [
        { long: '--only', short: '-o', summary, values: { kind: 'choices', choices: ['`x`'] } },
      ],
      commands: [],
    },
  ],
};

describe.each(['bash', 'zsh', 'fish'] as const)('in %s', (shell) => {
  const script = completionScript(shell, tree);
  const itInShell = it.skipIf(!isInstalled(shell));

  itInShell('TAB offers the words that can follow', async () => {
    expect(await offered(shell, script, Object.keys(words))).toEqual(words);
  });

  itInShell('TAB runs nothing that is typed', async () => {
    const { completed, files } = await typeInto(shell, { script, lines: runners });
    expect(files).toEqual(givenFiles);
    expect(completed).toHaveLength(runners.length);
  });

  itInShell('summaries and choices are text, whatever is in them', async () => {
    const lines = {
      'dotaf ch': ['check'],
      'dotaf -p ch ch': ['check'],
      'dotaf check --o': ['--only'],
      'dotaf check --only ': ['`x`'],
      'dotaf check -o ': ['`x`'],
      'dotaf check one i': ["it's"],
    };
    const typed = { script: completionScript(shell, hostile), lines: Object.keys(lines) };
    const { files } = await typeInto(shell, typed);
    expect(await offered(shell, typed.script, typed.lines)).toEqual(lines);
    expect(files).toEqual(givenFiles);
  });
});

describe.each(['bash', 'zsh'] as const)('in %s', (shell) => {
  it.skipIf(!isInstalled(shell))('the script bears set -e and set -u', async () => {
    const lines = ['dotaf check ', 'dotaf check --no', 'dotaf config get ti'];
    const { completed } = await typeInto(shell, {
      script: completionScript(shell, tree),
      lines,
      before: 'set -eu',
    });
    expect(completed.map(({ words }) => words)).toEqual([
      [],
      ['--no-color', '--no-input'],
      ['timeout'],
    ]);
  });
});
