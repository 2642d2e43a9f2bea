import { describe, expect, it } from 'vitest';
import { version } from '../../src/version.ts';
import { described, linesToType, pages } from '../help/pages.ts';
import { temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';
import { seen } from '../support/terminal.ts';

/** No home, no config, no credentials: help needs none of them. */
const bare = { env: {}, homeFolder: undefined };

const { all, program } = described;

const commands = all.filter(({ command }) => command.commands.length === 0);
const groups = all.filter(({ command }) => command.commands.length > 0);

async function answerTo(argv: string[], options = {}): Promise<string> {
  const { stdout, stderr, code } = await dotaf(argv, { ...bare, ...options });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  return stdout;
}

describe('the first page', () => {
  const spellings = [[], ['help'], ['--help'], ['-h'], ['--json'], ['--csv', '--help']];

  it.each(spellings.map((argv) => [argv]))('is the answer to %j', async (argv) => {
    const text = await answerTo(argv);
    expect(text).toMatch(/^Usage: dotaf <command> \[options\]\n/);
    for (const command of program.commands) {
      const { length } = text.match(new RegExp(`^ {2}${command.name()} {2,}\\S`, 'gm')) ?? [];
      expect(length, command.name()).toBe(1);
    }
  });

  it('fits on a screen of 80 by 30, with the line that asks for it and the next prompt', async () => {
    const lines = (await answerTo(['help'])).trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(28);
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
  });

  it('names commands before options, and examples last', async () => {
    const text = await answerTo(['help']);
    const order = [
      'Usage:',
      '\n  check ',
      '\n  version ',
      '\nOptions:',
      '\nTopics:',
      '\nExamples:',
    ];
    const places = order.map((part) => text.indexOf(part));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places).not.toContain(-1);
  });
});

describe('the page of a command', () => {
  it.each(commands.map(({ path }) => path))('%s stands alone', async (path) => {
    const text = await answerTo([...path.split(' '), '--help']);
    expect(text).toMatch(new RegExp(`^Usage: dotaf ${path} .*\\[options\\]\n\n[A-Z].{20,}`, 's'));
    expect(text).toContain(`\nExamples:\n  # `);
    expect(text).toMatch(/\nGlobal options \(dotaf help options\):\n {2}--version --help --json /);
    expect(text).toMatch(/\nSee also: dotaf /);
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
      'domains --help ls',
      'domains ls nonsense --help',
      'domains ls --nosuch --help --json --csv',
      '--timeout nonsense domains ls -h',
    ])
      expect(await answerTo(line.split(' ')), line).toBe(page);
    expect(await answerTo(['help', 'balance', 'whatever'])).toBe(
      await answerTo(['help', 'balance']),
    );
  });

  it('is complete: exit codes and fields are there', async () => {
    expect(await answerTo(['help', 'check'])).toContain(`
Exit codes (dotaf help exit-codes):
  1  a name is not as --expect says
  9  some of the names or accounts asked have no answer; the others do

Fields of --json and --fields:
  domain, status, available, pricing.amount, pricing.currency, years, unicode,
  error.code, error.message, error.api_code, error.status
`);
  });
});

describe('what is unknown', () => {
  it.each([
    ['nosuch', "unknown command or topic 'nosuch'", 'dotaf help shows what there is'],
    [
      'scriptin',
      "unknown command or topic 'scriptin'",
      'did you mean scripting? dotaf help shows what there is',
    ],
    [
      'chek',
      "unknown command or topic 'chek'",
      'did you mean check? dotaf help shows what there is',
    ],
    ['domains lst', "unknown command 'lst'", 'dotaf help domains shows what there is'],
    [
      'config pat',
      "unknown command 'pat'",
      'did you mean path? dotaf help config shows what there is',
    ],
    [
      '5f4dcc3b5aa765d61d8327deb882cf99',
      'unknown command or topic on this line',
      'dotaf help shows what there is',
    ],
  ])('%s is refused with the next step', async (line, error, hint) => {
    expect(await dotaf(['help', ...line.split(' ')], bare)).toEqual({
      stdout: '',
      stderr: `error: ${error}\nhint: ${hint}\n`,
      code: 2,
    });
  });

  it.each([
    [['nope'], "unknown command 'nope'", 'dotaf --help'],
    [['nope', '--help'], "unknown command 'nope'", 'dotaf --help'],
    [['domains', 'nope'], "unknown command 'nope'", 'dotaf domains --help'],
    [['balance', '--nope'], "unknown option '--nope'", 'dotaf balance --help'],
    [['balance', '--nope=hunter2'], "unknown option '--nope'", 'dotaf balance --help'],
  ])('%j is refused with the page to read', async (argv, error, page) => {
    expect(await dotaf(argv, bare)).toEqual({
      stdout: '',
      stderr: `error: ${error}\nhint: ${page} shows what there is\n`,
      code: 2,
    });
  });

  it('has no columns', async () => {
    const { stderr, code } = await dotaf(['help', '--csv'], bare);
    expect({ stderr, code }).toEqual({
      stderr:
        'error: --csv means nothing to dotaf help\nhint: help has no columns; for a machine: dotaf help --json\n',
      code: 2,
    });
  });
});

describe('the layout', () => {
  it.each([20, 40, 60, 79, 80, 100, 200])('fits %i columns of a terminal', async (columns) => {
    for (const page of pages) {
      const whole = new Set((await linesToType(page)).map(([line]) => line));
      const text = await answerTo(['help', ...words(page)], { tty: { stdout: true }, columns });
      for (const line of seen(text).split('\n')) {
        const isLong = line.length > Math.min(100, columns) && !whole.has(line.trim());
        // A single word may be wider than a screen of 20.
        expect(isLong && line.trim().includes(' ') && columns > 20, `${page}: ${line}`).toBe(false);
        expect(line).not.toMatch(/\s$/);
      }
    }
  });

  it('uses a wide terminal, and of a pipe 80 columns', async () => {
    const terminal = { tty: { stdout: true }, columns: 250 };
    const wide = seen(await answerTo(['help', 'check'], terminal)).split('\n');
    const plain = (await answerTo(['help', 'check'], { columns: 250 })).split('\n');
    expect(Math.max(...wide.map(({ length }) => length))).toBeGreaterThan(90);
    expect(Math.max(...plain.map(({ length }) => length))).toBeLessThanOrEqual(80);
  });

  it.each(pages)('of "%s" is ASCII, for every terminal', async (page) => {
    expect(await answerTo(['help', ...words(page)])).toMatch(/^[\n -~]*$/);
  });

  it('has bold headings on a terminal, and nothing else', async () => {
    for (const page of pages) {
      const plain = await answerTo(['help', ...words(page)]);
      const styled = await answerTo(['help', ...words(page)], {
        tty: { stdout: true },
        columns: 80,
      });
      expect(styled).toMatch(/^\u001b\[1m.*:.*\u001b\[22m/);
      expect(styled).not.toMatch(/\u001b\[(?!1m|22m)/);
      expect(seen(styled)).toBe(plain);
    }
  });

  it.each([
    ['NO_COLOR', { NO_COLOR: '1' }],
    ['TERM', { TERM: 'dumb' }],
  ])('is plain on a terminal with %s', async (_, env) => {
    const text = await answerTo(['help', 'check'], { env, tty: { stdout: true } });
    expect(text).toBe(await answerTo(['help', 'check']));
  });

  it('is plain with --no-color', async () => {
    const terminal = { tty: { stdout: true }, homeFolder: temporaryFolder() };
    const text = await answerTo(['check', '--help', '--no-color'], terminal);
    expect(text).toBe(await answerTo(['help', 'check']));
  });
});

describe('the version', () => {
  it.each([['--version'], ['-V'], ['version']])('%s', async (word) => {
    expect(await answerTo([word])).toBe(`${version}\n`);
  });

  it('is JSON on request', async () => {
    expect(await answerTo(['version', '--json'])).toBe(`{"version":"${version}"}\n`);
  });
});

function words(page: string): string[] {
  return page.split(' ').filter(Boolean);
}
