import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { completionScripts, type Shell } from '../../src/commands/completion.ts';
import { temporaryFolder } from '../support/home.ts';
import { program as launcher } from '../support/spawn.ts';
import { drivers } from './shell-drivers.ts';

/** The outcome of TAB at the end of a line. */
export interface Completed {
  /** The words that `dotaf` was given last, with | between them, where its stand-in tells. */
  asked: string;
  /** The offered words, without the files that bash finds by itself. */
  words: string[];
  /** Shown beside each word, where the driver can tell. */
  summaries: string[];
  /** The line afterwards; empty in fish and PowerShell. */
  line: string;
}

export interface Typing {
  lines: readonly string[];
  /** The stand-in for `dotaf`, a script of `sh`; by default it completes as the real one. */
  dotaf?: string;
  /** The user's own start file, which runs before the script is loaded. */
  before?: string;
  /** Loads the script; by default it is sourced, twice. */
  load?: (scriptFile: string) => string;
}

export interface Typed {
  completed: Completed[];
  /** Names in the working folder afterwards. */
  files: string[];
}

/** Asked for anything but candidates it adds a file to the working folder, as `touch` does. */
const completingDotaf = `
if [ "$1" = __complete ]; then exec '${process.execPath}' '${launcher}' "$@"; fi
touch started
`;

/** Names in the working folder beforehand. */
export const givenFiles = ['bin', 'my data', 'my domains.txt', 'names.txt'];

export function isInstalled(shell: Shell): boolean {
  const [program, ...args] = drivers[shell].presence;
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** Types lines into one interactive shell, with TAB at the end of each. */
export async function typeInto(
  shell: Shell,
  { lines, dotaf = completingDotaf, before = '', load }: Typing,
): Promise<Typed> {
  const driver = drivers[shell];
  const home = temporaryFolder();
  const scriptFile = path.join(home, 'scripts', driver.scriptName);
  // The only ending that matters to a shell is the one of PowerShell.
  const setupFile = path.join(home, 'setup.ps1');
  const seenFile = path.join(home, 'seen');
  const folder = workingFolder(home, dotaf);
  const loading = load?.(scriptFile) ?? `${driver.load(scriptFile)}\n${driver.load(scriptFile)}`;
  mkdirSync(path.dirname(scriptFile));
  writeFileSync(scriptFile, completionScripts[shell]);
  writeFileSync(setupFile, [before, driver.prelude, loading, driver.setup].join('\n'));
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
    completed: completedIn(readFileSync(seenFile, 'utf8')),
    files: readdirSync(folder).sort(),
  };
}

/** The words that are offered for each line, sorted, without the option before a value and without quoting. */
export async function offered(
  shell: Shell,
  lines: readonly string[],
  dotaf?: string,
): Promise<Record<string, string[] | undefined>> {
  const { completed } = await typeInto(shell, { lines, ...(dotaf && { dotaf }) });
  const sorted = completed.map(({ words }) =>
    words
      .map((word) => (shell === 'bash' ? word.replace(/\\(.)/g, '$1') : word))
      .map((word) => word.replace(/^--[\w-]+=/, ''))
      .sort(),
  );
  return Object.fromEntries(lines.map((line, index) => [line, sorted[index]]));
}

/** Each line, and the line that TAB made of it. */
export async function linesAfterTab(
  shell: Shell,
  typing: Typing,
): Promise<Record<string, string | undefined>> {
  const { completed } = await typeInto(shell, typing);
  return Object.fromEntries(typing.lines.map((line, index) => [line, completed[index]?.line]));
}

function workingFolder(home: string, dotaf: string): string {
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
function completedIn(seen: string): Completed[] {
  const completed: Completed[] = [];
  let asked = '';
  let words: string[] = [];
  let summaries: string[] = [];
  for (const [kind, text = '', summary = ''] of seen.split('\n').map((row) => row.split('\t'))) {
    if (kind === 'word') {
      words.push(text);
      summaries.push(summary);
    }
    if (kind === 'asked') asked = text;
    if (kind === 'line') {
      completed.push({ asked, words, summaries, line: text });
      asked = '';
      words = [];
      summaries = [];
    }
  }
  return completed;
}
