import { askForProfiles } from './posix.ts';
import type { CommandTree, OptionWord, Values } from './tree.ts';
import {
  argumentPlaces,
  everyCommand,
  innerPaths,
  type ValueOption,
  valueOptions,
} from './typed-words.ts';

/** For fish 3.0 and later. */
export function fishScript(root: CommandTree): string {
  const { name } = root;
  return `# Completion of ${name} for fish, made by: ${name} completion fish
# What is typed is compared as text; nothing of it is run. For the names of profiles ${name} is asked.

function _${name}_at -d 'Whether this command is the one at hand, and so many words follow it'
    set -l words (commandline -opc)
    set -e words[1]
    set -l command ${name}
    set -l place 0
    set -l is_value 0
    set -l options_ended 0
    for word in $words
        if test $is_value = 1
            set is_value 0
            continue
        end
        if test $options_ended = 0
            switch "$command $word"
                case '* --'
                    set options_ended 1
                    continue
                case ${anyOf(valueOptions(root).map(pattern))}
                    set is_value 1
                    continue
                case '* -*'
                    continue
            end
        end
        switch "$command $word"
            case ${anyOf(innerPaths(root).map(quoted))}
                set command "$command $word"
                set place 0
            case '*'
                set place (math $place + 1)
        end
    end
    contains -- "$argv" "$command" "$command $place"
end

complete -c ${name} -e
complete -c ${name} -f
${completions(root)
  .map((line) => `complete -c ${name} ${line}`)
  .join('\n')}
`;
}

function completions(root: CommandTree): string[] {
  const inner = everyCommand(root).flatMap(({ path, command }) =>
    command.commands.map(
      ({ name, summary }) => `${when(`${path} 0`)} -a ${word(name)} -d ${quoted(summary)}`,
    ),
  );
  const own = everyCommand(root).flatMap(({ path, ownOptions }) =>
    ownOptions.map((option) => `${when(path)} ${optionRule(option)}`),
  );
  const args = argumentPlaces(root).flatMap(({ path, place, values }) =>
    values.kind === 'free'
      ? []
      : [`${when(place === 'any' ? path : `${path} ${place}`)} ${valueRule(values)}`],
  );
  return [...inner, ...root.options.map(optionRule), ...own, ...args];
}

function optionRule({ short, long, values, summary }: OptionWord): string {
  return [
    ...(short === undefined ? [] : [`-s ${short.slice(1)}`]),
    `-l ${long.slice(2)}`,
    ...(values ? [`-r ${valueRule(values)}`] : []),
    `-d ${quoted(summary)}`,
  ].join(' ');
}

function valueRule(values: Values): string {
  if (values.kind === 'path') return '-F';
  if (values.kind === 'profiles')
    return `-f -a ${quoted(`(command -q dotaf; and ${askForProfiles})`)}`;
  if (values.kind === 'free') return '-f';
  return `-f -a ${quoted(values.choices.map(word).join(' '))}`;
}

function when(place: string): string {
  return `-n ${quoted(`_${place.split(' ', 1)}_at ${place}`)}`;
}

/** The command at hand and the option after it. */
function pattern({ path, spelling }: ValueOption): string {
  return quoted(`${path ?? '*'} ${spelling}`);
}

function anyOf(patterns: readonly string[]): string {
  return patterns.join(' \\\n                    ');
}

function word(text: string): string {
  return /^[\w-]+$/.test(text) ? text : quoted(text);
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
