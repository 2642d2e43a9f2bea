# Completion of dotaf for fish, made by: dotaf completion fish
# What is typed is compared as text; nothing of it is run. For the names of profiles dotaf is asked.

function _dotaf_at -d 'Whether this command is the one at hand, and so many words follow it'
    set -l words (commandline -opc)
    set -e words[1]
    set -l command dotaf
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
                case '* --fields' \
                    '* --jq' \
                    '* --profile' \
                    '* --base-url' \
                    '* --timeout' \
                    '* --max-wait' \
                    'dotaf check --years' \
                    'dotaf check --file' \
                    'dotaf check --tld' \
                    'dotaf check --only' \
                    'dotaf check --expect' \
                    'dotaf check --out' \
                    'dotaf quote --action' \
                    'dotaf quote --years' \
                    'dotaf quote --markup' \
                    'dotaf quote --round' \
                    'dotaf domains ls --status' \
                    'dotaf domains ls --expiring' \
                    'dotaf domains ls --auto-renew' \
                    'dotaf domains ls --sort' \
                    'dotaf domains ls --columns' \
                    'dotaf domains ls --against' \
                    'dotaf domains ls --expect' \
                    'dotaf balance --min' \
                    'dotaf auth login --key' \
                    'dotaf auth login --secret-command' \
                    'dotaf sandbox --port' \
                    'dotaf sandbox --rate-limit' \
                    'dotaf sandbox --latency' \
                    'dotaf sandbox --fail' \
                    'dotaf sandbox --data' \
                    'dotaf sandbox --seed'
                    set is_value 1
                    continue
                case '* -*'
                    continue
            end
        end
        switch "$command $word"
            case 'dotaf check' \
                    'dotaf quote' \
                    'dotaf domains' \
                    'dotaf domains ls' \
                    'dotaf domains show' \
                    'dotaf balance' \
                    'dotaf tier' \
                    'dotaf auth' \
                    'dotaf auth login' \
                    'dotaf auth status' \
                    'dotaf auth ls' \
                    'dotaf auth use' \
                    'dotaf auth logout' \
                    'dotaf config' \
                    'dotaf config ls' \
                    'dotaf config get' \
                    'dotaf config set' \
                    'dotaf config unset' \
                    'dotaf config path' \
                    'dotaf sandbox' \
                    'dotaf completion'
                set command "$command $word"
                set place 0
            case '*'
                set place (math $place + 1)
        end
    end
    contains -- "$argv" "$command" "$command $place"
end

complete -c dotaf -e
complete -c dotaf -f
complete -c dotaf -n '_dotaf_at dotaf 0' -a check -d 'Check availability and reseller price of names'
complete -c dotaf -n '_dotaf_at dotaf 0' -a quote -d 'Show prices of registration, renewal, transfer and restore'
complete -c dotaf -n '_dotaf_at dotaf 0' -a domains -d 'The account\'s domains'
complete -c dotaf -n '_dotaf_at dotaf 0' -a balance -d 'Show credit balance, currency, credit limit and active domains'
complete -c dotaf -n '_dotaf_at dotaf 0' -a tier -d 'Show current tier, next tier and domains needed to advance'
complete -c dotaf -n '_dotaf_at dotaf 0' -a auth -d 'Credentials, one set a profile'
complete -c dotaf -n '_dotaf_at dotaf 0' -a config -d 'Preferences'
complete -c dotaf -n '_dotaf_at dotaf 0' -a sandbox -d 'Run a local server that implements the whole API'
complete -c dotaf -n '_dotaf_at dotaf 0' -a completion -d 'Print the completion script of a shell'
complete -c dotaf -n '_dotaf_at dotaf domains 0' -a ls -d 'List the account\'s domains, the soonest expiry first'
complete -c dotaf -n '_dotaf_at dotaf domains 0' -a show -d 'Show status, expiry, registration date, auto-renew and nameservers'
complete -c dotaf -n '_dotaf_at dotaf auth 0' -a login -d 'Verify credentials with one balance request, then store them'
complete -c dotaf -n '_dotaf_at dotaf auth 0' -a status -d 'Show which credentials a command would use, and where they come from'
complete -c dotaf -n '_dotaf_at dotaf auth 0' -a ls -d 'List the stored profiles'
complete -c dotaf -n '_dotaf_at dotaf auth 0' -a use -d 'Make a profile the active one'
complete -c dotaf -n '_dotaf_at dotaf auth 0' -a logout -d 'Remove a profile and its credentials from this machine'
complete -c dotaf -n '_dotaf_at dotaf config 0' -a ls -d 'List the preferences, their values and where each comes from'
complete -c dotaf -n '_dotaf_at dotaf config 0' -a get -d 'Print the value of one preference'
complete -c dotaf -n '_dotaf_at dotaf config 0' -a set -d 'Store a preference in the profile in use'
complete -c dotaf -n '_dotaf_at dotaf config 0' -a unset -d 'Remove a stored preference from the profile in use'
complete -c dotaf -n '_dotaf_at dotaf config 0' -a path -d 'Print the path of the config file'
complete -c dotaf -s V -l version -d 'print the version'
complete -c dotaf -l json -d 'print JSON, one object a line for each thing asked'
complete -c dotaf -l fields -r -f -d 'print these fields alone, such as domain,pricing.amount'
complete -c dotaf -l jq -r -f -d 'filter the JSON with a jq expression'
complete -c dotaf -l csv -d 'print CSV with a header line'
complete -c dotaf -l color -d 'colour, also in a pipe'
complete -c dotaf -l no-color -d 'no colour, also on a terminal'
complete -c dotaf -s q -l quiet -d 'the answer and errors, no notes and no progress'
complete -c dotaf -s v -l verbose -d 'a trace of the requests on stderr, without the credentials'
complete -c dotaf -l profile -r -f -a '(command -q dotaf; and command dotaf __complete profiles 2>/dev/null)' -d 'use the credentials and preferences of this profile'
complete -c dotaf -l base-url -r -f -d 'address of the service'
complete -c dotaf -l sandbox -d 'use an embedded sandbox, no account needed'
complete -c dotaf -l no-input -d 'never ask, fail instead'
complete -c dotaf -l timeout -r -f -d 'for one attempt (default: 15)'
complete -c dotaf -l max-wait -r -f -d 'for the rate limit and retries of one request (default: 75)'
complete -c dotaf -s h -l help -d 'show help'
complete -c dotaf -n '_dotaf_at dotaf check' -l years -r -f -d 'registration period that the price is for'
complete -c dotaf -n '_dotaf_at dotaf check' -l file -r -F -d 'read names from a file, the first field of each line; - is stdin'
complete -c dotaf -n '_dotaf_at dotaf check' -l tld -r -f -d 'what bare labels are completed with, such as .af,.com.af'
complete -c dotaf -n '_dotaf_at dotaf check' -l only -r -f -a 'available taken unknown' -d 'print these rows alone'
complete -c dotaf -n '_dotaf_at dotaf check' -l expect -r -f -a 'available taken' -d 'exit with 1 unless every name is'
complete -c dotaf -n '_dotaf_at dotaf check' -l out -r -F -d 'add each answer to a .jsonl or .csv file as it comes'
complete -c dotaf -n '_dotaf_at dotaf check' -l resume -d 'go on from what --out holds, asking only what is missing'
complete -c dotaf -n '_dotaf_at dotaf quote' -l action -r -f -d 'with commas between: registration, renewal, transfer, restore'
complete -c dotaf -n '_dotaf_at dotaf quote' -l years -r -f -d 'periods: 1, 1-5 or 1,2,5'
complete -c dotaf -n '_dotaf_at dotaf quote' -l markup -r -f -d 'add a retail price, this much above'
complete -c dotaf -n '_dotaf_at dotaf quote' -l round -r -f -d 'round it up to a multiple of this'
complete -c dotaf -n '_dotaf_at dotaf quote' -l margin -d 'show what of it is left'
complete -c dotaf -n '_dotaf_at dotaf domains ls' -l status -r -f -d 'these alone'
complete -c dotaf -n '_dotaf_at dotaf domains ls' -l expiring -r -f -d 'expired, or expiring within 90d, 12w or 3m'
complete -c dotaf -n '_dotaf_at dotaf domains ls' -l auto-renew -r -f -a 'on off' -d 'these alone'
complete -c dotaf -n '_dotaf_at dotaf domains ls' -l sort -r -f -a 'domain status expiry registration_date auto_renew nameservers' -d 'order by this column'
complete -c dotaf -n '_dotaf_at dotaf domains ls' -l columns -r -f -d 'the columns of the table, with commas between'
complete -c dotaf -n '_dotaf_at dotaf domains ls' -l names -d 'print the names alone, one a line'
complete -c dotaf -n '_dotaf_at dotaf domains ls' -l ics -d 'print a calendar, one event a renewal'
complete -c dotaf -n '_dotaf_at dotaf domains ls' -l changes -d 'what differs from the last look'
complete -c dotaf -n '_dotaf_at dotaf domains ls' -l against -r -F -d 'what this account and a CSV file disagree on'
complete -c dotaf -n '_dotaf_at dotaf domains ls' -l expect -r -f -a 'none' -d 'exit with 1 unless nothing differs'
complete -c dotaf -n '_dotaf_at dotaf balance' -l min -r -f -d 'exit with 1 when less than this is left'
complete -c dotaf -n '_dotaf_at dotaf balance' -l with-credit -d 'count the credit limit in'
complete -c dotaf -n '_dotaf_at dotaf auth login' -l key -r -f -d 'the API key'
complete -c dotaf -n '_dotaf_at dotaf auth login' -l secret-stdin -d 'read the API secret from stdin'
complete -c dotaf -n '_dotaf_at dotaf auth login' -l secret-command -r -f -d 'store a command that prints the secret, in place of it'
complete -c dotaf -n '_dotaf_at dotaf sandbox' -l port -r -f -d 'listen here; 0 takes any free port'
complete -c dotaf -n '_dotaf_at dotaf sandbox' -l rate-limit -r -f -d 'requests in a window (default: 60/60s)'
complete -c dotaf -n '_dotaf_at dotaf sandbox' -l latency -r -f -d 'wait this long before each answer'
complete -c dotaf -n '_dotaf_at dotaf sandbox' -l fail -r -f -d 'make answers fail: 401, 403, 429, 500, reset, html, slow; repeatable'
complete -c dotaf -n '_dotaf_at dotaf sandbox' -l data -r -F -d 'serve the account in this JSON file'
complete -c dotaf -n '_dotaf_at dotaf sandbox' -l seed -r -f -d 'another seed, another account'
complete -c dotaf -n '_dotaf_at dotaf auth use 0' -f -a '(command -q dotaf; and command dotaf __complete profiles 2>/dev/null)'
complete -c dotaf -n '_dotaf_at dotaf config get 0' -f -a 'timeout max-wait rate-limit tld color'
complete -c dotaf -n '_dotaf_at dotaf config set 0' -f -a 'timeout max-wait rate-limit tld color'
complete -c dotaf -n '_dotaf_at dotaf config unset 0' -f -a 'timeout max-wait rate-limit tld color'
complete -c dotaf -n '_dotaf_at dotaf completion 0' -f -a 'bash zsh fish powershell'
