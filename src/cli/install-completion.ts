import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { completionFile, placeHints } from '../completion/places.ts';
import { type Shell, scripts, shells } from '../completion/scripts.ts';
import { shellWord } from '../core/text.ts';
import { Failure, fileFailure } from '../errors.ts';
import { inHome, replaceFile } from '../platform/files.ts';
import type { Environment } from '../platform/surroundings.ts';
import type { Context } from './context.ts';

const readableByAll = 0o644;

/**
 * Writes the script of a shell where that looks for it, and says what is left to do.
 *
 * @param given the shell of the user, where it is undefined
 * @returns the file
 */
export async function installCompletion(
  { surroundings, settings, output }: Context,
  given: Shell | undefined,
): Promise<string> {
  const { env, platform } = surroundings;
  const shell = given ?? usersShell(env);
  if (given === undefined) await output.note(`SHELL is ${env.SHELL}, so this is for ${shell}`);
  const file = completionFile(shell, {
    env,
    inHome: (...parts) => inHome(surroundings, ...parts),
    own: () => settings.folders.config,
  });
  const isNew = writeScript(shell, file);
  await output.note(isNew ? `written for ${shell}` : 'already up to date');
  for (const hint of placeHints(shell, file, shellWord)) await output.note(hint);
  const name = platform === 'win32' ? 'dotaf.cmd' : 'dotaf';
  const folders = (env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  if (!folders.some((folder) => existsSync(path.join(folder, name)))) {
    await output.warning('dotaf is not in PATH, and TAB offers nothing until it is');
  }
  return file;
}

function usersShell({ SHELL: file = '' }: Environment): Shell {
  const name = path.basename(file).replace(/^pwsh$/, 'powershell');
  const shell = shells.find((one) => one === name);
  if (shell !== undefined) return shell;
  throw new Failure('usage', '<shell> is missing, and SHELL names none that is known', {
    hint: `choose ${shells.join(', ')}: dotaf completion bash --install`,
  });
}

/** @returns false for a file that holds the script already. @throws Failure `io` */
function writeScript(shell: Shell, file: string): boolean {
  const before = scriptIn(file, shell);
  if (before === scripts[shell]) return false;
  const isOurs = before?.includes(`printed by: dotaf completion ${shell}\n`) === true;
  if (before !== undefined && (!isOurs || lstatSync(file).isSymbolicLink())) {
    throw notOurs(file, shell);
  }
  try {
    replaceFile(file, scripts[shell], readableByAll);
  } catch (error) {
    throw fileFailure('io', `cannot write '${file}'`, error);
  }
  return true;
}

function scriptIn(file: string, shell: Shell): string | undefined {
  try {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
    // Anything but a file, such as a pipe, could hold a reader for ever.
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) throw notOurs(file, shell);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw fileFailure('io', `cannot read '${file}'`, error);
  }
}

function notOurs(file: string, shell: Shell): Failure {
  return new Failure('io', `'${file}' already exists, and dotaf did not write it`, {
    hint: `move it away, then: dotaf completion ${shell} --install`,
  });
}
