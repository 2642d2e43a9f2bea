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
  /** Arguments of the last `dotaf` call, joined with |, if the stub records them. */
  receivedArgs: string;
  /** Candidates, without the file names that bash adds by itself. */
  words: string[];
  /** Descriptions of the candidates, if the driver can read them. */
  summaries: string[];
  /** The line after TAB; empty in fish and PowerShell. */
  line: string;
}

export interface ShellInput {
  lines: readonly string[];
  /** Stub for `dotaf`, an sh script; completes like the real program by default. */
  dotafScript?: string;
  /** Startup file of the user, run before the completion script is loaded. */
  startupScript?: string;
  /** Loads the completion script; sourced twice by default. */
  load?: (scriptFile: string) => string;
}

export interface ShellResult {
  completions: Completion[];
  /** Files in the working folder afterwards. */
  files: string[];
}

/** Creates a file if called for anything but completion, to detect injected commands. */
const completingScript = `
if [ "$1" = __complete ]; then exec '${process.execPath}' '${launcher}' "$@"; fi
touch started
`;

/** Files in the working folder beforehand. */
export const initialFiles = ['bin', 'my data', 'my domains.txt', 'names.txt'];

export function isInstalled(shell: SupportedShell): boolean {
  const [program, ...args] = shellDrivers[shell].probe;
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** Types lines into one interactive shell and presses TAB at the end of each. */
export async function typeInShell(
  shell: SupportedShell,
  { lines, dotafScript = completingScript, startupScript = '', load }: ShellInput,
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
    // Start a new session: an interactive bash would take the terminal from the test runner.
    detached: true,
  });
  // Ignore EPIPE: a shell may exit before it has read all input.
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

/** Maps each line to the line that TAB completed it to. */
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

/** Parses the driver output: arguments and candidates of each line, then the line itself. */
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
