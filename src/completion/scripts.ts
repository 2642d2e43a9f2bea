export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

export type Shell = (typeof shells)[number];

/** Each asks `dotaf __complete`, and is the same for every command tree. */
export const scripts: Record<Shell, string> = {
  bash: `# Completion of dotaf for bash 3.2 and later, printed by: dotaf completion bash
# dotaf is given the words as they stand, without their quotes; nothing that is typed is run.

_dotaf() {
  local IFS=$' \\t\\n' line=\${COMP_LINE:0:COMP_POINT} word='' gap='' end=\${2-} is_path='' i
  local -a words
  words=() COMPREPLY=()

  # Bash cuts words at = and : as well; without a space between them they are one word.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    gap=\${line%%[![:space:]]*}
    word=\${COMP_WORDS[i]}
    ((i < COMP_CWORD)) || word=\${line#"$gap"}
    if ((i < 2)) || [[ -n $gap || $word == [\\<\\>\\&]* ]]; then
      words+=("$word")
    else
      words[\${#words[@]} - 1]+=$word
    fi
    line=\${line#*"$word"}
  done

  local typed=\${words[\${#words[@]} - 1]} current
  words=("\${words[@]//[\\\\\\"\\']/}")
  current=\${words[\${#words[@]} - 1]}
  while IFS=$'\\t' read -r word _; do
    [[ $word == :files ]] && is_path=1 && continue
    # Readline replaces only the end of the word, the part in the second argument.
    word=\${word#"\${current%"\${end//[\\\\\\"\\']/}"}"}
    [[ $typed == *[\\"\\']* || $word != *[![:alnum:]_.,:/=@+-]* ]] || printf -v word %q "$word"
    [[ $word != *: ]] || compopt -o nospace 2>/dev/null || :
    COMPREPLY+=("$word")
  done < <(command dotaf __complete "\${words[@]:1}" 2>/dev/null)

  if [[ -z $is_path ]]; then
    # Bash 3.2 has no compopt, and offers files where there is no candidate.
    compopt +o default 2>/dev/null || :
  elif [[ $end == --*=* ]]; then
    # Where = does not cut words, readline would look for a file named after the option.
    compopt -o filenames -o nospace 2>/dev/null || :
    while IFS= read -r word; do
      [[ ! -d $word ]] || word=$word/
      COMPREPLY+=("\${current%%=*}=$word")
    done < <(compgen -f -- "\${current#*=}")
  fi
}

complete -o default -F _dotaf dotaf
`,

  zsh: `#compdef dotaf
# Completion of dotaf for zsh, printed by: dotaf completion zsh
# To be sourced after compinit, or kept as the file _dotaf in a folder of fpath.
# dotaf is given the words as they stand, without their quotes; nothing that is typed is run.

_dotaf() {
  local -a before answer suffix
  before=("\${(@Q)words[2,CURRENT-1]}")
  answer=(\${(f)"$(command dotaf __complete "\${before[@]}" "\${(Q)PREFIX}" 2>/dev/null || :)"})
  if [[ $answer[1] == :files ]]; then
    # _files would run a command substitution in the word at the cursor.
    [[ $words[CURRENT] == *('$('|'\`')* ]] && return 1
    [[ $PREFIX == --*=* ]] && compset -P '--[^=]#='
    _files
    return
  fi
  (( $#answer )) || return 1
  [[ $answer[1] == *: ]] && suffix=(-S '')
  answer=("\${(@)\${(@)answer//:/\\\\:}/$'\\t'/:}")
  _describe dotaf answer "\${suffix[@]}"
}

# Kept in fpath, the file is the body of the function when it is used for the first time.
if [[ \${zsh_eval_context[-1]-} == loadautofunc ]]; then
  _dotaf "$@"
else
  compdef _dotaf dotaf
fi
`,

  fish: `# Completion of dotaf for fish 3.0 and later, printed by: dotaf completion fish
# dotaf is given the words as they stand, without their quotes; nothing that is typed is run.

function _dotaf_candidates
    command -q dotaf; or return
    set -l words (commandline -opc) (commandline -ct)
    set -l answer (command dotaf __complete (string replace -ra '[\\\\\\\\"\\']' '' -- $words[2..-1]) 2>/dev/null)
    if test "$answer" = :files
        set -l option (string match -r '^--[^=]*=' -- $words[-1])
        __fish_complete_path (string replace -- "$option" '' $words[-1]) | string replace -r -- '^' "$option"
    else
        string join -- \\n $answer
    end
end

complete -c dotaf -e
complete -c dotaf -f -a '(_dotaf_candidates)'
`,

  powershell: `# Completion of dotaf for PowerShell 5.1 and later, printed by: dotaf completion powershell
# dotaf is given the words as they stand, without their quotes; nothing that is typed is run.

Register-ArgumentCompleter -Native -CommandName 'dotaf' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $elements = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.StartOffset -lt $cursorPosition })
    $words = @($elements | ForEach-Object {
        $length = [Math]::Min($_.Extent.Text.Length, $cursorPosition - $_.Extent.StartOffset)
        # A .cmd file that starts dotaf would run what stands after & or |.
        $_.Extent.Text.Substring(0, $length) -replace '[^\\w\\s.,:/=@+-]'
    })
    if ($elements.Count -eq 0 -or $elements[-1].Extent.EndOffset -lt $cursorPosition) {
        # Windows PowerShell drops an empty argument.
        $words += '""'
    }
    $answer = @(dotaf __complete @words 2>$null)
    if ($answer -ccontains ':files') {
        # After no result at all PowerShell offers files.
        if ($wordToComplete -notmatch '^(--[^=]+=)(.*)$') { return }
        $option = $Matches[1]
        foreach ($file in [System.Management.Automation.CompletionCompleters]::CompleteFilename($Matches[2])) {
            [System.Management.Automation.CompletionResult]::new("$option$($file.CompletionText)", $file.ListItemText, $file.ResultType, $file.ToolTip)
        }
        return
    }
    # Between commas, only the end of the word is replaced.
    $kept = if ($words[-1].EndsWith($wordToComplete)) { $words[-1].Length - $wordToComplete.Length } else { 0 }
    foreach ($line in $answer) {
        $word, $summary = $line -split "\`t", 2
        if (-not $summary) { $summary = $word }
        $text = $word.Substring($kept)
        if ($text -match '[^\\w.,:/=@+-]') { $text = '''{0}''' -f $text.Replace('''', '''''') }
        [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $summary)
    }
    if ($answer.Count -eq 0) { '' }
}
`,
};
