import { describe, expect, it } from 'vitest';
import { listExampleLines, pageNames, programHelp } from '../help/pages.ts';
import { runCli } from '../support/run-cli.ts';
import { stripAnsi } from '../support/terminal.ts';

/** No home, config or credentials: help must not need them. */
const emptySystem = { env: {}, homeDirectory: undefined };

const { all } = programHelp;

const commands = all.filter((command) => command.commands.length === 0);
const groups = all.filter((command) => command.commands.length > 0);

async function runHelp(argv: string[], options = {}): Promise<string> {
  const { stdout, stderr, code } = await runCli(argv, { ...emptySystem, ...options });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  return stdout;
}

describe('the overview page', () => {
  const spellings = [['help'], ['--help'], ['-h'], ['--csv', '--help']];

  it.each(spellings.map((argv) => [argv]))('is printed for %j', async (argv) => {
    const text = await runHelp(argv);
    expect(text).toMatch(/^Usage: dotaf <command> \[options\]\n/);
    for (const path of [...commands, ...groups].map((entry) => entry.path)) {
      if (path.includes(' ')) continue;
      const { length } = text.match(new RegExp(`^ {2}${path} {2,}\\S`, 'gm')) ?? [];
      expect(length, path).toBe(1);
    }
  });

  it('begins with usage, ends with first steps, fits 80 columns, and has a line for each topic', async () => {
    const lines = (await runHelp(['help'])).trimEnd().split('\n');
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}skill {2,}\S/));
    expect(lines.at(-1)).toMatch(/^First steps: dotaf check kabul.af --sandbox/);
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
  });
});

describe('a command page', () => {
  it.each(commands.map(({ path }) => path))('%s is complete by itself', async (path) => {
    const text = await runHelp([...path.split(' '), '--help']);
    expect(text).toMatch(new RegExp(`^Usage: dotaf ${path}(\\|\\w+)?( .*\\S)?\n\n[A-Z].{15,}`));
    expect(text).toContain('\nSee also: dotaf help options, dotaf help exit-codes\n');
    const ownOptions = commands.find((entry) => entry.path === path)?.options ?? [];
    for (const { name } of ownOptions) expect(text).toMatch(new RegExp(`\n  (-\\w, )?${name}\\b`));
  });

  it.each(groups.map(({ path }) => path))('%s lists its subcommands', async (path) => {
    const text = await runHelp([path]);
    expect(text).toContain(`Usage: dotaf ${path} <command> [options]`);
    expect(await runHelp(['help', path])).toBe(text);
    for (const inner of all.filter((entry) => entry.path.startsWith(`${path} `))) {
      expect(text).toMatch(new RegExp(`^ {2}${inner.name} {2,}\\S`, 'm'));
    }
  });

  it('is the same for every spelling', async () => {
    const page = await runHelp(['help', 'domains', 'ls']);
    for (const line of [
      'domains ls --help',
      '-h domains ls',
      'help domains list',
      'domains list --help',
      'domains --help ls',
      'domains ls nonsense --help',
      'domains ls --nosuch --help --json --csv',
      '--timeout nonsense domains ls -h',
    ])
      expect(await runHelp(line.split(' ')), line).toBe(page);
  });
});

describe('the layout', () => {
  it.each([60, 200])(
    'is plain text and fits a terminal of %i columns, up to 80',
    async (columns) => {
      for (const page of pageNames.filter((name) => name !== 'skill')) {
        const exampleLines = new Set(listExampleLines(page));
        const text = await runHelp(['help', ...splitArgs(page)], {
          tty: { stdout: true },
          columns,
        });
        // The page about files shows Persian headings and amounts.
        const letters = page === 'files' ? /^[\n -~\u0600-\u06ff€]*$/ : /^[\n -~]*$/;
        expect(stripAnsi(text)).toMatch(letters);
        for (const line of stripAnsi(text).split('\n')) {
          const isLong = line.length > Math.min(80, columns) && !exampleLines.has(line.trim());
          expect(isLong, `${page}: ${line}`).toBe(false);
          expect(line).not.toMatch(/\s$/);
        }
      }
    },
  );

  it('has bold headings on a terminal, and no other styles', async () => {
    for (const page of pageNames.filter((name) => name !== 'skill')) {
      const plain = await runHelp(['help', ...splitArgs(page)]);
      const colored = await runHelp(['help', ...splitArgs(page)], {
        tty: { stdout: true },
        columns: 80,
      });
      expect(colored).toMatch(/^\u001b\[1m[\w -]+:\u001b\[22m /);
      expect(colored).not.toMatch(/\u001b\[(?!1m|22m)/);
      expect(stripAnsi(colored)).toBe(plain);
    }
  });
});

function splitArgs(page: string): string[] {
  return page.split(' ').filter(Boolean);
}
