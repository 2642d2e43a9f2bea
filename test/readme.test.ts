import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderHelpPage } from '../src/help/pages.ts';
import { startSandboxServer } from '../src/sandbox/server.ts';
import { version } from '../src/version.ts';
import { listExampleLines, programHelp } from './help/pages.ts';
import { createTempFolder, type EnvVars } from './support/home.ts';
import { dotafScript, installProgram, type ProcessResult, waitForExit } from './support/spawn.ts';

const root = path.join(import.meta.dirname, '..');
const readmeFile = path.join(root, 'README.md');
const readme = readFileSync(readmeFile, 'utf8');
const today = '2026-11-21T09:00:00Z';

interface PageCommand {
  line: string;
  isConsole: boolean;
}

interface CommandResult {
  output: string;
  code: number;
}

let close: () => void;
let home: string;
let baseUrl: string;
/** Results of the commands in the order of the page, since later ones depend on earlier ones. */
let results: CommandResult[];

beforeAll(async () => {
  const sandbox = await startSandboxServer({
    now: () => Date.parse(today),
    delay: async () => {},
    rate: { requests: 1000, windowMs: 60_000 },
  });
  close = sandbox.close;
  baseUrl = sandbox.baseUrl;
  home = createTempFolder();
  writeFileSync(path.join(home, 'secret.txt'), `${sandbox.secret}\n`);
  writeFileSync(path.join(home, 'key.txt'), sandbox.key);
  mkdirSync(programFolder());
  installProgram(programFolder(), 'dotaf', dotafScript);
  const workbooks = path.join(root, 'test/lists/workbooks');
  cpSync(workbooks, path.join(home, 'test/lists/workbooks'), { recursive: true });
  cpSync(path.join(workbooks, 'prices.xlsx'), path.join(home, 'prices.xlsx'));
  writeFileSync(path.join(home, 'watch.txt'), 'tea-house.af\nsaffron-house.af\n');
  writeFileSync(path.join(home, 'billing.csv'), 'domain,expires\nold-shop.af,2027-01-01\n');
  expect((await runLine(logInLine('default', '--secret-stdin < secret.txt'))).code).toBe(0);
  results = await runInOneShell(listPageCommands().map(({ line }) => line));
}, 120_000);

afterAll(() => close());

it('shows the real output of its commands', () => {
  const remainingResults = listPageCommands().flatMap(({ isConsole }, index) =>
    isConsole ? (results[index] ?? []) : [],
  );
  const blocks = parseBlocks('console');
  const actual = blocks.map((block) =>
    parseCommands(block)
      .map((line) => `$ ${line}\n${remainingResults.shift()?.output ?? ''}`)
      .join(''),
  );
  if (process.env.UPDATE_README) writeFileSync(readmeFile, replaceBlocks(actual));
  else expect(actual, 'npm run docs:update refreshes the page').toEqual(blocks);
});

it('its commands work in the order of the page', () => {
  const commands = listPageCommands();
  expect(commands.length).toBeGreaterThan(30);
  for (const [index, { line }] of commands.entries()) {
    const { code, output } = results[index] ?? {};
    const expected = line.includes('--expect') ? [0, 1] : [0];
    expect([line, expected.includes(code ?? -1) || output]).toEqual([line, true]);
  }
  expect(readFileSync(path.join(home, 'offer.xlsx')).subarray(0, 2).toString()).toBe('PK');
});

it('shows how to start, install and test, each alone in its block', () => {
  const install = `npm pack && npm install --global`;
  expect(parseBlocks('sh').filter((block) => block.startsWith('npm '))).toEqual([
    'npm ci && npm start\n',
    `${install} ./dotaf-${version}.tgz\n`,
    `${install} --prefix ~/.local ./dotaf-${version}.tgz\n`,
    'npm ci && npm test\n',
  ]);
});

it('is short', () => {
  expect(readme.split('\n').length - 1).toBeLessThanOrEqual(190);
  expect(readme.match(/\S+/g)?.length).toBeLessThanOrEqual(1600);
});

it('shows the crontab of dotaf help cron', () => {
  const crontab = parseBlocks('crontab').join('').trim().split('\n');
  expect(crontab).toHaveLength(8);
  expect(listExampleLines('cron')).toEqual(expect.arrayContaining(crontab));
});

it('secret commands work unchanged, those of dotaf help scripting, too', async () => {
  const scriptingHelp = renderHelpPage(programHelp, ['scripting']);
  const [, inHelp = ''] = /password store: ([\s\S]+?)\.\n/.exec(scriptingHelp) ?? [];
  const commands = inHelp.replace(/\s+/g, ' ').split(', ');
  expect(commands).toHaveLength(4);
  expect(readme).toContain(`--secret-command '${commands[0]}'`);
  for (const secretCommand of commands) {
    const [name = ''] = secretCommand.split(' ');
    installProgram(
      programFolder(),
      name,
      `echo "$*" > "$HOME/${name}.args"; cat "$HOME/secret.txt"`,
    );
    const line = logInLine(name, `--secret-command '${secretCommand}'`);
    expect((await runLine(line)).code).toBe(0);
    const args = readFileSync(path.join(home, `${name}.args`), 'utf8').trim();
    expect(`${name} ${args}`).toBe(secretCommand);
  }
});

it('inline commands of src/README.md run', async () => {
  const page = readFileSync(path.join(root, 'src/README.md'), 'utf8');
  const lines = new Set(listInlineCommands(page));
  // It does not end.
  expect(lines.delete('dotaf sandbox')).toBe(true);
  expect(lines.size).toBeGreaterThan(3);
  for (const line of lines) expect(await runLine(line)).toMatchObject({ code: 0 });
});

it('src/README.md shows the current source of a command', () => {
  const [tier, page] = ['src/commands/tier.ts', 'src/README.md'].map((file) =>
    readFileSync(path.join(root, file), 'utf8'),
  );
  expect(page).toContain(`\`\`\`ts\n${tier}\`\`\`\n`);
});

it('src/README.md names functions that exist, in the files that export them', () => {
  const page = readFileSync(path.join(root, 'src/README.md'), 'utf8');
  const sections = page.split(/^## /m);
  const section = sections.find((part) => part.startsWith('Where is the function')) ?? '';
  const listCode = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  const names: string[] = [];
  for (const [, functions = '', files = ''] of section.split('\n').map((row) => row.split(' | '))) {
    const sources = listCode(files).map((file) =>
      readFileSync(path.join(root, 'src', file), 'utf8'),
    );
    for (const name of listCode(functions)) {
      expect(sources.join('\n')).toMatch(new RegExp(`^(export .*| {2})\\b${name}\\b`, 'm'));
      names.push(name);
    }
  }
  expect(names.length).toBeGreaterThan(60);
});

it('src/README.md is short enough to be read', () => {
  const page = readFileSync(path.join(root, 'src/README.md'), 'utf8');
  expect(page.split('\n').length - 1).toBeLessThanOrEqual(320);
});

it('names only existing options', () => {
  const commandOptions = programHelp.all.flatMap(({ options }) => options ?? []);
  const flags = [...programHelp.json.options, ...commandOptions].map(({ name }) => name);
  const mentions = readme
    .split('\n')
    .filter((line) => !line.includes('npm '))
    .flatMap((line) => line.match(/(?<![\w-])--[a-z][a-z-]+/g) ?? []);
  expect(mentions.length).toBeGreaterThan(25);
  expect(flags).toEqual(expect.arrayContaining(mentions));
});

it('quotes messages that dotaf prints', () => {
  const rows = readme.slice(readme.indexOf('\n## Trouble')).matchAll(/^\| `([a-z ]+)` \|/gm);
  const messages = [...rows].map(([, message = '']) => message);
  expect(messages).toHaveLength(4);
  const transcripts = readTranscripts();
  for (const message of messages) expect(transcripts).toContain(message);
});

/** Excludes npm commands, and the log-in that asks questions. */
function listPageCommands(): PageCommand[] {
  const parts = readme.split(/^```(\w+)\n([\s\S]*?)^```$/m);
  const commands: PageCommand[] = [];
  for (let index = 0; index < parts.length; index += 3) {
    const [text = '', language, block = ''] = parts.slice(index, index + 3);
    commands.push(...listInlineCommands(text).map((line) => ({ line, isConsole: false })));
    if (language === 'sh')
      commands.push(
        ...block
          .trim()
          .split('\n')
          .map((line) => ({ line, isConsole: false })),
      );
    if (language === 'console')
      commands.push(...parseCommands(block).map((line) => ({ line, isConsole: true })));
  }
  return commands.filter(({ line }) => !/^npm |^dotaf auth login$/.test(line));
}

function listInlineCommands(text: string): string[] {
  return [...text.matchAll(/`(dotaf(?: [^`]+)?)`/g)].map(([, line = '']) => line);
}

function readTranscripts(): string {
  const folder = path.join(import.meta.dirname, 'golden/transcripts');
  const files = readdirSync(folder).map((name) => path.join(folder, name));
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}

function parseBlocks(language: string): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block]) => block ?? '',
  );
}

function replaceBlocks(blocks: string[]): string {
  return readme.replace(
    /^```console\n[\s\S]*?^```$/gm,
    () => `\`\`\`console\n${blocks.shift()}\`\`\``,
  );
}

function parseCommands(block: string): string[] {
  return [...block.matchAll(/^\$ (.*)$/gm)].map(([, line]) => line ?? '');
}

/** Runs all commands in one shell, like a reader of the page. */
async function runInOneShell(commands: string[]): Promise<CommandResult[]> {
  const script = commands.map((line) => `${line}\nprintf '=== %d ===\\n' $?`).join('\n');
  const { stdout } = await runLine(`exec 2>&1; set +m\n${script}`);
  const parts = stdout.replaceAll(home, '/home/you').matchAll(/([\s\S]*?)=== (\d+) ===\n/g);
  return [...parts].map(([, output = '', code]) => ({ output, code: Number(code) }));
}

function logInLine(profile: string, secret: string): string {
  return `dotaf auth login --profile ${profile} --base-url ${baseUrl} --key "$(cat key.txt)" -q ${secret}`;
}

const programFolder = () => path.join(home, 'bin');

function createEnv(): EnvVars {
  return {
    HOME: home,
    PATH: `${programFolder()}:${path.dirname(process.execPath)}:/usr/bin:/bin`,
    NODE_OPTIONS: `--import=${pathToFileURL(path.join(root, 'test/setup/fake-date.mjs')).href}`,
    DOTAF_TEST_NOW: today,
    // The page sends more requests per minute than the default rate limit allows.
    DOTAF_RATE_LIMIT: '1000/60s',
  };
}

function runLine(line: string): Promise<ProcessResult> {
  return runFile('bash', ['-c', line], createEnv());
}

function runFile(file: string, args: string[], env: EnvVars): Promise<ProcessResult> {
  return waitForExit(spawn(file, args, { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] }));
}
