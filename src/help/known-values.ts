import { ListOption } from '../cli/options.ts';
import type { KnownValues } from '../completion/tree.ts';
import { actions } from '../core/service-words.ts';
import { sortWords } from '../domains/order.ts';
import { faultKinds } from '../sandbox/faults.ts';
import { preferences } from '../settings/preferences.ts';
import { type DescribedProgram, namesIn } from './describe.ts';
import { topics } from './topics.ts';

type Words = Readonly<Record<string, readonly string[]>>;

/** By the name of an option or argument: nothing else is accepted. */
const closed: Words = { action: actions, sort: sortWords };

/** By name, or by what help calls the value: some that are usual. */
const usual: Words = {
  fail: faultKinds.map((kind) => `${kind}:`),
  tld: ['.af', '.com.af'],
  tlds: ['.af', '.com.af'],
  round: ['1', '5', '.99', '.95'],
  rate: ['AFN='],
  remind: ['30d', '14d', '7d', '1d'],
  periods: ['1', '1-5'],
};

/** What can be typed for a value, beyond the choices that commander knows. */
export function knownValues({ program, all }: DescribedProgram): KnownValues {
  const topic = [...namesIn(program), ...topics.keys()];
  const choices = Object.entries({ ...closed, ...usual, topic }).map(
    ([name, words]) => [name, { kind: 'choice', words }] as const,
  );
  const subcommands = program.commands.map((command) => [command.name(), namesIn(command)]);
  const ofPreferences = Object.entries(preferences).map(([key, { choices: words = [] }]) => [
    key,
    words,
  ]);
  return {
    fieldsOf: (path) => all.find((one) => one.path === path.join(' '))?.fields ?? [],
    isList: (option) => option instanceof ListOption,
    byName: {
      ...Object.fromEntries(choices),
      columns: { kind: 'fields' },
      fields: { kind: 'fields' },
      profile: { kind: 'profiles' },
      domains: { kind: 'domains' },
      status: { kind: 'statuses' },
      file: { kind: 'files' },
      path: { kind: 'files' },
      value: { kind: 'by-previous-argument', words: Object.fromEntries(ofPreferences) },
      subcommand: { kind: 'by-previous-argument', words: Object.fromEntries(subcommands) },
    },
  };
}

/** @returns null where any value may be accepted */
export function acceptedWords(name: string, choices: readonly string[] | undefined) {
  const words = choices ?? closed[name];
  return words === undefined ? null : [...words];
}
