import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { programHelp } from './help/pages.ts';

/**
 * Modules import only from lower layers, or within their own module. Modules on one line are
 * independent.
 */
const layers = [
  'startup',
  'main',
  'program',
  'commands',
  'help',
  'cli',
  'account',
  'domains prices',
  'check doctor',
  'api settings output',
  'lists state',
  'system sandbox',
  'errors core',
  'version',
].map((line) => line.split(' '));

const repositoryRoot = path.join(import.meta.dirname, '..');

const sourceFolder = path.join(repositoryRoot, 'src');

const files = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(path.join(sourceFolder, file), 'utf8') }));

const imports = new Map(files.map(({ file, text }) => [file, parseImports(file, text)]));

it('modules import only from lower layers', () => {
  const height = (file: string) => layers.findIndex((line) => line.includes(moduleOf(file)));
  const violations = [...imports].flatMap(([file, imported]) =>
    imported
      .filter((target) => isBetweenCommands(file, target) || moduleOf(file) !== moduleOf(target))
      .filter((target) => isBetweenCommands(file, target) || height(file) >= height(target))
      .map((target) => `${file} imports ${target}`),
  );
  expect(violations).toEqual([]);
});

it('a start loads neither the HTTP client nor what prints a table', () => {
  const loaded = new Set<string>();
  const load = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    const text = files.find((candidate) => candidate.file === file)?.text ?? '';
    const staticImports = /^import (?!type )[^;]*? from '(\.[^']+)';/gm;
    for (const [, specifier = ''] of text.matchAll(staticImports))
      load(path.posix.join(path.posix.dirname(file), specifier));
  };
  load('startup/run.ts');
  expect(loaded.size).toBeGreaterThan(50);
  const lazyFiles = ['api/transport.ts', 'api/client.ts', 'cli/suggestions.ts', 'output/table.ts'];
  expect(lazyFiles.filter((file) => loaded.has(file))).toEqual([]);
});

it('uses CommandContext only in commands and cli', () => {
  const contextUsers = files
    .filter(({ file }) => imports.get(file)?.includes('cli/context.ts'))
    .map(({ file }) => file);
  expect(contextUsers.filter((file) => !/^(commands|cli)\/|^main\.ts$/.test(file))).toEqual([]);
});

it('there are no import cycles, type imports included', () => {
  const cycles: string[] = [];
  const visited = new Set<string>();
  const visit = (file: string, ancestors: string[]) => {
    if (ancestors.includes(file))
      cycles.push([...ancestors.slice(ancestors.indexOf(file)), file].join(' > '));
    else if (!visited.has(file)) {
      for (const imported of imports.get(file) ?? []) visit(imported, [...ancestors, file]);
      visited.add(file);
    }
  };
  for (const file of imports.keys()) visit(file, []);
  expect(cycles).toEqual([]);
});

it('uses node:fs only in system', () => {
  const users = files.filter(({ text }) => /['"](node:)?fs(\/promises)?['"]/.test(text));
  expect(users.map(({ file }) => file).filter((file) => !file.startsWith('system/'))).toEqual([]);
});

it('uses process only in system and startup, and console nowhere', () => {
  const processUsers = files
    .filter(({ text }) => /\b(process|console)\.\w/.test(stripComments(text)))
    .map(({ file }) => file);
  expect(processUsers.filter((file) => !/^(system|startup)\//.test(file))).toEqual([]);
  expect(files.filter(({ text }) => /\bconsole\./.test(stripComments(text)))).toEqual([]);
});

it('exports no two things by one name', () => {
  const filesByName = new Map<string, Set<string>>();
  const declaration = /^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;
  for (const { file, text } of files) {
    for (const [, name = ''] of text.matchAll(declaration)) {
      filesByName.set(name, (filesByName.get(name) ?? new Set()).add(file));
    }
  }
  const duplicates = [...filesByName].filter(([, declared]) => declared.size > 1);
  expect(duplicates.map(([name, declared]) => `${name}: ${[...declared].join(', ')}`)).toEqual([]);
});

it('keeps each command in the file that its first word names', () => {
  const firstWords = programHelp.all.map(({ path: words }) => words.split(' ')[0]);
  const expected = [...new Set(firstWords)].map((word) => `commands/${word}.ts`);
  const actual = files
    .map(({ file }) => file)
    .filter((file) => /^commands\/(?!shared\/).*(?<!\.d)\.ts$/.test(file));
  expect(actual.sort()).toEqual([...expected, 'commands/overview.ts'].sort());
});

it('only the command runner and the printer write to stdout', () => {
  const writers = files.filter(({ text }) => /\.writeAnswer\(/.test(text)).map(({ file }) => file);
  expect(writers.sort()).toEqual(['cli/command-line.ts', 'cli/command.ts', 'output/printer.ts']);
});

it('only the command runner takes notices from the report, so that none decides anything', () => {
  const takers = files
    .filter(({ text }) => /\.take\(|\bNotice\b/.test(text))
    .map(({ file }) => file);
  expect(takers.sort()).toEqual(['cli/command.ts', 'core/report.ts', 'output/output.ts']);
});

it('only --cron depends on whether there was a warning', () => {
  const readers = files.filter(({ text }) =>
    /\bhasWarned\b|otices\.length|arnings\.length/.test(text),
  );
  expect(readers.map(({ file }) => file)).toEqual(['output/output.ts']);
});

it('only one module fetches the domain list, and validates it', () => {
  const fetchers = files
    .filter(({ text }) => /\bservice\.domains\(/.test(text))
    .map(({ file }) => file);
  // Doctor prints the keys of the response, but no domains.
  expect(fetchers.sort()).toEqual(['doctor/diagnose.ts', 'domains/account.ts']);
});

it('the lock file names no registry host', () => {
  const lock = readFileSync(path.join(repositoryRoot, 'package-lock.json'), 'utf8');
  expect(lock).not.toMatch(/"resolved":/);
});

/** Untracked files may be anywhere. */
const { status, stdout } = spawnSync('git', ['ls-files'], {
  cwd: repositoryRoot,
  encoding: 'utf8',
});

it.skipIf(status !== 0)('the top level holds only known files', () => {
  const topLevel = new Set(stdout.split('\n').map((file) => file.split('/')[0] ?? ''));
  const names = [...topLevel].filter((name) => !name.startsWith('.') && name !== '');
  const allowed =
    /^(LICENSE|README\.md|bin|completions|src|test)$|^(package|package-lock|tsconfig)\.json$/;
  expect(names.filter((name) => !allowed.test(name))).toEqual([]);
});

function moduleOf(file: string): string {
  return (file.split('/')[0] ?? '').replace(/\.ts$/, '');
}

/** Command files must not import each other, although they are in one module. */
function isBetweenCommands(file: string, imported: string): boolean {
  const isCommandFile = (name: string) => /^commands\/(?!shared\/)/.test(name);
  return file.startsWith('commands/') && isCommandFile(imported);
}

function parseImports(file: string, text: string): string[] {
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
    ([, specifier]) => specifier ?? '',
  );
  return specifiers
    .map((specifier) => path.posix.join(path.posix.dirname(file), specifier))
    .filter((specifier) => !specifier.startsWith('..'));
}

function stripComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}
