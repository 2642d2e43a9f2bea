import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { exits } from '../../src/errors.ts';
import { manPage } from '../../src/help/man-page.ts';
import { preferences } from '../../src/settings/preferences.ts';
import { version } from '../../src/version.ts';
import { described, linesToType, pages } from './pages.ts';

const source = manPage(described);

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
  it('is what the build has written down, and the same every time', () => {
    const built = readFileSync(path.join(import.meta.dirname, '../../dist/dotaf.1'), 'utf8');
    expect(built).toBe(source);
    expect(manPage(described)).toBe(source);
    expect(lines[0]).toBe(`.TH DOTAF 1 "" "dotaf ${version}" "User Commands"`);
  });

  it('has the sections of a man page, in their order', () => {
    const sections = lines.flatMap((line) => /^\.SH (.*)/.exec(line)?.[1] ?? []);
    expect(sections).toEqual([
      'NAME',
      'SYNOPSIS',
      'DESCRIPTION',
      'COMMANDS',
      'OPTIONS',
      'EXIT STATUS',
      'ENVIRONMENT',
      'SCRIPTING',
      'SEE ALSO',
    ]);
  });

  it('has no request that comes from a text, and no hyphen that is not escaped', () => {
    for (const line of lines) {
      expect(line).toMatch(/^(\.(TH|SH|SS|B|I|BR|nf|fi|nh|ad)( |$)|[^.']|$)/);
      if (!/^\.S[HS] /.test(line)) expect(line).not.toMatch(/(?<!\\)-/);
    }
  });
});

describe.skipIf(!hasGroff)('the manual, as it is read,', () => {
  const text = hasGroff ? rendered(source) : '';

  it('begins with the name and what it is for', () => {
    expect(text).toMatch(/^DOTAF\(1\) .*\n+NAME\n {7}dotaf - check .af names/);
  });

  it('has every command with each of its options', () => {
    for (const { path: words, command } of described.all) {
      const start = text.indexOf(`\n   dotaf ${words}\n`);
      expect(start, words).toBeGreaterThan(0);
      const part = text.slice(start + 1);
      const own = part.slice(0, part.search(/\n( {3})?\S/));
      for (const { flags } of command.options) expect(own).toContain(`\n         ${flags}`);
    }
    for (const { flags } of described.program.options)
      expect(text).toContain(`\n         ${flags}`);
  });

  it('has every exit code and every variable', () => {
    for (const [code] of exits) {
      expect(text).toMatch(new RegExp(`^ {9}${code} {2,4}\\S`, 'm'));
    }
    for (const { variable } of Object.values(preferences)) {
      if (variable !== undefined) expect(text).toMatch(new RegExp(`^ {9}${variable} `, 'm'));
    }
  });

  it('has lines to type as they are typed, however long', () => {
    for (const page of pages) {
      if (page === 'skill') continue;
      for (const line of linesToType(page)) expect(text).toContain(`\n         ${line}\n`);
    }
  });
});
