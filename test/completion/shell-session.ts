import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Shell } from '../../src/completion/shells.ts';
import { temporaryFolder } from '../support/home.ts';
import { drivers } from './shell-drivers.ts';

/** What TAB did at the end of a line. */
export interface Completed {
  /** What was offered. Files that bash finds by itself are not among it. */
  words: string[];
  /** What is shown beside each word, where the driver can tell. */
  summaries: string[];
  /** The line afterwards; empty in fish and PowerShell. */
  line: string;
}

export interface Typing {
  script: string;
  lines: readonly string[];
  /** What the user's own start file does before the script is loaded. */
  before?: string;
  /** How the script is loaded; by default it is sourced, twice. */
  load?: (scriptFile: string) => string;
}

export interface Typed {
  completed: Completed[];
  /** What is in the working folder afterwards. */
  files: string[];
}

/** Knows two profiles; asked for anything else it adds a file to the working folder, as `touch` does. */
const dotafOfTheShell = `#!/bin/sh
if [ "$*" = '__complete profiles' ]; then
  printf 'main\\nshop.af\\n'
else
  touch started
fi
`;

/** What the working folder holds. */
export const givenFiles = ['bin', 'my data', 'my domains.txt', 'names.txt'];

export function isInstalled(shell: Shell): boolean {
  const [program, ...args] = drivers[shell].presence;
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** Types lines into one interactive shell, with TAB at the end of each. */
export async function typeInto(
  shell: Shell,
  { script, lines, before = '', load }: Typing,
): Promise<Typed> {
  const driver = drivers[shell];
  const home = temporaryFolder();
  const scriptFile = path.join(home, 'scripts', driver.scriptName);
  // The only ending that matters to a shell is the one of PowerShell.
  const setupFile = path.join(home, 'setup.ps1');
  const seenFile = path.join(home, 'seen');
  const folder = workingFolder(home);
  const loading = load?.(scriptFile) ?? `${driver.load(scriptFile)}\n${driver.load(scriptFile)}`;
  mkdirSync(path.dirname(scriptFile));
  writeFileSync(scriptFile, script);
  writeFileSync(setupFile, [before, driver.prelude, loading, driver.setup].join('\n'));
  writeFileSync(seenFile, '');
  const [program, ...args] = driver.command(setupFile, lines);
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      PATH: `${path.join(folder, 'bin')}:${process.env.PATH}`,
      HOME: home,
      TERM: 'xterm',
      LC_ALL: 'C.UTF-8',
      SEEN: seenFile,
    },
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: 50_000,
    // An interactive bash would take the terminal away from the tests.
    detached: true,
  });
  child.stdin.end(driver.input(lines));
  await once(child, 'close');
  return {
    completed: completedIn(readFileSync(seenFile, 'utf8')),
    files: readdirSync(folder).sort(),
  };
}

/** The words that are offered for each line, sorted, and without the option before a value. */
export async function offered(
  shell: Shell,
  script: string,
  lines: readonly string[],
): Promise<Record<string, string[] | undefined>> {
  const { completed } = await typeInto(shell, { script, lines });
  const sorted = completed.map(({ words }) =>
    words.map((word) => word.replace(/^--[\w-]+=/, '')).sort(),
  );
  return Object.fromEntries(lines.map((line, index) => [line, sorted[index]]));
}

/** What each line has become. */
export async function linesAfterTab(
  shell: Shell,
  typing: Typing,
): Promise<Record<string, string | undefined>> {
  const { completed } = await typeInto(shell, typing);
  return Object.fromEntries(typing.lines.map((line, index) => [line, completed[index]?.line]));
}

function workingFolder(home: string): string {
  const folder = path.join(home, 'work');
  mkdirSync(path.join(folder, 'bin'), { recursive: true });
  mkdirSync(path.join(folder, 'my data'));
  writeFileSync(path.join(folder, 'my domains.txt'), '');
  writeFileSync(path.join(folder, 'names.txt'), '');
  writeFileSync(path.join(folder, 'bin', 'dotaf'), dotafOfTheShell, { mode: 0o755 });
  return folder;
}

/** Reads the words of a line, and then the line. */
function completedIn(seen: string): Completed[] {
  const completed: Completed[] = [];
  let words: string[] = [];
  let summaries: string[] = [];
  for (const [kind, text = '', summary = ''] of seen.split('\n').map((row) => row.split('\t'))) {
    if (kind === 'word') {
      words.push(text);
      summaries.push(summary);
    }
    if (kind === 'line') {
      completed.push({ words, summaries, line: text });
      words = [];
      summaries = [];
    }
  }
  return completed;
}
