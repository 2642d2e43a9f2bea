import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Shell, scripts, shells } from '../../src/completion/scripts.ts';
import { temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';
import { program } from '../support/spawn.ts';
import { isInstalled, linesAfterTab } from './shell-session.ts';

/** A folder for PATH that holds a `dotaf`. */
const withDotaf = temporaryFolder();
writeFileSync(
  path.join(withDotaf, 'dotaf'),
  `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`,
  { mode: 0o755 },
);

function install(
  words: string[],
  env: Record<string, string> = {},
  homeFolder = temporaryFolder(),
) {
  return dotaf(['completion', ...words, '--install'], {
    env: { PATH: withDotaf, ...env },
    homeFolder,
  });
}

const usualPlaces: Record<Shell, string> = {
  bash: '.local/share/bash-completion/completions/dotaf',
  zsh: '.zfunc/_dotaf',
  fish: '.config/fish/completions/dotaf.fish',
  powershell: '.config/dotaf/dotaf.ps1',
};

function nextSteps(shell: Shell, file: string): string {
  const steps = {
    bash: [
      'restart bash, which reads it where bash-completion is loaded',
      `where it is not, add this line to ~/.bashrc: source ${file}`,
    ],
    zsh: [
      `add this line at the end of .zshrc, unless it is there: fpath=(${path.dirname(file)} $fpath); autoload -Uz compinit; compinit`,
      'then restart zsh',
    ],
    fish: ['fish reads it from now on'],
    powershell: [
      `add this line to the file that $PROFILE names, unless it is there: . '${file}'`,
      'then restart PowerShell',
    ],
  };
  return steps[shell].map((step) => `note: ${step}\n`).join('');
}

it.each(shells)('writes the script of %s, once, and says what is left to do', async (shell) => {
  const home = temporaryFolder();
  const file = path.join(home, usualPlaces[shell]);
  const written = { stdout: `${file}\n`, code: 0 };
  expect(await install([shell], {}, home)).toEqual({
    ...written,
    stderr: `note: written for ${shell}\n${nextSteps(shell, file)}`,
  });
  expect(readFileSync(file, 'utf8')).toBe(scripts[shell]);
  expect(await install([shell], {}, home)).toEqual({
    ...written,
    stderr: `note: already up to date\n${nextSteps(shell, file)}`,
  });
  expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
});

it.each<[Shell, Record<string, string>, string]>([
  ['bash', { XDG_DATA_HOME: '/data' }, 'data/bash-completion/completions/dotaf'],
  [
    'bash',
    { BASH_COMPLETION_USER_DIR: '/own:/other', XDG_DATA_HOME: '/data' },
    'own/completions/dotaf',
  ],
  ['zsh', { ZDOTDIR: '/zsh' }, 'zsh/.zfunc/_dotaf'],
  ['fish', { XDG_CONFIG_HOME: '/config' }, 'config/fish/completions/dotaf.fish'],
  ['powershell', { DOTAF_HOME: '/dotaf' }, 'dotaf/dotaf.ps1'],
])('writes the script of %s where %j says', async (shell, variables, place) => {
  const folder = temporaryFolder();
  const env = Object.entries(variables).map(([name, value]) => [
    name,
    value
      .split(':')
      .map((one) => folder + one)
      .join(':'),
  ]);
  const { stdout } = await install([shell], Object.fromEntries(env), '/nowhere');
  expect(stdout).toBe(`${path.join(folder, place)}\n`);
  expect(existsSync(path.join(folder, place))).toBe(true);
});

it('passes over a folder that is relative', async () => {
  const home = temporaryFolder();
  const { stdout } = await install(['bash'], { XDG_DATA_HOME: 'data' }, home);
  expect(stdout).toBe(`${path.join(home, usualPlaces.bash)}\n`);
});

it('replaces what an older dotaf has written', async () => {
  const home = temporaryFolder();
  const { stdout } = await install(['fish'], {}, home);
  const file = stdout.trim();
  writeFileSync(file, `${scripts.fish}# an older one\n`);
  expect((await install(['fish'], {}, home)).stderr).toContain('note: written for fish\n');
  expect(readFileSync(file, 'utf8')).toBe(scripts.fish);
});

describe('a file that dotaf did not write', () => {
  async function refused(prepare: (file: string) => void) {
    const folder = temporaryFolder();
    const file = path.join(folder, usualPlaces.zsh);
    mkdirSync(path.dirname(file));
    prepare(file);
    expect(await install(['zsh'], {}, folder)).toEqual({
      stdout: '',
      stderr: `error: '${file}' already exists, and dotaf did not write it\nhint: move it away, then: dotaf completion zsh --install\n`,
      code: 10,
    });
    return file;
  }

  it('stays', async () => {
    const file = await refused((place) => writeFileSync(place, 'my own\n'));
    expect(readFileSync(file, 'utf8')).toBe('my own\n');
  });

  it('stays where it is a link to an older script, or to nothing', async () => {
    const target = path.join(temporaryFolder(), 'older');
    writeFileSync(target, `${scripts.zsh}# older\n`);
    await refused((place) => symlinkSync(target, place));
    await refused((place) => symlinkSync('/nowhere/at/all', place));
    expect(readFileSync(target, 'utf8')).toMatch(/# older\n$/);
  });

  it('is not read where it is no file', async () => {
    await refused((place) => mkdirSync(place));
    await refused((place) => spawnSync('mkfifo', [place]));
  });
});

it('says where it cannot write', async () => {
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const { stdout, stderr, code } = await install(['zsh'], { ZDOTDIR: file });
  expect(stderr).toMatch(/^error: cannot (read|write) '.*_dotaf': not a directory \(ENOTDIR\)\n/);
  expect({ stdout, code }).toEqual({ stdout: '', code: 10 });
});

it('takes the shell of the user, and says so', async () => {
  for (const [file, shell] of [
    ['/usr/bin/zsh', 'zsh'],
    ['/opt/pwsh', 'powershell'],
  ]) {
    const { stderr, code } = await install([], { SHELL: file ?? '' });
    expect(stderr).toMatch(new RegExp(`^note: SHELL is ${file}, so this is for ${shell}\n`));
    expect(code).toBe(0);
  }
  for (const env of [{}, { SHELL: '/bin/sh' }]) {
    expect(await install([], env)).toEqual({
      stdout: '',
      stderr:
        'error: <shell> is missing, and SHELL names none that is known\nhint: choose bash, zsh, fish, powershell: dotaf completion bash --install\n',
      code: 2,
    });
  }
});

it('warns where the shell would not find dotaf', async () => {
  const { stderr, code } = await install(['bash', '-q'], { PATH: '/nowhere' });
  expect(stderr).toBe('warning: dotaf is not in PATH, and TAB offers nothing until it is\n');
  expect(code).toBe(0);
});

describe('a new shell completes what was installed', () => {
  const expected = { 'dotaf ch': 'dotaf check ', 'dotaf auth lo': 'dotaf auth log' };

  const bashCompletion = '/usr/share/bash-completion/bash_completion';

  const installing = (shell: Shell) =>
    `'${process.execPath}' '${program}' completion ${shell} --install 2> /dev/null`;

  it.skipIf(!isInstalled('bash') || !existsSync(bashCompletion))('bash', async () => {
    const load = () => `${installing('bash')} > /dev/null\nsource ${bashCompletion}`;
    expect(await linesAfterTab('bash', { lines: Object.keys(expected), load })).toEqual(expected);
  });

  it.skipIf(!isInstalled('bash'))('bash, by the line that is told', async () => {
    const load = () => `source "$(${installing('bash')})"`;
    expect(await linesAfterTab('bash', { lines: Object.keys(expected), load })).toEqual(expected);
  });

  it.skipIf(!isInstalled('zsh'))('zsh, by the line that is told', async () => {
    const load = () =>
      `${installing('zsh')} > /dev/null\nfpath=($HOME/.zfunc $fpath); autoload -Uz compinit; compinit -u -D`;
    expect(await linesAfterTab('zsh', { lines: Object.keys(expected), load })).toEqual(expected);
  });

  it.skipIf(!isInstalled('fish'))('fish', async () => {
    const folder = temporaryFolder();
    await install(['fish'], {}, folder);
    const { stdout } = spawnSync('fish', ['-c', "complete -C 'dotaf ch'"], {
      env: { PATH: `${withDotaf}:${process.env.PATH}`, HOME: folder },
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/^check\t/);
  });
});
