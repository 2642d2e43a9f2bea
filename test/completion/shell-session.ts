import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { completionScripts, type SupportedShell } from '../../src/commands/completion.ts';
import { createTempFolder } from '../support/home.ts';
import { launcherPath as launcher } from '../support/spawn.ts';
import { shellDrivers } from './shell-drivers.ts';

/** The outcome of TAB at the end of a line. */
export interface Completion {
  /** The words that `dotaf` was given last, with | between them, where its stand-in tells. */
  receivedArgs: string;
  /** The offered words, without the files that bash finds by itself. */
  words: string[];
  /** Shown beside each word, where the driver can tell. */
  summaries: string[];
  /** The line afterwards; empty in fish and PowerShell. */
  line: string;
}

export interface ShellInput {
  lines: readonly string[];
  /** The stand-in for `dotaf`, a script of `sh`; by default it completes as the real one. */
  dotafScript?: string;
  /** The user's own start file, which runs before the script is loaded. */
  startupScript?: string;
  /** Loads the script; by default it is sourced, twice. */
  load?: (scriptFile: string) => string;
}

export interface ShellResult {
  completions: Completion[];
  /** Names in the working folder afterwards. */
  files: string[];
}

/** Asked for anything but candidates it adds a file to the working folder, as `touch` does. */
const completingScript = `
if [ "$1" = __complete ]; then exec '${process.execPath}' '${launcher}' "$@"; fi
touch started
`;

/** Names in the working folder beforehand. */
export const initialFiles = ['bin', 'my data', 'my domains.txt', 'names.txt'];

export function isInstalled(shell: SupportedShell): boolean {
  const [program, ...args] = shellDrivers[shell].probe;
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** Types lines into one interactive shell, with TAB at the end of each. */
export async function typeInShell(
  shell: SupportedShell,
  { lines, dotafScript = completingScript, startupScript = '', load }: ShellInput,
): Promise<ShellResult> {
  const driver = shellDrivers[shell];
  const home = createTempFolder();
  const scriptFile = path.join(home, 'scripts', driver.scriptName);
  // The only ending that matters to a shell is the one of PowerShell.
  const setupFile = path.join(home, 'setup.ps1');
  const seenFile = path.join(home, 'seen');
  const folder = createWorkingFolder(home, dotafScript);
  const loading = load?.(scriptFile) ?? `${driver.load(scriptFile)}\n${driver.load(scriptFile)}`;
  mkdirSync(path.dirname(scriptFile));
  writeFileSync(scriptFile, completionScripts[shell]);
  writeFileSync(setupFile, [startupScript, driver.prelude, loading, driver.setup].join('\n'));
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
    // An interactive bash would take the terminal away from the tests.
    detached: true,
  });
  // A shell may end before it has read everything; what it has seen is compared all the same.
  child.stdin.on('error', () => {});
  child.stdin.end(driver.input(lines));
  await once(child, 'close');
  return {
    completions: parseCompletions(readFileSync(seenFile, 'utf8')),
    files: readdirSync(folder).sort(),
  };
}

/** The words that are offered for each line, sorted, without the option before a value and without quoting. */
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

/** Each line, and the line that TAB made of it. */
export async function linesAfterTab(
  shell: SupportedShell,
  typing: ShellInput,
): Promise<Record<string, string | undefined>> {
  const { completions } = await typeInShell(shell, typing);
  return Object.fromEntries(typing.lines.map((line, index) => [line, completions[index]?.line]));
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

/** Reads what was asked and offered for each line, and then the line. */
function parseCompletions(seen: string): Completion[] {
  const completed: Completion[] = [];
  let receivedArgs = '';
  let words: string[] = [];
  let summaries: string[] = [];
  for (const [kind, text = '', summary = ''] of seen.split('\n').map((row) => row.split('\t'))) {
    if (kind === 'word') {
      words.push(text);
      summaries.push(summary);
    }
    if (kind === 'asked') receivedArgs = text;
    if (kind === 'line') {
      completed.push({ receivedArgs, words, summaries, line: text });
      receivedArgs = '';
      words = [];
      summaries = [];
    }
  }
  return completed;
}
