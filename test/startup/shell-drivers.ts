import type { SupportedShell } from '../../src/commands/completion.ts';

/** Presses TAB in a real shell, and writes the outcome to the file $SEEN. */
export interface ShellDriver {
  /** Command that succeeds if the shell is installed and recent enough. */
  probe: readonly [program: string, ...args: string[]];
  scriptName: string;
  /** The startup file is the prelude, the completion script, and the setup. */
  prelude: string;
  load(scriptFile: string): string;
  setup: string;
  command(setupFile: string, lines: readonly string[]): readonly [string, ...string[]];
  input(lines: readonly string[]): string;
}

const tab = '\t';
const reportKey = '\x14';

/** Types into a pipe, which readline treats like a terminal. */
const bash: ShellDriver = {
  probe: ['bash', '-c', '((BASH_VERSINFO[0] >= 4))'],
  scriptName: 'dotaf.bash',
  prelude: 'PS1=',
  load: (file) => `source '${file}'`,
  setup: `
    watched() {
      _dotaf "$@"
      local one
      for one in \${COMPREPLY[@]+"\${COMPREPLY[@]}"}; do printf 'word\\t%s\\n' "$one" >> "$SEEN"; done
    }
    registered=$(complete -p dotaf)
    eval "\${registered/-F _dotaf/-F watched}"
    tell() { printf 'line\\t%s\\n' "$READLINE_LINE" >> "$SEEN"; READLINE_LINE=; READLINE_POINT=0; }
    bind -x '"\\C-t": tell'`,
  command: (setupFile) => ['bash', '--noprofile', '--rcfile', setupFile, '-i'],
  input: (lines) => `${lines.map((line) => line + tab + reportKey).join('')}\nexit\n`,
};

/** An outer zsh types into an inner one through a pseudo-terminal (zpty). */
const zsh: ShellDriver = {
  probe: ['zsh', '-fc', 'zmodload zsh/zpty'],
  scriptName: '_dotaf',
  prelude: 'autoload -Uz compinit; compinit -u -d "$HOME/dump"',
  load: (file) => `source '${file}'`,
  setup: `
    compadd() {
      local -a hits
      if [[ \${@[1,(i)(-|--)]} != *-(O|A|D)\\ * ]]; then
        builtin compadd -O hits "$@"
        (( $#hits )) && print -rl -- $'word\\t'$^hits >> $SEEN
      fi
      builtin compadd "$@"
    }
    complete-and-tell() {
      zle complete-word || :
      print -r -- $'line\\t'$BUFFER >> $SEEN
      BUFFER=
      print '<to''ld>'
    }
    zle -N complete-and-tell
    bindkey '^T' complete-and-tell
    bindkey '^I' self-insert
    print '<rea''dy>'`,
  command: (setupFile, lines) => [
    'zsh',
    '-fc',
    `zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell "source $1"
    zpty -r shell screen '*<ready>*'
    shift
    for line in "$@"; do
      zpty -w -n shell "$line"$'\\x14'
      zpty -r shell screen '*<told>*'
    done`,
    'driver',
    setupFile,
    ...lines,
  ],
  input: () => '',
};

const fish: ShellDriver = {
  probe: ['fish', '--no-config', '-c', 'true'],
  scriptName: 'dotaf.fish',
  prelude: '',
  load: (file) => `source '${file}'`,
  setup: `
    for line in $argv
      complete -C $line | string replace -r '^' 'word\\t' >> $SEEN
      printf 'line\\t\\n' >> $SEEN
    end`,
  command: (setupFile, lines) => ['fish', '--no-config', setupFile, ...lines],
  input: () => '',
};

const powershell: ShellDriver = {
  probe: ['pwsh', '-NoProfile', '-Command', 'exit 0'],
  scriptName: 'dotaf.ps1',
  prelude: 'Set-StrictMode -Version Latest',
  load: (file) => `. '${file}'`,
  setup: `
    foreach ($line in $args) {
      $words = try { (TabExpansion2 $line $line.Length).CompletionMatches } catch { @() }
      foreach ($word in $words) {
        Add-Content $env:SEEN "word\`t$($word.CompletionText)\`t$($word.ToolTip)"
      }
      Add-Content $env:SEEN "line\`t"
    }`,
  command: (setupFile, lines) => ['pwsh', '-NoProfile', '-File', setupFile, ...lines],
  input: () => '',
};

export const shellDrivers: Record<SupportedShell, ShellDriver> = { bash, zsh, fish, powershell };
