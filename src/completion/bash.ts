import { optionCases, optionList, valueCases, wordCases } from './bash-cases.ts';
import { askForProfiles, optionPattern, quoted } from './posix.ts';
import type { CommandTree } from './tree.ts';
import { innerPaths, valueOptions } from './typed-words.ts';

/** For bash 3.2 and later, with or without the package bash-completion. */
export function bashScript(root: CommandTree): string {
  const { name } = root;
  return `# Completion of ${name} for bash, made by: ${name} completion bash
# What is typed is compared as text; nothing of it is run. For the names of profiles ${name} is asked.

_${name}() {
  local IFS=$' \\t\\n' line=\${COMP_LINE:0:COMP_POINT} word='' gap='' last='' i
  local -a words candidates
  words=() candidates=() COMPREPLY=()

  # Bash cuts words at = and : as well; without a blank between them they are one word.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    gap=\${line%%"$word"*}
    if ((i == COMP_CWORD)); then
      gap=\${line%%[![:space:]]*}
      word=\${line#"$gap"}
    fi
    if ((i < 2)) || [[ -n $gap || $word == [\\<\\>\\&]* || $last == [\\<\\>\\&]* ]]; then
      words+=("$word")
    else
      words[\${#words[@]} - 1]+=$word
    fi
    line=\${line#*"$word"}
    last=$word
  done

  local current=\${words[\${#words[@]} - 1]} command=${name} place=0
  local option='' options_ended='' prefix='' is_path='' is_profile=''
  for ((i = 1; i < \${#words[@]} - 1; i++)); do
    word=\${words[i]}
    if [[ -n $option ]]; then
      option=''
    elif [[ $word == [\\<\\>\\&]* ]]; then
      option='>'
    elif [[ $word == -- ]]; then
      options_ended=1
    elif [[ -z $options_ended && $word == -?* ]]; then
      case "$command $word" in
        ${anyOf(valueOptions(root).map(optionPattern))})
          option=$word
          ;;
      esac
    else
      case "$command $word" in
        ${anyOf(innerPaths(root).map(quoted))})
          command="$command $word"
          place=0
          ;;
        *) place=$((place + 1)) ;;
      esac
    fi
  done

  current=\${current#[\\"\\']}
  if [[ -z $option && -z $options_ended && $current == --*=* ]]; then
    option=\${current%%=*}
    prefix=$option=
  fi
  local value=\${current#"$prefix"}
  value=\${value#[\\"\\']}

  if [[ -n $option ]]; then
    case "$command $option" in
      *' >') is_path=1 ;;
      ${valueCases(root).join('\n      ')}
    esac
  elif [[ -z $options_ended && $value == -* ]]; then
    case $command in
      ${optionCases(root).join('\n      ')}
    esac
    candidates+=(${optionList(root.options)})
  else
    case "$command $place" in
      ${wordCases(root).join('\n      ')}
    esac
  fi

  if [[ -n $is_profile ]]; then
    while IFS= read -r word; do
      candidates+=("$word")
    done < <(${askForProfiles})
  fi

  # Readline replaces the end of the word alone, the part in the second argument.
  local kept=$prefix$value
  kept=\${kept%"\${2-}"}
  for word in \${candidates[@]+"\${candidates[@]}"}; do
    if [[ $word == "$value"* ]]; then
      word=$prefix$word
      COMPREPLY+=("\${word#"$kept"}")
    fi
  done

  if [[ -z $is_path ]]; then
    # Bash 3.2 has no compopt, and offers files where there is no candidate.
    compopt +o default 2>/dev/null || :
  elif [[ -n $prefix && \${2-} == "$prefix"* ]]; then
    # Where = does not cut words, readline would look for a file named after the option.
    compopt -o filenames -o nospace 2>/dev/null || :
    while IFS= read -r word; do
      [[ ! -d $word ]] || word=$word/
      COMPREPLY+=("$prefix$word")
    done < <(compgen -f -- "$value")
  fi
}

complete -o default -F _${name} ${name}
`;
}

function anyOf(patterns: readonly string[]): string {
  return patterns.join(' | \\\n          ');
}
