import { describe, expect, it } from 'vitest';
import { helpTopics } from '../../src/help/topics.ts';
import { listExampleLines, pageNames, programHelp } from '../help/pages.ts';
import { runCli } from '../support/run-cli.ts';
import { stripAnsi } from '../support/terminal.ts';

/** Help must work without home, config and credentials. */
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

  it('begins with first steps, and ends with the topics', async () => {
    const text = await runHelp(['help']);
    expect(text.split('\n\n')[2]).toMatch(/^First steps:\n {2}dotaf --sandbox {2}/);
    const [, topics = ''] = /\nTopics \(dotaf help <topic>\): ([^.]+)\./.exec(text) ?? [];
    expect(topics.split(/,\s/)).toEqual([...helpTopics.keys()]);
  });
});

describe('a command page', () => {
  it.each(commands.map(({ path }) => path))('%s is complete by itself', async (path) => {
    const text = await runHelp([...path.split(' '), '--help']);
    expect(text).toMatch(new RegExp(`^Usage: dotaf ${path}(\\|\\w+)?( .*\\S)?\n\n[A-Z].{15,}`));
    const [, seeAlso = ''] = /\nSee also: dotaf help options(.*)/s.exec(text) ?? [];
    expect(seeAlso).toMatch(/dotaf\shelp\sexit-codes\n$/);
    const ownOptions = commands.find((entry) => entry.path === path)?.options ?? [];
    const explained = `${text}${await runHelp(['help', 'options'])}`;
    for (const { name } of ownOptions) {
      expect(text).toMatch(new RegExp(`[ (]${name}\\b`));
      expect(explained).toMatch(new RegExp(`\n  (-\\w, )?${name}\\b`));
    }
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

it('dotaf help with another word lists the commands, options and topics whose help holds it', async () => {
  expect(await runHelp(['help', 'WORKBOOK'])).toBe(
    `dotaf help WORKBOOK: where the help has this word

Commands:
  dotaf check            Check availability and reseller price of names
  dotaf prices compare   Compare your price list with the cost
  dotaf domains ls       List the account's domains, the soonest expiry first
  dotaf domains compare  Compare the account's domains with your list

Options:
  --xlsx   write a workbook (.xlsx) with the fields of --csv (dotaf)
  --sheet  the sheet of a workbook to read (dotaf, check, prices compare,
           domains ls, domains show, domains changes, domains compare, domains
           calendar, forecast, statement)

Topics:
  dotaf help files    lists of your own: which files dotaf reads
  dotaf help options  options of every command, and ten words
`,
  );
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
        // The page shows Persian headings and amounts.
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
