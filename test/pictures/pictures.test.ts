import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { startSandboxServer } from '../../src/sandbox/server.ts';
import { createTempFolder } from '../support/home.ts';
import { launcherPath, startOnTerminal, waitForExit } from '../support/spawn.ts';
import { hasScript } from '../support/terminal.ts';
import { renderTerminalSvg, themes } from '../support/terminal-svg.ts';

const today = '2026-11-21T09:00:00Z';

const columns = 80;

const commands = [
  'dotaf',
  'dotaf check saffron-house.af tea-house.af bright-bakery.af',
  'dotaf quote af --markup 20 --round .99',
];

it.skipIf(!hasScript)('pictures match the real terminal output', async () => {
  const screen = await recordTerminal(commands);
  for (const [name, theme] of Object.entries(themes)) {
    const picture = await renderTerminalSvg(screen, { columns, title: commands.join('; '), theme });
    const file = path.join(import.meta.dirname, `first-look-${name}.svg`);
    if (process.env.UPDATE_README) writeFileSync(file, picture);
    expect(picture, 'npm run docs:update draws it again').toBe(readFileSync(file, 'utf8'));
  }
});

/** @returns the output of a terminal, in which a prompt precedes each command */
async function recordTerminal(lines: readonly string[]): Promise<string> {
  const sandbox = await startSandboxServer({ now: () => Date.parse(today), delay: async () => {} });
  onTestFinished(sandbox.close);
  const home = createTempFolder();
  const session = [
    `stty cols ${columns} rows 50`,
    `dotaf() { '${process.execPath}' '${launcherPath}' "$@"; }`,
    ...lines.flatMap((line) => [
      `printf '\\033[2m$\\033[0m \\033[1m%s\\033[0m\\n' '${line}'`,
      line,
      'echo',
    ]),
  ];
  const file = path.join(home, 'session.sh');
  writeFileSync(file, session.join('\n'));
  const env = {
    HOME: home,
    PATH: process.env.PATH ?? '',
    TERM: 'xterm',
    LANG: 'C.UTF-8',
    NODE_OPTIONS: `--import=${pathToFileURL(path.join(import.meta.dirname, '../setup/fake-date.mjs')).href}`,
    DOTAF_TEST_NOW: today,
    DOTAF_BASE_URL: sandbox.baseUrl,
    DOTAF_KEY: sandbox.key,
    DOTAF_SECRET: sandbox.secret,
  };
  const child = startOnTerminal(`bash ${file}`, env);
  child.stdin.end();
  return (await waitForExit(child)).stdout;
}
