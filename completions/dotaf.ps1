# Completion of dotaf for PowerShell, made by: dotaf completion powershell
# What is typed is compared as text; nothing of it is run. For the names of profiles dotaf is asked.

Register-ArgumentCompleter -Native -CommandName 'dotaf' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $takesValue = @(
        '* --fields'
        '* --jq'
        '* --profile'
        '* --base-url'
        '* --timeout'
        '* --max-wait'
        'dotaf check --years'
        'dotaf check --file'
        'dotaf check --tld'
        'dotaf check --only'
        'dotaf check --expect'
        'dotaf check --out'
        'dotaf quote --action'
        'dotaf quote --years'
        'dotaf quote --markup'
        'dotaf quote --round'
        'dotaf domains ls --status'
        'dotaf domains ls --expiring'
        'dotaf domains ls --auto-renew'
        'dotaf domains ls --sort'
        'dotaf domains ls --columns'
        'dotaf domains ls --against'
        'dotaf domains ls --expect'
        'dotaf balance --min'
        'dotaf auth login --key'
        'dotaf auth login --secret-command'
        'dotaf sandbox --port'
        'dotaf sandbox --rate-limit'
        'dotaf sandbox --latency'
        'dotaf sandbox --fail'
        'dotaf sandbox --data'
        'dotaf sandbox --seed'
    )
    $innerCommands = @(
        'dotaf check'
        'dotaf quote'
        'dotaf domains'
        'dotaf domains ls'
        'dotaf domains show'
        'dotaf balance'
        'dotaf tier'
        'dotaf auth'
        'dotaf auth login'
        'dotaf auth status'
        'dotaf auth ls'
        'dotaf auth use'
        'dotaf auth logout'
        'dotaf config'
        'dotaf config ls'
        'dotaf config get'
        'dotaf config set'
        'dotaf config unset'
        'dotaf config path'
        'dotaf sandbox'
        'dotaf completion'
    )
    $command = 'dotaf'
    $place = 0
    $option = ''
    $optionsEnded = $false
    foreach ($element in @($commandAst.CommandElements | Select-Object -Skip 1)) {
        if ($element.Extent.EndOffset -ge $cursorPosition) { break }
        $word = $element.Extent.Text
        if ($option) {
            $option = ''
        } elseif ($word -ceq '--') {
            $optionsEnded = $true
        } elseif (-not $optionsEnded -and $word -clike '-?*') {
            if ($takesValue -ccontains "* $word" -or $takesValue -ccontains "$command $word") {
                $option = $word
            }
        } elseif ($innerCommands -ccontains "$command $word") {
            $command = "$command $word"
            $place = 0
        } else {
            $place++
        }
    }

    $typed = $wordToComplete
    $prefix = ''
    if (-not $option -and -not $optionsEnded -and $typed -cmatch '^(--[^=]+)=(.*)$') {
        $option = $Matches[1]
        $typed = $Matches[2]
        $prefix = "$option="
    }

    # A candidate is a word, or a word, a blank and its summary.
    $isPath = $false
    $candidates = @(
        if ($option) {
            switch -CaseSensitive -Wildcard ("$command $option") {
                '* --profile' { dotaf __complete profiles 2>$null }
                'dotaf check --file' { $isPath = $true }
                'dotaf check --only' { 'available', 'taken', 'unknown' }
                'dotaf check --expect' { 'available', 'taken' }
                'dotaf check --out' { $isPath = $true }
                'dotaf domains ls --auto-renew' { 'on', 'off' }
                'dotaf domains ls --sort' { 'domain', 'status', 'expiry', 'registration_date', 'auto_renew', 'nameservers' }
                'dotaf domains ls --against' { $isPath = $true }
                'dotaf domains ls --expect' { 'none' }
                'dotaf sandbox --data' { $isPath = $true }
            }
        } elseif (-not $optionsEnded -and $typed -clike '-*') {
            '-V print the version'
            '--version print the version'
            '--json print JSON, one object a line for each thing asked'
            '--fields print these fields alone, such as domain,pricing.amount'
            '--jq filter the JSON with a jq expression'
            '--csv print CSV with a header line'
            '--color colour, also in a pipe'
            '--no-color no colour, also on a terminal'
            '-q the answer and errors, no notes and no progress'
            '--quiet the answer and errors, no notes and no progress'
            '-v a trace of the requests on stderr, without the credentials'
            '--verbose a trace of the requests on stderr, without the credentials'
            '--profile use the credentials and preferences of this profile'
            '--base-url address of the service'
            '--sandbox use an embedded sandbox, no account needed'
            '--no-input never ask, fail instead'
            '--timeout for one attempt (default: 15)'
            '--max-wait for the rate limit and retries of one request (default: 75)'
            '-h show help'
            '--help show help'
            switch -CaseSensitive ($command) {
                'dotaf check' {
                    '--years registration period that the price is for'
                    '--file read names from a file, the first field of each line; - is stdin'
                    '--tld what bare labels are completed with, such as .af,.com.af'
                    '--only print these rows alone'
                    '--expect exit with 1 unless every name is'
                    '--out add each answer to a .jsonl or .csv file as it comes'
                    '--resume go on from what --out holds, asking only what is missing'
                }
                'dotaf quote' {
                    '--action with commas between: registration, renewal, transfer, restore'
                    '--years periods: 1, 1-5 or 1,2,5'
                    '--markup add a retail price, this much above'
                    '--round round it up to a multiple of this'
                    '--margin show what of it is left'
                }
                'dotaf domains ls' {
                    '--status these alone'
                    '--expiring expired, or expiring within 90d, 12w or 3m'
                    '--auto-renew these alone'
                    '--sort order by this column'
                    '--columns the columns of the table, with commas between'
                    '--names print the names alone, one a line'
                    '--ics print a calendar, one event a renewal'
                    '--changes what differs from the last look'
                    '--against what this account and a CSV file disagree on'
                    '--expect exit with 1 unless nothing differs'
                }
                'dotaf balance' {
                    '--min exit with 1 when less than this is left'
                    '--with-credit count the credit limit in'
                }
                'dotaf auth login' {
                    '--key the API key'
                    '--secret-stdin read the API secret from stdin'
                    '--secret-command store a command that prints the secret, in place of it'
                }
                'dotaf sandbox' {
                    '--port listen here; 0 takes any free port'
                    '--rate-limit requests in a window (default: 60/60s)'
                    '--latency wait this long before each answer'
                    '--fail make answers fail: 401, 403, 429, 500, reset, html, slow; repeatable'
                    '--data serve the account in this JSON file'
                    '--seed another seed, another account'
                }
            }
        } else {
            switch -CaseSensitive -Wildcard ("$command $place") {
                'dotaf 0' {
                    'check Check availability and reseller price of names'
                    'quote Show prices of registration, renewal, transfer and restore'
                    'domains The account''s domains'
                    'balance Show credit balance, currency, credit limit and active domains'
                    'tier Show current tier, next tier and domains needed to advance'
                    'auth Credentials, one set a profile'
                    'config Preferences'
                    'sandbox Run a local server that implements the whole API'
                    'completion Print the completion script of a shell'
                }
                'dotaf domains 0' {
                    'ls List the account''s domains, the soonest expiry first'
                    'show Show status, expiry, registration date, auto-renew and nameservers'
                }
                'dotaf auth 0' {
                    'login Verify credentials with one balance request, then store them'
                    'status Show which credentials a command would use, and where they come from'
                    'ls List the stored profiles'
                    'use Make a profile the active one'
                    'logout Remove a profile and its credentials from this machine'
                }
                'dotaf config 0' {
                    'ls List the preferences, their values and where each comes from'
                    'get Print the value of one preference'
                    'set Store a preference in the profile in use'
                    'unset Remove a stored preference from the profile in use'
                    'path Print the path of the config file'
                }
                'dotaf auth use 0' { dotaf __complete profiles 2>$null }
                'dotaf config get 0' { 'timeout', 'max-wait', 'rate-limit', 'tld', 'color' }
                'dotaf config set 0' { 'timeout', 'max-wait', 'rate-limit', 'tld', 'color' }
                'dotaf config unset 0' { 'timeout', 'max-wait', 'rate-limit', 'tld', 'color' }
                'dotaf completion 0' { 'bash', 'zsh', 'fish', 'powershell' }
            }
        }
    )

    $results = @(
        foreach ($candidate in $candidates) {
            $word, $summary = $candidate -split ' ', 2
            if (-not $summary) { $summary = $word }
            if ($word.StartsWith($typed, [StringComparison]::Ordinal)) {
                [System.Management.Automation.CompletionResult]::new("$prefix$word", $word, 'ParameterValue', $summary)
            }
        }
        if ($isPath -and $prefix) {
            foreach ($file in [System.Management.Automation.CompletionCompleters]::CompleteFilename($typed)) {
                [System.Management.Automation.CompletionResult]::new("$prefix$($file.CompletionText)", $file.ListItemText, $file.ResultType, $file.ToolTip)
            }
        }
    )
    # After no result at all PowerShell offers files; an empty one keeps it from that.
    if ($results.Count -gt 0 -or $isPath) { $results } else { '' }
}
