import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** What each room of src may import, besides itself: the layers, from the ground up. */
const mayImport: Record<string, readonly string[]> = {
  core: [],
  errors: ['core'],
  sandbox: ['core'],
  api: ['core', 'errors'],
  pace: ['core', 'errors'],
  bulk: ['core', 'errors'],
  settings: ['core', 'errors'],
  output: ['core', 'errors'],
  completion: [],
  version: [],
  portfolio: ['api', 'settings', 'core', 'errors'],
  settled: ['core'],
  'shared-limit': ['pace', 'settings', 'core', 'errors'],
  'sandbox-run': ['sandbox', 'core', 'errors'],
  arguments: ['sandbox', 'core', 'errors'],
  connected: ['api', 'pace', 'settings', 'output', 'shared-limit', 'version', 'core', 'errors'],
  context: [
    'api',
    'settings',
    'output',
    'completion',
    'connected',
    'sandbox-run',
    'settled',
    'core',
  ],
  command: ['context', 'output', 'errors'],
  login: ['context', 'settings', 'output', 'core', 'errors'],
  'listed-domains': ['context', 'portfolio', 'api'],
  'check-fields': [],
  'check-journal': [
    'context',
    'check-fields',
    'api',
    'bulk',
    'settings',
    'output',
    'core',
    'errors',
  ],
  'check-run': [
    'context',
    'check-fields',
    'check-journal',
    'api',
    'bulk',
    'output',
    'core',
    'errors',
  ],
  commands: [
    'command',
    'arguments',
    'check-fields',
    'check-run',
    'login',
    'listed-domains',
    'sandbox-run',
    'context',
    'portfolio',
    'api',
    'bulk',
    'settings',
    'output',
    'completion',
    'sandbox',
    'core',
    'errors',
  ],
  program: ['commands', 'command', 'version'],
  ready: ['program', 'version'],
  'part-text': [],
  'compiled-parts': ['part-text', 'core'],
  'quick-start': ['compiled-parts', 'settings', 'core'],
  usage: ['context', 'errors'],
  'readable-stack': [],
  main: [
    'readable-stack',
    'program',
    'usage',
    'context',
    'output',
    'completion',
    'version',
    'core',
    'errors',
  ],
  runtime: ['core', 'errors'],
  words: ['settings'],
  dotaf: ['main', 'quick-start', 'ready', 'runtime', 'errors'],
};

const source = path.join(import.meta.dirname, '../src');

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(path.join(source, file), 'utf8') }));

it('has imports that go down only', () => {
  const wrong = files.flatMap(({ file, text }) => {
    const room = roomOf(file);
    return importsIn(file, text)
      .filter((imported) => roomOf(imported) !== room || isCommand(file, imported))
      .filter(
        (imported) => isCommand(file, imported) || !mayImport[room]?.includes(roomOf(imported)),
      )
      .map((imported) => `${file} imports ${imported}`);
  });
  expect(wrong).toEqual([]);
});

it('touches process in runtime.ts alone, and the console nowhere', () => {
  const touching = files.filter(({ text }) =>
    /\b(process|console)\.\w/.test(withoutComments(text)),
  );
  expect(touching.map(({ file }) => file)).toEqual(['runtime.ts']);
});

it('prints from one place: only the wrapper and the output write answers', () => {
  const printing = files.filter(({ text }) => /\.answer\(/.test(text)).map(({ file }) => file);
  expect(printing.sort()).toEqual(['command.ts', 'main.ts', 'output/presenter.ts']);
});

it('speaks of packages that are declared, and of no registry host', () => {
  const lock = readFileSync(path.join(source, '../package-lock.json'), 'utf8');
  expect(lock).not.toMatch(/"resolved":/);
});

function roomOf(file: string): string {
  return (file.split('/')[0] ?? '').replace(/\.ts$/, '');
}

/** A command that imports another: forbidden although they share a room. */
function isCommand(file: string, imported: string): boolean {
  return file.startsWith('commands/') && imported.startsWith('commands/');
}

function importsIn(file: string, text: string): string[] {
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
    ([, one]) => one ?? '',
  );
  return specifiers
    .map((one) => path.posix.join(path.posix.dirname(file), one))
    .filter((one) => !one.startsWith('..'));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}
