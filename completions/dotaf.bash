# Completion of dotaf for bash 3.2 and later. It belongs in the file dotaf in the folder
# ~/.local/share/bash-completion/completions, where bash-completion looks for it. Without
# bash-completion, this line belongs in ~/.bashrc: eval "$(dotaf completion bash)"
# dotaf is given the words as they stand, without their quotes; nothing that is typed is run.

_dotaf() {
  local IFS=$' \t\n' line=${COMP_LINE:0:COMP_POINT} word='' gap='' end=${2-} is_path='' i
  local -a words
  words=() COMPREPLY=()

  # Bash cuts words at = and : as well; without a space between them they are one word.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    gap=${line%%[![:space:]]*}
    word=${COMP_WORDS[i]}
    ((i < COMP_CWORD)) || word=${line#"$gap"}
    if ((i < 2)) || [[ -n $gap || $word == [\<\>\&]* ]]; then
      words+=("$word")
    else
      words[${#words[@]} - 1]+=$word
    fi
    line=${line#*"$word"}
  done

  local typed=${words[${#words[@]} - 1]} current
  words=("${words[@]//[\\\"\']/}")
  current=${words[${#words[@]} - 1]}
  while IFS=$'\t' read -r word _; do
    [[ $word == :files ]] && is_path=1 && continue
    # Readline replaces only the end of the word, the part in the second argument.
    word=${word#"${current%"${end//[\\\"\']/}"}"}
    [[ $typed == *[\"\']* || $word != *[![:alnum:]_.,:/=@+-]* ]] || printf -v word %q "$word"
    COMPREPLY+=("$word")
  done < <(command dotaf __complete "${words[@]:1}" 2>/dev/null)

  if [[ -z $is_path ]]; then
    # Bash 3.2 has no compopt, and offers files where there is no candidate.
    compopt +o default 2>/dev/null || :
  elif [[ $end == --*=* ]]; then
    # Where = does not cut words, readline would look for a file named after the option.
    compopt -o filenames -o nospace 2>/dev/null || :
    while IFS= read -r word; do
      [[ ! -d $word ]] || word=$word/
      COMPREPLY+=("${current%%=*}=$word")
    done < <(compgen -f -- "${current#*=}")
  fi
}

complete -o default -F _dotaf dotaf
