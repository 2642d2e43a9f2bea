import { describe, expect, it } from 'vitest';
import { prerenderHelp } from '../../src/startup/prerender-help.ts';
import {
  initialFiles,
  isInstalled,
  linesAfterTab,
  listCandidates,
  typeInShell,
} from './shell-session.ts';

const { tree } = await prerenderHelp();

const expectedCandidates: Record<string, string[]> = {
  'dotaf ': tree.commands.map(({ name }) => name).sort(),
  'dotaf --profile x ba': ['balance'],
  'dotaf --profile https://x:1/?a=b ba': ['balance'],
  'dotaf balance ba': [],
  'dotaf domains ls --so': ['--sort'],
  'dotaf check --only ': ['available', 'taken', 'unknown'],
  'dotaf check --only=': ['available', 'taken', 'unknown'],
  'dotaf check kabul.af --json --only=av': ['available'],
  'dotaf check na': [],
  'dotaf check --profile ': ['main', 'shop.af', 'two words'],
  'dotaf check --profile=sh': ['shop.af'],
};

const commandSubstitutions = [
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

/** Completes words and summaries that hold quotes, substitutions and other metacharacters. */
const hostileScript = `
case $* in
  '__complete ch') printf 'check\\t%s\\n' 'it'"'"'s "$(touch run)" \`touch run\` [x]: 100% \\ $HOME {a,b} ’s; touch run' ;;
  *' --only ') printf '%s\\n' '\`x\`' ;;
  *' one i') printf '%s\\n' "it's" ;;
  *' --profile x') printf '%s\\n' 'x$(touch run)' ;;
  *' --profile=x') printf '%s\\n' '--profile=x$(touch run)' ;;
  *) touch started ;;
esac
`;

const recordingScript = `shift; printf 'asked\\t' >> "$SEEN"; (IFS='|'; echo "$*") >> "$SEEN"`;

describe.each(['bash', 'zsh', 'fish'] as const)('in %s', (shell) => {
  const itInShell = it.skipIf(!isInstalled(shell));

  itInShell('TAB offers the valid candidates', async () => {
    expect(await listCandidates(shell, Object.keys(expectedCandidates))).toEqual(
      expectedCandidates,
    );
  });

  itInShell('TAB never executes the command line', async () => {
    const { completions, files } = await typeInShell(shell, { lines: commandSubstitutions });
    expect(files).toEqual(initialFiles);
    expect(completions).toHaveLength(commandSubstitutions.length);
  });

  itInShell('candidates and summaries are never evaluated', async () => {
    const lines = {
      'dotaf ch': ['check'],
      'dotaf check --only ': ['`x`'],
      'dotaf check one i': ["it's"],
      'dotaf check --profile x': ['x$(touch run)'],
      'dotaf check --profile=x': ['x$(touch run)'],
    };
    expect(await listCandidates(shell, Object.keys(lines), hostileScript)).toEqual(lines);
    const { files } = await typeInShell(shell, {
      lines: Object.keys(lines),
      dotafScript: hostileScript,
    });
    expect(files).toEqual(initialFiles);
  });

  itInShell('dotaf receives unquoted words, up to the cursor', async () => {
    const expectedArgs = {
      'dotaf ': '',
      'dotaf ba': 'ba',
      'dotaf --profile "two words" ba': '--profile|two words|ba',
      "dotaf --profile 'two words' ba": '--profile|two words|ba',
      'dotaf --profile two\\ words ba': '--profile|two words|ba',
      'dotaf --profile=https://x:1/?a=b ba': '--profile=https://x:1/?a=b|ba',
      'dotaf check -- --on': 'check|--|--on',
      'dotaf check "ka': 'check|ka',
    };
    const input = { lines: Object.keys(expectedArgs), dotafScript: recordingScript };
    const { completions } = await typeInShell(shell, input);
    expect(completions.map((completion) => completion.receivedArgs)).toEqual(
      Object.values(expectedArgs),
    );
  });
});

describe.each(['bash', 'zsh'] as const)('in %s', (shell) => {
  const itInShell = it.skipIf(!isInstalled(shell));

  itInShell('quotes the inserted word', async () => {
    const lines = {
      'dotaf check --only ': 'dotaf check --only \\`x\\` ',
      'dotaf check one i': "dotaf check one it\\'s ",
      'dotaf check --profile x': 'dotaf check --profile x\\$\\(touch\\ run\\) ',
    };
    const input = { lines: Object.keys(lines), dotafScript: hostileScript };
    expect(await linesAfterTab(shell, input)).toEqual(lines);
    const names = {
      'dotaf --profile tw': 'dotaf --profile two\\ words ',
      'dotaf --profile=tw': 'dotaf --profile=two\\ words ',
      'dotaf --profile "tw': 'dotaf --profile "two words" ',
      'dotaf --profile="two w':
        shell === 'bash' ? 'dotaf --profile="two words" ' : 'dotaf --profile=two\\ words ',
      "dotaf --profile 'two w": "dotaf --profile 'two words' ",
      'dotaf --profile two\\ w': 'dotaf --profile two\\ words ',
    };
    expect(await linesAfterTab(shell, { lines: Object.keys(names) })).toEqual(names);
  });

  itInShell('completes the next item after a comma', async () => {
    const lines = {
      'dotaf quote --action renewal,rest': 'dotaf quote --action renewal,restore ',
      'dotaf quote --action=renewal,rest': 'dotaf quote --action=renewal,restore ',
    };
    expect(await linesAfterTab(shell, { lines: Object.keys(lines) })).toEqual(lines);
  });
});
