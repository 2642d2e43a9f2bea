import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { completionScripts, type SupportedShell } from '../../src/commands/completion.ts';
import { createTempFolder } from '../support/home.ts';
import { launcherPath as launcher } from '../support/spawn.ts';
import { shellDrivers } from './shell-drivers.ts';

export interface Completion {
  /** Arguments of the last `dotaf` call, joined with |, if the `dotaf` stub records them. */
  receivedArgs: string;
  /** Candidates, without the file names that bash adds by itself. */
  words: string[];
  summaries: string[];
  /** The line after TAB; fish and PowerShell report none. */
  line: string;
}

export interface ShellInput {
  lines: readonly string[];
  /** sh script in place of `dotaf`; by default it completes like the real program. */
  dotafScript?: string;
  /** Shell code that loads the completion script; by default it is sourced twice. */
  load?: (scriptFile: string) => string;
}

export interface ShellResult {
  completions: Completion[];
  files: string[];
}

/** Completes, and creates a file if the shell runs `dotaf` for any other purpose. */
const completingScript = `
if [ "$1" = __complete ]; then exec '${process.execPath}' '${launcher}' "$@"; fi
touch started
`;

export const initialFiles = ['bin', 'my data', 'my domains.txt', 'names.txt'];

export function isInstalled(shell: SupportedShell): boolean {
  const [program, ...args] = shellDrivers[shell].probe;
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** Types lines into one interactive shell and presses TAB at the end of each. */
export async function typeInShell(
  shell: SupportedShell,
  { lines, dotafScript = completingScript, load }: ShellInput,
): Promise<ShellResult> {
  const driver = shellDrivers[shell];
  const home = createTempFolder();
  const scriptFile = path.join(home, 'scripts', driver.scriptName);
  // Named .ps1 for PowerShell; the other shells ignore the extension.
  const setupFile = path.join(home, 'setup.ps1');
  const seenFile = path.join(home, 'seen');
  const folder = createWorkingFolder(home, dotafScript);
  const loading = load?.(scriptFile) ?? `${driver.load(scriptFile)}\n${driver.load(scriptFile)}`;
  mkdirSync(path.dirname(scriptFile));
  writeFileSync(scriptFile, completionScripts[shell]);
  writeFileSync(setupFile, [driver.prelude, loading, driver.setup].join('\n'));
  writeFileSync(seenFile, '');
  const [program, ...args] = driver.command(setupFile, lines);
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      PATH: `${path.join(folder, 'bin')}:${process.env.PATH}`,
      HOME: home,
      DOTAF_HOME: home,
      TERM: 'xterm',
      LC_ALL: 'C.UTF-8',
      SEEN: seenFile,
    },
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: 50_000,
    // In the session of the test runner, an interactive bash would take over its terminal.
    detached: true,
  });
  // A shell may exit before it has read all input, which fails the write with EPIPE.
  child.stdin.on('error', () => {});
  child.stdin.end(driver.input(lines));
  await once(child, 'close');
  return {
    completions: parseCompletions(readFileSync(seenFile, 'utf8')),
    files: readdirSync(folder).sort(),
  };
}

/** Lists sorted candidates for each line, without quoting or the option before a value. */
export async function listCandidates(
  shell: SupportedShell,
  lines: readonly string[],
  dotafScript?: string,
): Promise<Record<string, string[] | undefined>> {
  const { completions } = await typeInShell(shell, { lines, ...(dotafScript && { dotafScript }) });
  const sorted = completions.map(({ words }) =>
    words
      .map((word) => (shell === 'bash' ? word.replace(/\\(.)/g, '$1') : word))
      .map((word) => word.replace(/^--[\w-]+=/, ''))
      .sort(),
  );
  return Object.fromEntries(lines.map((line, index) => [line, sorted[index]]));
}

export async function linesAfterTab(
  shell: SupportedShell,
  input: ShellInput,
): Promise<Record<string, string | undefined>> {
  const { completions } = await typeInShell(shell, input);
  return Object.fromEntries(input.lines.map((line, index) => [line, completions[index]?.line]));
}

function createWorkingFolder(home: string, dotaf: string): string {
  const folder = path.join(home, 'work');
  mkdirSync(path.join(folder, 'bin'), { recursive: true });
  mkdirSync(path.join(folder, 'my data'));
  writeFileSync(path.join(folder, 'my domains.txt'), '');
  writeFileSync(path.join(folder, 'names.txt'), '');
  writeFileSync(path.join(folder, 'bin', 'dotaf'), `#!/bin/sh\n${dotaf}`, { mode: 0o755 });
  const profiles = ['main', 'shop.af', 'two words'].map((name) => ({ name }));
  writeFileSync(path.join(home, 'config.json'), JSON.stringify({ profiles }));
  return folder;
}

/** Parses $SEEN: for each line its arguments and candidates, then the completed line. */
function parseCompletions(output: string): Completion[] {
  const completions: Completion[] = [];
  let receivedArgs = '';
  let words: string[] = [];
  let summaries: string[] = [];
  for (const [kind, text = '', summary = ''] of output.split('\n').map((row) => row.split('\t'))) {
    if (kind === 'word') {
      words.push(text);
      summaries.push(summary);
    }
    if (kind === 'asked') receivedArgs = text;
    if (kind === 'line') {
      completions.push({ receivedArgs, words, summaries, line: text });
      receivedArgs = '';
      words = [];
      summaries = [];
    }
  }
  return completions;
}
