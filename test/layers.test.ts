import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { programHelp } from './help/pages.ts';

/** A file imports from lower lines or from its own room; rooms on one line do not import each other. */
const layers = [
  'startup',
  'main',
  'program',
  'commands',
  'completion',
  'help',
  'cli',
  'account',
  'domains prices',
  'check doctor',
  'snapshots',
  'api settings output',
  'lists rate-limit',
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
  const wrong = [...imports].flatMap(([file, imported]) =>
    imported
      .filter((other) => isBetweenCommands(file, other) || moduleOf(file) !== moduleOf(other))
      .filter((other) => isBetweenCommands(file, other) || height(file) >= height(other))
      .map((other) => `${file} imports ${other}`),
  );
  expect(wrong).toEqual([]);
});

it('uses CommandContext only in commands and cli', () => {
  const knowing = files
    .filter(({ file }) => imports.get(file)?.includes('cli/context.ts'))
    .map(({ file }) => file);
  expect(knowing.filter((file) => !/^(commands|cli)\/|^main\.ts$/.test(file))).toEqual([]);
});

it('there are no import cycles, type imports included', () => {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, trail: string[]) => {
    if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(' > '));
    else if (!done.has(file)) {
      for (const imported of imports.get(file) ?? []) visit(imported, [...trail, file]);
      done.add(file);
    }
  };
  for (const file of imports.keys()) visit(file, []);
  expect(cycles).toEqual([]);
});

it('uses process only in system and startup, and console nowhere', () => {
  const touching = files
    .filter(({ text }) => /\b(process|console)\.\w/.test(stripComments(text)))
    .map(({ file }) => file);
  expect(touching.filter((file) => !/^(system|startup)\//.test(file))).toEqual([]);
  expect(files.filter(({ text }) => /\bconsole\./.test(stripComments(text)))).toEqual([]);
});

it('exports no two things by one name', () => {
  const places = new Map<string, Set<string>>();
  const declaration = /^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;
  for (const { file, text } of files) {
    for (const [, name = ''] of text.matchAll(declaration)) {
      places.set(name, (places.get(name) ?? new Set()).add(file));
    }
  }
  const twice = [...places].filter(([, declared]) => declared.size > 1);
  expect(twice.map(([name, declared]) => `${name}: ${[...declared].join(', ')}`)).toEqual([]);
});

it('keeps each command in the file that its words name', () => {
  const commands = programHelp.all.filter(({ subcommands }) => subcommands.length === 0);
  const expected = commands.map(({ path: words }) => `commands/${words.replace(' ', '/')}.ts`);
  const present = files
    .map(({ file }) => file)
    .filter((file) => /^commands\/(?!shared\/).*(?<!\.d)\.ts$/.test(file));
  expect(present.sort()).toEqual([...expected, 'commands/overview.ts'].sort());
});

it('only the command runner and the printer write to stdout', () => {
  const printing = files.filter(({ text }) => /\.writeAnswer\(/.test(text)).map(({ file }) => file);
  expect(printing.sort()).toEqual(['cli/command-line.ts', 'cli/command.ts', 'output/printer.ts']);
});

it('only one module fetches the domain list, and validates it', () => {
  const asking = files
    .filter(({ text }) => /\bservice\.domains\(/.test(text))
    .map(({ file }) => file);
  // Doctor shows the keys of the answer, and no domain.
  expect(asking.sort()).toEqual(['doctor/diagnose.ts', 'domains/list.ts']);
});

it('no literal is spread into a literal', () => {
  const spreading = files.filter(({ text }) => /\.\.\.[{[](?! *\.\.\.)/.test(stripComments(text)));
  expect(spreading.map(({ file }) => file)).toEqual([]);
});

it('no table is parsed from a multi-line string', () => {
  const parsed = files.filter(({ text }) => {
    const texts = [...text.matchAll(/const (\w+)(?:: \w+)? = `([^`]*\n[^`]*)`;/g)];
    // A list of words is none.
    const tables = texts.filter(([, , content = '']) => /[^\w\s-]/.test(content));
    return tables.some(([, name]) =>
      new RegExp(`\\b${name}\\.(split|match)|exec\\(${name}\\)`).test(text),
    );
  });
  expect(parsed.map(({ file }) => file)).toEqual([]);
});

it('the lock file names no registry host', () => {
  const lock = readFileSync(path.join(repositoryRoot, 'package-lock.json'), 'utf8');
  expect(lock).not.toMatch(/"resolved":/);
});

/** What git knows of, since a folder may also hold what its owner keeps there. */
const { status, stdout } = spawnSync('git', ['ls-files'], {
  cwd: repositoryRoot,
  encoding: 'utf8',
});

it.skipIf(status !== 0)('the top level holds only known files', () => {
  const tops = new Set(stdout.split('\n').map((file) => file.split('/')[0] ?? ''));
  const names = [...tops].filter((name) => !name.startsWith('.') && name !== '');
  const known =
    /^(LICENSE|README\.md|bin|completions|src|test)$|^(package|package-lock|tsconfig)\.json$/;
  expect(names.filter((name) => !known.test(name))).toEqual([]);
});

function moduleOf(file: string): string {
  return (file.split('/')[0] ?? '').replace(/\.ts$/, '');
}

/** Commands must not import each other, although they share a room. */
function isBetweenCommands(file: string, imported: string): boolean {
  const isCommandFile = (one: string) => /^commands\/(?!shared\/)/.test(one);
  return file.startsWith('commands/') && isCommandFile(imported);
}

function parseImports(file: string, text: string): string[] {
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
    ([, one]) => one ?? '',
  );
  return specifiers
    .map((one) => path.posix.join(path.posix.dirname(file), one))
    .filter((one) => !one.startsWith('..'));
}

function stripComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}
