import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { exits, Failure, outcomes } from '../../src/errors.ts';
import { commandGroups } from '../../src/help/texts.ts';
import { topicNames } from '../../src/help/topics.ts';
import { preferences } from '../../src/settings/preferences.ts';
import { dotaf } from '../support/session.ts';
import { described, pages } from './pages.ts';

const { all, program } = described;

async function pageOf(...words: string[]): Promise<string> {
  return (await dotaf(['help', ...words], { env: {} })).stdout;
}

it('the first page has every command once', () => {
  const names = program.commands.map((command) => command.name());
  expect(Object.values(commandGroups).flat().sort()).toEqual(names.sort());
});

it('no topic is called as a command', () => {
  expect(
    program.commands.filter((command) => topicNames.some((name) => name === command.name())),
  ).toEqual([]);
});

describe('the text of', () => {
  it.each(all)('$path leads to pages that exist', ({ help, path: own }) => {
    for (const page of help.related) {
      expect(pages).toContain(page.replace(/^help /, ''));
      expect(page).not.toBe(own);
    }
  });

  it.each(all)('$path names options that exist', ({ help, command }) => {
    const known = command.options.flatMap(({ long }) => long ?? []);
    expect(known).toEqual(expect.arrayContaining([...(help.writesWith ?? [])]));
  });

  it.each(all)('$path has examples of itself, with options that exist', ({ help, path: own }) => {
    expect(help.examples.length).toBeGreaterThan(0);
    for (const [line] of help.examples) {
      expect(line).toContain(`dotaf ${own}`);
      for (const part of line.split(/\bdotaf(?= )/).slice(1)) {
        const command = all.findLast((one) => part.startsWith(` ${one.path}`))?.command;
        const known = [...program.options, ...(command?.options ?? [])];
        for (const [option] of part.split(/[|>]/)[0]?.matchAll(/(?<=\s)--?[a-z][a-z-]*/g) ?? []) {
          const isKnown = known.some(({ long, short }) => long === option || short === option);
          expect(isKnown || option === '-expiry', `${option} in ${line}`).toBe(true);
        }
      }
    }
  });
});

describe('dotaf help exit-codes', () => {
  it('has every exit code, with the codes of errors that lead to it', async () => {
    const page = await pageOf('exit-codes');
    const lines = page.replace(/\n {6,}/g, ' ').split('\n');
    const lineOf = (code: number) => lines.find((line) => line.startsWith(`  ${code} `));
    for (const [code, errors, meaning] of exits) {
      expect(lineOf(code)).toContain(meaning);
      for (const error of errors)
        expect(lineOf(code)).toMatch(new RegExp(`\\[.*\\b${error}\\b.*\\]$`));
    }
    for (const code of Object.values(outcomes)) expect(lineOf(code)).not.toContain('[');
    const { exitCode } = new Failure('interrupted', '', { signal: 'SIGTERM' });
    expect(lineOf(exitCode)).toContain('terminated');
  });

  it('says what the README says', async () => {
    const readme = readFileSync(path.join(import.meta.dirname, '../../README.md'), 'utf8');
    const table = readme.slice(readme.indexOf('\n## Exit codes'), readme.indexOf('\n## Settings'));
    const inReadme = [...table.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, codes = '']) =>
      codes.split(', '),
    );
    const page = await pageOf('exit-codes');
    expect([...page.matchAll(/^ {2}(\d+) {2}/gm)].map(([, code]) => code)).toEqual(inReadme);
  });
});

describe('dotaf help environment', () => {
  it('has every variable that the source reads', async () => {
    const page = await pageOf('environment');
    const source = path.join(import.meta.dirname, '../../src');
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /^(?!help\/).*\.ts$/.test(file),
    );
    const texts = files.map((file) => readFileSync(path.join(source, file), 'utf8')).join('\n');
    const read = texts.match(/\bDOTAF_[A-Z_]+|(?<=\benv\??\.)[A-Z][A-Z_]+/g) ?? [];
    const { size } = new Set(read);
    expect(size).toBeGreaterThan(12);
    // These are the system's, and say nothing of dotaf.
    const ofTheSystem = [
      'APPDATA',
      'LOCALAPPDATA',
      'NODE_OPTIONS',
      'PATH',
      'SUDO_UID',
      'TERM',
      'LANG',
      'LC_ALL',
      'LC_CTYPE',
    ];
    for (const name of new Set(read)) {
      if (!ofTheSystem.includes(name)) expect(page).toMatch(new RegExp(`\\b${name}\\b`));
    }
    for (const name of readmeVariables()) expect(page).toMatch(new RegExp(`\\b${name}\\b`));
  });

  it('has the defaults of the preferences', async () => {
    const page = (await pageOf('environment')).replace(/\n {10,}/g, ' ');
    for (const { variable, default: usual } of Object.values(preferences)) {
      if (variable !== undefined) {
        const shown = usual === '' ? '[^(]*' : `.*\\(default: ${usual}\\)`;
        expect(page).toMatch(new RegExp(`^  ${variable} ${shown}$`, 'm'));
      }
    }
  });

  it('says where files are, as they are found', async () => {
    const page = await pageOf('environment');
    expect(page).toContain('~/.config/dotaf');
    expect(page).toContain('~/Library/Application Support/dotaf');
    expect(page).toContain('%USERPROFILE%\\AppData\\Local\\dotaf');
  });
});

function readmeVariables(): string[] {
  const readme = readFileSync(path.join(import.meta.dirname, '../../README.md'), 'utf8');
  const rows = readme.match(/^\| `[A-Z_]+`.*?\|/gm) ?? [];
  return rows.join().match(/[A-Z_]{4,}/g) ?? [];
}

describe('dotaf help json', () => {
  it('has every field of every command', async () => {
    const keys = (await pageOf('json')).replace(/\n {5,}/g, ' ');
    for (const { path: own, fields, command } of all) {
      if (fields.length === 0 || command.commands.length > 0) continue;
      const line = new RegExp(`^  ${own} {2,}.*$`, 'm').exec(keys)?.[0] ?? '';
      for (const field of fields.filter((name) => !name.startsWith('error.'))) {
        const name = field.replaceAll('.', '\\.');
        expect(line, field).toMatch(new RegExp(`[ \\[]${name}(\\b|\\[\\])`));
      }
    }
  });

  it('tells types, and what may be null or absent', async () => {
    const keys = (await pageOf('json')).replace(/\n {5,}/g, ' ');
    expect(keys).toContain('available (boolean or null), pricing.amount (money or null)');
    expect(keys).toContain('expiry (date or null)');
    expect(keys).toContain('nameservers (array of text or null)');
    expect(keys).toContain('[retail (money or null)]');
    expect(keys).toContain('renewals[].domain (text or null)');
    const failure = (await pageOf('json')).replace(/\s+/g, ' ');
    expect(failure).toContain('status (integer or null), api_code (text or null)');
  });
});

it('dotaf help options explains every global option', async () => {
  const page = await pageOf('options');
  for (const { flags } of program.options)
    expect(page).toMatch(new RegExp(`^  ${flags} +\\S`, 'm'));
});
