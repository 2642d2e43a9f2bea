import { askForProfiles, optionPattern, quoted } from './posix.ts';
import type { ArgumentWord, CommandTree, OptionWord, Values } from './tree.ts';
import { everyCommand, innerPaths, type ReachedCommand, valueOptions } from './typed-words.ts';

/** To be sourced after compinit, or to be kept as the file `_dotaf` in a folder of fpath. */
export function zshScript(root: CommandTree): string {
  const { name } = root;
  return `#compdef ${name}
# Completion of ${name} for zsh, made by: ${name} completion zsh
# What is typed is compared as text; nothing of it is run. For the names of profiles ${name} is asked.

_dotaf_profiles() {
  local -a profiles
  profiles=(\${(f)"$(${askForProfiles} || :)"})
  compadd "$@" -a profiles
}

_${name}() {
  # In the word at hand, _files would run a command substitution.
  [[ $words[CURRENT] == *('$('|'\`')* ]] && return 1

  local command=${name} word
  local -i i is_value=0 is_command=0
  local -a inner specs

  # The words that lead to the command are taken out, so that _arguments sees its options and
  # arguments alone, wherever on the line the options of every command stand.
  for (( i = 2; i < CURRENT; i++ )); do
    word=$words[i]
    if (( is_value )); then
      is_value=0
      continue
    fi
    is_command=0
    case "$command $word" in
      (*' --') break ;;
      ${valueOptions(root)
        .map((option) => `(${optionPattern(option)}) is_value=1 ;;`)
        .join('\n      ')}
      ${innerPaths(root)
        .map((path) => `(${quoted(path)}) is_command=1 ;;`)
        .join('\n      ')}
    esac
    if (( is_command )); then
      command="$command $word"
      words[i]=()
      (( i--, CURRENT-- ))
    fi
  done

  specs=(
    ${root.options.flatMap(optionSpecs).join('\n    ')}
  )
  case $command in
${everyCommand(root).flatMap(arm).join('\n')}
  esac
  _arguments -s -S $specs
}

# Kept in fpath, the file is the body of the function when it is used for the first time.
if [[ \${zsh_eval_context[-1]-} == loadautofunc ]]; then
  _${name} "$@"
else
  compdef _${name} ${name}
fi
`;
}

function arm({ path, command, ownOptions }: ReachedCommand): string[] {
  const inner = command.commands.map(({ name, summary }) =>
    quoted(`${name.replaceAll(':', '\\:')}:${summary}`),
  );
  const specs = [
    ...ownOptions.flatMap(optionSpecs),
    ...command.args.map(argumentSpec),
    ...(inner.length > 0 ? ["'1: :{_describe -t commands command inner}'"] : []),
  ];
  if (specs.length === 0) return [];
  return [
    `    (${quoted(path)})`,
    ...(inner.length > 0 ? assignment('inner=', inner) : []),
    ...assignment('specs+=', specs),
    '      ;;',
  ];
}

function assignment(target: string, elements: readonly string[]): string[] {
  return [`      ${target}(`, ...elements.map((element) => `        ${element}`), '      )'];
}

function optionSpecs({ short, long, values, summary }: OptionWord): string[] {
  const described = `[${summary.replace(/[[\]\\]/g, '\\$&')}]`;
  if (values) {
    const value = `${described}:${long.slice(2)}:${action(values)}`;
    return [...(short === undefined ? [] : [`*${short}+${value}`]), `*${long}=${value}`].map(
      quoted,
    );
  }
  if (short === undefined) return [quoted(long + described)];
  return [short, long].map((spelling) => quoted(`(${short} ${long})${spelling}${described}`));
}

function argumentSpec({ name, values, isRepeated }: ArgumentWord, index: number): string {
  // After a message zsh would list an option that is typed in place of the argument, and not insert it.
  const completion = values.kind === 'free' ? '()' : action(values);
  return quoted(`${isRepeated ? '*' : index + 1}:${name}:${completion}`);
}

function action(values: Values): string {
  if (values.kind === 'path') return '_files';
  if (values.kind === 'profiles') return '_dotaf_profiles';
  // A blank completes nothing, and shows what is expected as a message.
  if (values.kind === 'free') return ' ';
  return `(${values.choices.map((choice) => choice.replace(/[^\w-]/g, '\\$&')).join(' ')})`;
}
