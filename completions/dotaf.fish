# Completion of dotaf for fish 3.0 and later. It belongs in the file
# ~/.config/fish/completions/dotaf.fish, which fish reads by itself.
# dotaf is given the words as they stand, without their quotes; nothing that is typed is run.

function _dotaf_candidates
    command -q dotaf; or return
    set -l words (commandline -opc) (commandline -ct)
    set -l answer (command dotaf __complete (string replace -ra '[\\\\"\']' '' -- $words[2..-1]) 2>/dev/null)
    if test "$answer" = :files
        set -l option (string match -r '^--[^=]*=' -- $words[-1])
        __fish_complete_path (string replace -- "$option" '' $words[-1]) | string replace -r -- '^' "$option"
    else
        string join -- \n $answer
    end
end

complete -c dotaf -e
complete -c dotaf -f -a '(_dotaf_candidates)'
