import type { CommandTree, OptionWord, Values } from './tree.ts';
import {
  argumentPlaces,
  everyCommand,
  innerPaths,
  spellings,
  type ValueOption,
  valueOptions,
} from './typed-words.ts';

/** For Windows PowerShell 5.1 and PowerShell 7. */
export function powershellScript(root: CommandTree): string {
  const { name } = root;
  return `# Completion of ${name} for PowerShell, made by: ${name} completion powershell
# What is typed is compared as text; nothing of it is run. For the names of profiles ${name} is asked.

Register-ArgumentCompleter -Native -CommandName ${quoted(name)} -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $takesValue = @(
        ${valueOptions(root).map(pattern).join('\n        ')}
    )
    $innerCommands = @(
        ${innerPaths(root).map(quoted).join('\n        ')}
    )
    $command = ${quoted(name)}
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
                ${valueCases(root).join('\n                ')}
            }
        } elseif (-not $optionsEnded -and $typed -clike '-*') {
            ${root.options.flatMap(optionCandidates).join('\n            ')}
            switch -CaseSensitive ($command) {
${everyCommand(root)
  .flatMap(({ path, ownOptions }) => arm(path, ownOptions.flatMap(optionCandidates)))
  .join('\n')}
            }
        } else {
            switch -CaseSensitive -Wildcard ("$command $place") {
${everyCommand(root)
  .flatMap(({ path, command }) => arm(`${path} 0`, command.commands.map(commandCandidate)))
  .join('\n')}
                ${argumentCases(root).join('\n                ')}
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
`;
}

function valueCases(root: CommandTree): string[] {
  return valueOptions(root).flatMap((option) => valueCase(pattern(option), option.values));
}

function argumentCases(root: CommandTree): string[] {
  return argumentPlaces(root).flatMap(({ path, place, values }) =>
    valueCase(quoted(`${path} ${place === 'any' ? '[0-9]*' : place}`), values),
  );
}

function valueCase(matched: string, values: Values): string[] {
  if (values.kind === 'free') return [];
  if (values.kind === 'path') return [`${matched} { $isPath = $true }`];
  if (values.kind === 'profiles') return [`${matched} { dotaf __complete profiles 2>$null }`];
  return [`${matched} { ${values.choices.map(quoted).join(', ')} }`];
}

function arm(matched: string, candidates: readonly string[]): string[] {
  if (candidates.length === 0) return [];
  return [
    `                ${quoted(matched)} {`,
    ...candidates.map((candidate) => `                    ${candidate}`),
    '                }',
  ];
}

function optionCandidates(option: OptionWord): string[] {
  return spellings(option).map((spelling) => quoted(`${spelling} ${option.summary}`));
}

function commandCandidate({ name, summary }: CommandTree): string {
  return quoted(`${name} ${summary}`);
}

/** The command at hand and the option after it. */
function pattern({ path, spelling }: ValueOption): string {
  return quoted(`${path ?? '*'} ${spelling}`);
}

/** PowerShell takes the typographic quotes for apostrophes as well. */
function quoted(text: string): string {
  return `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`;
}
