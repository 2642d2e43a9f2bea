import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { addCommands, createProgram, helpOf, type Tree } from '../cli/command-line.ts';
import { type CommandTree, describeTree, type KnownValues } from '../completion/tree.ts';
import { actions } from '../core/service-words.ts';
import { schemaText } from '../json-schemas/schema-text.ts';
import { sortWords } from '../portfolio/order.ts';
import { tree } from '../program.ts';
import { faultKinds } from '../sandbox/faults.ts';
import { preferences } from '../settings/preferences.ts';
import { version } from '../version.ts';

export interface Prebuilt {
  /** By the words that ask for them, such as `check --help`. */
  answers: Record<string, string>;
  tree: CommandTree;
}

export function prebuilt(): Prebuilt {
  const program = createProgram(Number.POSITIVE_INFINITY);
  addCommands(program, [], tree, async () => {});
  const answers: Record<string, string> = { '--version': `${version}\n` };
  const visit = (command: CommandUnknownOpts, words: string[]) => {
    answers[[...words, '--help'].join(' ')] = helpOf(command);
    const schema = schemaText(words.join(' '));
    if (schema !== undefined) answers[[...words, '--json-schema'].join(' ')] = schema;
    for (const inner of command.commands) visit(inner, [...words, inner.name()]);
  };
  visit(program, []);
  return { answers, tree: describeTree(program, knownValues) };
}

const knownValues: KnownValues = {
  fieldsOf: (path) => fieldsAt(path, tree),
  byName: {
    action: { kind: 'list', words: actions },
    columns: { kind: 'fields' },
    sort: { kind: 'choice', words: sortWords },
    fail: { kind: 'list', words: faultKinds.map((kind) => `${kind}:`) },
    tld: { kind: 'list', words: ['.af', '.com.af'] },
    tlds: { kind: 'choice', words: ['.af', '.com.af'] },
    round: { kind: 'choice', words: ['1', '5', '.99', '.95'] },
    rate: { kind: 'choice', words: ['AFN='] },
    fields: { kind: 'fields' },
    profile: { kind: 'profiles' },
    domains: { kind: 'domains' },
    status: { kind: 'statuses' },
    when: { kind: 'choice', words: ['yesterday', '7d', '30d'] },
    file: { kind: 'files' },
    path: { kind: 'files' },
    value: { kind: 'by-previous-argument', words: preferenceChoices() },
  },
};

function preferenceChoices(): Record<string, readonly string[]> {
  const entries = Object.entries(preferences).map(([key, { choices = [] }]) => [key, choices]);
  return Object.fromEntries(entries.filter(([, choices = []]) => choices.length > 0));
}

function fieldsAt([word = '', ...others]: readonly string[], commands: Tree): readonly string[] {
  const entry = commands[word];
  if (entry === undefined) return [];
  return 'attach' in entry ? entry.fields : fieldsAt(others, entry.commands);
}
