import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { exits } from '../../src/errors.ts';
import { manPage } from '../../src/help/man-page.ts';
import { blocks, heading } from '../../src/help/roff.ts';
import { tree } from '../../src/program.ts';
import { preferences } from '../../src/settings/preferences.ts';
import { version } from '../../src/version.ts';
import { described } from './pages.ts';

const source = await manPage(tree);

const lines = source.trimEnd().split('\n');

const hasGroff = spawnSync('groff', ['--version']).status === 0;

/** As `man` shows it, without bold and underlines. */
function rendered(roff: string): string {
  const { stdout, stderr, status } = spawnSync('groff', ['-ww', '-man', '-Tascii', '-P-cbou'], {
    input: roff,
    encoding: 'utf8',
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout;
}

describe('the source of the manual', () => {
  it('is what the build has written down, and the same every time', async () => {
    const built = readFileSync(path.join(import.meta.dirname, '../../dist/dotaf.1'), 'utf8');
    expect(built).toBe(source);
    expect(await manPage(tree)).toBe(source);
    expect(lines[0]).toBe(`.TH DOTAF 1 "" "dotaf ${version}" "User Commands"`);
  });

  it('has the sections of a man page, in their order', () => {
    const sections = lines.flatMap((line) => /^\.SH (.*)/.exec(line)?.[1] ?? []);
    expect(sections).toEqual([
      'NAME',
      'SYNOPSIS',
      'DESCRIPTION',
      'COMMANDS',
      'OPTIONS OF EVERY COMMAND',
      'EXIT STATUS',
      'ENVIRONMENT',
      'FILES',
      'SCRIPTING',
      'JSON',
      'EXAMPLES',
      'SEE ALSO',
    ]);
  });

  it('has no request that comes from a text, and no hyphen that is not escaped', () => {
    for (const line of lines) {
      expect(line).toMatch(/^(\.(TH|SH|SS|PP|TP|RS|RE|EX|EE|B|I|BR|nr|nh|ad)( |$)|[^.'])/);
      expect(line).not.toMatch(/(?<!\\)-/);
      expect(line.length, line).toBeLessThanOrEqual(80);
    }
  });
});

describe.skipIf(!hasGroff)('the manual, as it is read,', () => {
  const text = hasGroff ? rendered(source) : '';

  it('begins with the name and what it is for', () => {
    expect(text).toMatch(/^DOTAF\(1\) .*\n+NAME\n {7}dotaf - look up names/);
  });

  it('has every command with each of its options', () => {
    for (const { path: words, command } of described.all) {
      const start = text.indexOf(`\n   dotaf ${words} `);
      expect(start, words).toBeGreaterThan(0);
      const part = text.slice(start + 1);
      const own = part.slice(0, part.search(/\n( {3})?\S/));
      for (const { flags } of command.options) expect(own).toContain(`\n       ${flags}`);
    }
    for (const { flags } of described.program.options) expect(text).toContain(`\n       ${flags}`);
  });

  it('has every exit code and every variable', () => {
    for (const [code] of exits) {
      expect(text).toMatch(new RegExp(`^ {7}${code} {3,6}\\S`, 'm'));
    }
    for (const { variable } of Object.values(preferences)) {
      if (variable !== undefined) expect(text).toMatch(new RegExp(`^ {7}${variable}$`, 'm'));
    }
  });

  it('has lines to type as they are typed, however long', () => {
    for (const { help } of described.all) {
      for (const [line] of help.examples) expect(text).toContain(`\n           ${line}\n`);
    }
  });
});

describe.skipIf(!hasGroff)('a text in the manual', () => {
  it.each([
    ['.af is a tld'],
    ["'quoted' at the start"],
    ["it's \\n a backslash \\fB and \\(co"],
    ['`a` "b" ~/c ^d --e'],
  ])('is shown as it is: %s', (line) => {
    const roff = [
      '.TH X 1',
      ...blocks([line, { lines: [[line, line]] }, { items: [[line, line]] }]),
    ];
    const shown = rendered(`${roff.join('\n')}\n`);
    expect(shown.split(line)).toHaveLength(6);
  });

  it('is shown in a heading as it is', () => {
    const shown = rendered(`.TH X 1\n${heading('SS', 'dotaf check [names...] --x "y"')}\ntext\n`);
    expect(shown).toContain('   dotaf check [names...] --x "y"\n');
  });
});
