import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { Failure } from '../errors.ts';
import { pathOf } from './usage-errors.ts';

/** Which options go together, by their long names: `--csv`. */
export interface OptionRules {
  /** The options that each of these excludes. */
  excludes?: Readonly<Record<string, readonly string[]>>;
  /** Each of these makes sense only beside one of the others. */
  needs?: Readonly<Record<string, readonly string[]>>;
  /** Options of every command that mean nothing here, each with the next step. */
  refuses?: Readonly<Record<string, string>>;
}

/** The options that print an answer in another format. */
export const formatOptions = ['--json', '--jq', '--csv', '--fields'];

const everywhere: OptionRules = { excludes: { '--csv': ['--json', '--jq'] } };

/** @throws Failure `usage` for the first rule that the command line breaks */
export function checkOptionRules(
  command: CommandUnknownOpts,
  { excludes = {}, needs = {}, refuses = {} }: OptionRules,
): void {
  const given = optionsGiven(command);
  for (const [option, hint] of Object.entries(refuses)) {
    if (!given.has(option)) continue;
    throw new Failure('usage', `${option} means nothing to ${pathOf(command)}`, { hint });
  }
  for (const [option, others] of Object.entries({ ...everywhere.excludes, ...excludes })) {
    const other = others.find((name) => given.has(name));
    if (!given.has(option) || other === undefined) continue;
    throw new Failure('usage', `${option} and ${other} exclude each other`, {
      hint: 'leave one of them out',
    });
  }
  for (const [option, others] of Object.entries(needs)) {
    if (!given.has(option) || others.some((name) => given.has(name))) continue;
    throw new Failure('usage', `${option} needs ${others.join(' or ')}`, {
      hint: `add ${others.join(' or ')}, or leave ${option} out`,
    });
  }
}

/** The long names of all options that were typed, also before the command. */
function optionsGiven(command: CommandUnknownOpts): Set<string> {
  const own = command.options.filter(
    (option) => command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  const names = own.flatMap(({ long }) => long ?? []);
  return new Set([...names, ...(command.parent ? optionsGiven(command.parent) : [])]);
}
