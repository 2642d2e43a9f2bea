# Completion of dotaf for bash, made by: dotaf completion bash
# What is typed is compared as text; nothing of it is run. For the names of profiles dotaf is asked.

_dotaf() {
  local IFS=$' \t\n' line=${COMP_LINE:0:COMP_POINT} word='' gap='' last='' i
  local -a words candidates
  words=() candidates=() COMPREPLY=()

  # Bash cuts words at = and : as well; without a blank between them they are one word.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    gap=${line%%"$word"*}
    if ((i == COMP_CWORD)); then
      gap=${line%%[![:space:]]*}
      word=${line#"$gap"}
    fi
    if ((i < 2)) || [[ -n $gap || $word == [\<\>\&]* || $last == [\<\>\&]* ]]; then
      words+=("$word")
    else
      words[${#words[@]} - 1]+=$word
    fi
    line=${line#*"$word"}
    last=$word
  done

  local current=${words[${#words[@]} - 1]} command=dotaf place=0
  local option='' options_ended='' prefix='' is_path='' is_profile=''
  for ((i = 1; i < ${#words[@]} - 1; i++)); do
    word=${words[i]}
    if [[ -n $option ]]; then
      option=''
    elif [[ $word == [\<\>\&]* ]]; then
      option='>'
    elif [[ $word == -- ]]; then
      options_ended=1
    elif [[ -z $options_ended && $word == -?* ]]; then
      case "$command $word" in
        *' --fields' | \
          *' --jq' | \
          *' --profile' | \
          *' --base-url' | \
          *' --timeout' | \
          *' --max-wait' | \
          'dotaf check --years' | \
          'dotaf check --file' | \
          'dotaf check --tld' | \
          'dotaf check --only' | \
          'dotaf check --expect' | \
          'dotaf check --out' | \
          'dotaf quote --action' | \
          'dotaf quote --years' | \
          'dotaf quote --markup' | \
          'dotaf quote --round' | \
          'dotaf domains ls --status' | \
          'dotaf domains ls --expiring' | \
          'dotaf domains ls --auto-renew' | \
          'dotaf domains ls --sort' | \
          'dotaf domains ls --columns' | \
          'dotaf domains ls --against' | \
          'dotaf domains ls --expect' | \
          'dotaf balance --min' | \
          'dotaf auth login --key' | \
          'dotaf auth login --secret-command' | \
          'dotaf sandbox --port' | \
          'dotaf sandbox --rate-limit' | \
          'dotaf sandbox --latency' | \
          'dotaf sandbox --fail' | \
          'dotaf sandbox --data' | \
          'dotaf sandbox --seed')
          option=$word
          ;;
      esac
    else
      case "$command $word" in
        'dotaf check' | \
          'dotaf quote' | \
          'dotaf domains' | \
          'dotaf domains ls' | \
          'dotaf domains show' | \
          'dotaf balance' | \
          'dotaf tier' | \
          'dotaf auth' | \
          'dotaf auth login' | \
          'dotaf auth status' | \
          'dotaf auth ls' | \
          'dotaf auth use' | \
          'dotaf auth logout' | \
          'dotaf config' | \
          'dotaf config ls' | \
          'dotaf config get' | \
          'dotaf config set' | \
          'dotaf config unset' | \
          'dotaf config path' | \
          'dotaf sandbox' | \
          'dotaf completion')
          command="$command $word"
          place=0
          ;;
        *) place=$((place + 1)) ;;
      esac
    fi
  done

  current=${current#[\"\']}
  if [[ -z $option && -z $options_ended && $current == --*=* ]]; then
    option=${current%%=*}
    prefix=$option=
  fi
  local value=${current#"$prefix"}
  value=${value#[\"\']}

  if [[ -n $option ]]; then
    case "$command $option" in
      *' >') is_path=1 ;;
      *' --profile') is_profile=1 ;;
      'dotaf check --file') is_path=1 ;;
      'dotaf check --only') candidates=(available taken unknown) ;;
      'dotaf check --expect') candidates=(available taken) ;;
      'dotaf check --out') is_path=1 ;;
      'dotaf domains ls --auto-renew') candidates=(on off) ;;
      'dotaf domains ls --sort') candidates=(domain status expiry registration_date auto_renew nameservers) ;;
      'dotaf domains ls --against') is_path=1 ;;
      'dotaf domains ls --expect') candidates=(none) ;;
      'dotaf sandbox --data') is_path=1 ;;
    esac
  elif [[ -z $options_ended && $value == -* ]]; then
    case $command in
      'dotaf check') candidates=(--years --file --tld --only --expect --out --resume) ;;
      'dotaf quote') candidates=(--action --years --markup --round --margin) ;;
      'dotaf domains ls') candidates=(--status --expiring --auto-renew --sort --columns --names --ics --changes --against --expect) ;;
      'dotaf balance') candidates=(--min --with-credit) ;;
      'dotaf auth login') candidates=(--key --secret-stdin --secret-command) ;;
      'dotaf sandbox') candidates=(--port --rate-limit --latency --fail --data --seed) ;;
    esac
    candidates+=(-V --version --json --fields --jq --csv --color --no-color -q --quiet -v --verbose --profile --base-url --sandbox --no-input --timeout --max-wait -h --help)
  else
    case "$command $place" in
      'dotaf 0') candidates=(check quote domains balance tier auth config sandbox completion) ;;
      'dotaf domains 0') candidates=(ls show) ;;
      'dotaf auth 0') candidates=(login status ls use logout) ;;
      'dotaf config 0') candidates=(ls get set unset path) ;;
      'dotaf auth use 0') is_profile=1 ;;
      'dotaf config get 0') candidates=(timeout max-wait rate-limit tld color) ;;
      'dotaf config set 0') candidates=(timeout max-wait rate-limit tld color) ;;
      'dotaf config unset 0') candidates=(timeout max-wait rate-limit tld color) ;;
      'dotaf completion 0') candidates=(bash zsh fish powershell) ;;
    esac
  fi

  if [[ -n $is_profile ]]; then
    while IFS= read -r word; do
      candidates+=("$word")
    done < <(command dotaf __complete profiles 2>/dev/null)
  fi

  # Readline replaces the end of the word alone, the part in the second argument.
  local kept=$prefix$value
  kept=${kept%"${2-}"}
  for word in ${candidates[@]+"${candidates[@]}"}; do
    if [[ $word == "$value"* ]]; then
      word=$prefix$word
      COMPREPLY+=("${word#"$kept"}")
    fi
  done

  if [[ -z $is_path ]]; then
    # Bash 3.2 has no compopt, and offers files where there is no candidate.
    compopt +o default 2>/dev/null || :
  elif [[ -n $prefix && ${2-} == "$prefix"* ]]; then
    # Where = does not cut words, readline would look for a file named after the option.
    compopt -o filenames -o nospace 2>/dev/null || :
    while IFS= read -r word; do
      [[ ! -d $word ]] || word=$word/
      COMPREPLY+=("$prefix$word")
    done < <(compgen -f -- "$value")
  fi
}

complete -o default -F _dotaf dotaf
