import { describe, expect, it } from 'vitest';
import { described, linesToType, pages } from '../help/pages.ts';
import { dotaf } from '../support/session.ts';
import { seen } from '../support/terminal.ts';

/** No home, no config, no credentials: help needs none of them. */
const bare = { env: {}, homeDirectory: undefined };

const { all } = described;

const commands = all.filter(({ command }) => command.commands.length === 0);
const groups = all.filter(({ command }) => command.commands.length > 0);

async function answerTo(argv: string[], options = {}): Promise<string> {
  const { stdout, stderr, code } = await dotaf(argv, { ...bare, ...options });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  return stdout;
}

describe('the first page', () => {
  const spellings = [['help'], ['--help'], ['-h'], ['--csv', '--help']];

  it.each(spellings.map((argv) => [argv]))('is the answer to %j', async (argv) => {
    const text = await answerTo(argv);
    expect(text).toMatch(/^Usage: dotaf <command> \[options\]\n/);
    for (const path of [...commands, ...groups].map((one) => one.path)) {
      if (path.includes(' ')) continue;
      const { length } = text.match(new RegExp(`^ {2}${path} {2,}\\S`, 'gm')) ?? [];
      expect(length, path).toBe(1);
    }
  });

  it('begins with usage and first steps, fits 80 columns, and has a line for each topic', async () => {
    const lines = (await answerTo(['help'])).trimEnd().split('\n');
    expect(lines[5]).toMatch(/^First steps: dotaf check kabul.af --sandbox/);
    expect(lines.at(-1)).toMatch(/^ {2}skill {2,}\S/);
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
  });
});

describe('the page of a command', () => {
  it.each(commands.map(({ path }) => path))('%s stands alone', async (path) => {
    const text = await answerTo([...path.split(' '), '--help']);
    expect(text).toMatch(new RegExp(`^Usage: dotaf ${path}(\\|\\w+)?( .*\\S)?\n\n[A-Z].{15,}`));
    expect(text).toContain('\nSee also: dotaf help options, dotaf help exit-codes\n');
    const own = commands.find((one) => one.path === path)?.command.options ?? [];
    for (const { flags } of own) expect(text).toContain(`\n  ${flags}`);
  });

  it.each(groups.map(({ path }) => path))('%s lists what is in it', async (path) => {
    const text = await answerTo([path]);
    expect(text).toContain(`Usage: dotaf ${path} <command> [options]`);
    expect(await answerTo(['help', path])).toBe(text);
    for (const inner of all.filter((one) => one.path.startsWith(`${path} `))) {
      expect(text).toMatch(new RegExp(`^ {2}${inner.command.name()} {2,}\\S`, 'm'));
    }
  });

  it('is the same in every spelling', async () => {
    const page = await answerTo(['help', 'domains', 'ls']);
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
      expect(await answerTo(line.split(' ')), line).toBe(page);
  });
});

describe('the layout', () => {
  it.each([60, 200])(
    'fits %i columns of a terminal, is never wider than 80, and is ASCII',
    async (columns) => {
      for (const page of pages.filter((name) => name !== 'skill')) {
        const whole = new Set(linesToType(page));
        const text = await answerTo(['help', ...words(page)], { tty: { stdout: true }, columns });
        expect(seen(text)).toMatch(/^[\n -~]*$/);
        for (const line of seen(text).split('\n')) {
          const isLong = line.length > Math.min(80, columns) && !whole.has(line.trim());
          expect(isLong, `${page}: ${line}`).toBe(false);
          expect(line).not.toMatch(/\s$/);
        }
      }
    },
  );

  it('has bold headings on a terminal, and nothing else', async () => {
    for (const page of pages.filter((name) => name !== 'skill')) {
      const plain = await answerTo(['help', ...words(page)]);
      const styled = await answerTo(['help', ...words(page)], {
        tty: { stdout: true },
        columns: 80,
      });
      expect(styled).toMatch(/^\u001b\[1m[\w -]+:\u001b\[22m /);
      expect(styled).not.toMatch(/\u001b\[(?!1m|22m)/);
      expect(seen(styled)).toBe(plain);
    }
  });
});

function words(page: string): string[] {
  return page.split(' ').filter(Boolean);
}
