import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { configurableAttributes } from '../../src/core/api-vocabulary.ts';
import { CliError, exitCodes, exitCodeTable } from '../../src/errors.ts';
import { helpTopics } from '../../src/help/topics.ts';
import { runCli } from '../support/run-cli.ts';
import { listExampleLines, pageNames, programHelp } from './pages.ts';

const { all, program } = programHelp;

async function readHelpPage(...words: string[]): Promise<string> {
  return (await runCli(['help', ...words], { env: {} })).stdout;
}

it.each(all)('examples of $path use only existing options', (page) => {
  for (const { command: line } of page.examples) {
    expect(line).toContain(`dotaf ${page.path}`);
    for (const part of line.split(/\bdotaf(?= )/).slice(1)) {
      const command = all.findLast(({ path: name }) => part.startsWith(` ${name}`));
      const knownOptions = [...programHelp.json.options, ...(command?.options ?? [])];
      const flags = knownOptions.flatMap(({ name, short }) => [name, short]);
      const options = part.split(/[|>]/)[0]?.match(/(?<=\s)--?[a-z][a-z-]*/g) ?? [];
      expect(flags, line).toEqual(expect.arrayContaining(options));
    }
  }
});

describe('dotaf help exit-codes', () => {
  it('lists every exit code with its error codes', async () => {
    const page = await readHelpPage('exit-codes');
    const lines = page.replace(/\n {6,}/g, ' ').split('\n');
    const lineOf = (code: number) => lines.find((line) => line.startsWith(`  ${code} `));
    for (const [code, errors, meaning] of exitCodeTable) {
      expect(lineOf(code)).toContain(meaning);
      for (const error of errors)
        expect(lineOf(code)).toMatch(new RegExp(`\\[.*\\b${error}\\b.*\\]$`));
    }
    for (const code of Object.values(exitCodes)) expect(lineOf(code)).not.toContain('[');
    const { exitCode } = new CliError('interrupted', '', { signal: 'SIGTERM' });
    expect(lineOf(exitCode)).toContain('terminated');
  });

  it('lists the codes of the README, and those of signals', async () => {
    const readme = readFileSync(path.join(import.meta.dirname, '../../README.md'), 'utf8');
    const [, section = ''] = /\n## Exit codes\n(.*?)\n## /s.exec(readme) ?? [];
    const rows = [...section.matchAll(/\b(\d+)(?: to (\d+))?:/g)];
    const inReadme = rows.flatMap(([, first, last = first]) =>
      Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index),
    );
    const page = await readHelpPage('exit-codes');
    const inHelp = [...page.matchAll(/^ {2}(\d+) {2}/gm)].map(([, code]) => Number(code));
    expect(inHelp).toEqual([...inReadme, 129, 130, 143]);
  });
});

it('dotaf help environment lists every variable that the source reads', async () => {
  const page = await readHelpPage('environment');
  const source = path.join(import.meta.dirname, '../../src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?!help\/).*\.ts$/.test(file),
  );
  const texts = files.map((file) => readFileSync(path.join(source, file), 'utf8')).join('\n');
  const variables = texts.match(/\bDOTAF_[A-Z_]+|(?<=\benv\??\.)[A-Z][A-Z_]+/g) ?? [];
  const { size } = new Set(variables);
  expect(size).toBeGreaterThan(12);
  // Variables of the operating system.
  const ofTheSystem = ['APPDATA', 'LOCALAPPDATA', 'NODE_OPTIONS', 'PATH', 'SUDO_UID', 'TERM'];
  for (const name of new Set(variables)) {
    if (!ofTheSystem.includes(name)) expect(page).toMatch(new RegExp(`\\b${name}\\b`));
  }
});

it('dotaf help help names every topic', () => {
  const [argument] = all.find(({ path: words }) => words === 'help')?.arguments ?? [];
  expect(argument?.description).toBe(`a command, or ${[...helpTopics.keys()].join(', ')}`);
});

it('dotaf help options explains every global option', async () => {
  const page = await readHelpPage('options');
  for (const { flags } of program.options)
    expect(page).toMatch(new RegExp(`^  ${flags} +\\S`, 'm'));
});

it('dotaf help skill is a short SKILL.md', async () => {
  const skill = await readHelpPage('skill');
  expect(skill.split('\n').length - 1).toBeLessThanOrEqual(25);
  expect(skill).toMatch(/^---\nname: dotaf\ndescription: [A-Z][^:\n]+\n---\n\n# dotaf\n\n/);
  for (const attribute of ['only reads', 'many names to one check', 'Decide by .available'])
    expect(skill).toContain(attribute);
  expect(listExampleLines('skill').at(-1)).toBe('dotaf help scripting');
});

it('the skill of the repository is found like that page, and leads to it', async () => {
  const file = path.join(import.meta.dirname, '../../.agents/skills/dotaf/SKILL.md');
  const [, frontMatter, text] = readFileSync(file, 'utf8').split('---\n');
  expect(frontMatter).toBe((await readHelpPage('skill')).split('---\n')[1]);
  expect(text).toMatch(/\n {4}dotaf help skill\n$/);
});

it.each(pageNames)('dotaf help %s is short', async (page) => {
  const limits: Record<string, number> = { '': 36 };
  const text = await readHelpPage(...page.split(' ').filter(Boolean));
  expect(text.split('\n').length - 1).toBeLessThanOrEqual(limits[page] ?? 44);
});

it('dotaf help field-names explains each value that can be set', async () => {
  for (const attribute of configurableAttributes) {
    const page = await readHelpPage('field-names', attribute);
    expect(page).toMatch(new RegExp(`\n  ${attribute}  [\\w(\\[]`));
    expect(page.split('\n').length - 1).toBeLessThanOrEqual(44);
  }
});
