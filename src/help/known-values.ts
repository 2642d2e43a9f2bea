import type { Tree } from '../cli/command-line.ts';
import { ListOption } from '../cli/options.ts';
import type { KnownValues, Values } from '../completion/tree.ts';
import { actions } from '../core/service-words.ts';
import { sortWords } from '../portfolio/order.ts';
import { faultKinds } from '../sandbox/faults.ts';
import { preferences } from '../settings/preferences.ts';
import { topicNames } from './topics.ts';

/** By the name of an option or argument: nothing else is accepted. */
const closed: Readonly<Record<string, Values>> = {
  action: { kind: 'choice', words: actions },
  sort: { kind: 'choice', words: sortWords },
};

/** By name, or by what help calls the value: some that are usual. */
const usual: Readonly<Record<string, Values>> = {
  fail: { kind: 'choice', words: faultKinds.map((kind) => `${kind}:`) },
  tld: { kind: 'choice', words: ['.af', '.com.af'] },
  tlds: { kind: 'choice', words: ['.af', '.com.af'] },
  round: { kind: 'choice', words: ['1', '5', '.99', '.95'] },
  rate: { kind: 'choice', words: ['AFN='] },
  remind: { kind: 'choice', words: ['30d', '14d', '7d', '1d'] },
  periods: { kind: 'choice', words: ['1', '1-5'] },
  when: { kind: 'choice', words: ['yesterday', '7d', '30d'] },
};

/** What can be typed for a value, beyond the choices that commander knows. */
export function knownValues(tree: Tree): KnownValues {
  return {
    fieldsOf: (path) => fieldsAt(path, tree),
    isList: (option) => option instanceof ListOption,
    byName: {
      ...closed,
      ...usual,
      columns: { kind: 'fields' },
      fields: { kind: 'fields' },
      profile: { kind: 'profiles' },
      domains: { kind: 'domains' },
      status: { kind: 'statuses' },
      file: { kind: 'files' },
      path: { kind: 'files' },
      value: { kind: 'by-previous-argument', words: preferenceChoices() },
      topic: { kind: 'choice', words: [...Object.keys(tree), ...topicNames] },
      subcommand: { kind: 'by-previous-argument', words: subcommands(tree) },
    },
  };
}

/** @returns null where any value may be accepted */
export function acceptedWords(name: string, choices: readonly string[] | undefined) {
  const values = closed[name];
  const words = choices ?? (values && 'words' in values ? values.words : undefined);
  return Array.isArray(words) ? words.map(String) : null;
}

function preferenceChoices(): Record<string, readonly string[]> {
  const entries = Object.entries(preferences).map(([key, { choices = [] }]) => [key, choices]);
  return Object.fromEntries(entries.filter(([, choices = []]) => choices.length > 0));
}

function subcommands(tree: Tree): Record<string, readonly string[]> {
  const entries = Object.entries(tree).flatMap(([name, entry]) =>
    'commands' in entry ? [[name, Object.keys(entry.commands)] as const] : [],
  );
  return Object.fromEntries(entries);
}

function fieldsAt([word = '', ...others]: readonly string[], commands: Tree): readonly string[] {
  const entry = commands[word];
  if (entry === undefined) return [];
  return 'attach' in entry ? entry.fields : fieldsAt(others, entry.commands);
}
