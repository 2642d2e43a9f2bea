# Completion of dotaf for PowerShell 5.1 and later. This line belongs in the file that
# $PROFILE names: dotaf completion powershell | Out-String | Invoke-Expression
# dotaf is given the words as they stand, without their quotes; nothing that is typed is run.

Register-ArgumentCompleter -Native -CommandName 'dotaf' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $elements = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.StartOffset -lt $cursorPosition })
    $words = @($elements | ForEach-Object {
        $length = [Math]::Min($_.Extent.Text.Length, $cursorPosition - $_.Extent.StartOffset)
        # A .cmd file that starts dotaf would run what stands after & or |.
        $_.Extent.Text.Substring(0, $length) -replace '[^\w\s.,:/=@+-]'
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
        $word, $summary = $line -split "`t", 2
        if (-not $summary) { $summary = $word }
        $text = $word.Substring($kept)
        if ($text -match '[^\w.,:/=@+-]') { $text = '''{0}''' -f $text.Replace('''', '''''') }
        [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $summary)
    }
    if ($answer.Count -eq 0) { '' }
}
