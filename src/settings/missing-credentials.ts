import { closest } from '../core/closest.ts';
import { shellWord } from '../core/text.ts';
import { Failure } from '../errors.ts';
import type { Config, Profile } from './config.ts';

/** A profile, and what has chosen it. */
export interface ChosenProfile {
  name: string;
  by: 'option' | 'DOTAF_PROFILE' | 'config' | 'default';
}

/** Where credentials were looked for, after the environment. */
export interface ProfilePlace {
  chosen: ChosenProfile;
  config: Config;
  configFile: string;
  /** Tells a config that is not there from one without profiles. */
  hasConfigFile: () => boolean;
}

/** Stands for all stored profiles, so none can be called so. */
export const everyProfile = 'all';

export const variables = 'DOTAF_KEY and DOTAF_SECRET';

/** `profile 'shop'`, and where the name is from if it is neither typed nor stored. */
export function profileLabel({ name, by }: ChosenProfile): string {
  return `profile '${name}'${by === 'DOTAF_PROFILE' ? ' (from DOTAF_PROFILE)' : ''}`;
}

export function loginCommand(name: string): string {
  return `dotaf auth login${name === 'default' ? '' : ` --profile ${shellWord(name)}`}`;
}

export function noProfile(chosen: ChosenProfile, config: Config): Failure {
  const hint = profileHint(chosen, config);
  if (chosen.name === '') {
    return new Failure('usage', 'the name of a profile cannot be empty', { hint });
  }
  return new Failure('no_credentials', `there is no ${profileLabel(chosen)}`, { hint });
}

export function notOneProfile(): Failure {
  const message = `'${everyProfile}' means every stored profile, and this command works with one`;
  return new Failure('usage', message, {
    hint: 'give another name with --profile; dotaf auth ls shows the profiles',
  });
}

/** The profile is not stored. Lists every place that was looked at. */
export function profileNotStored({
  chosen,
  config,
  configFile,
  hasConfigFile,
}: ProfilePlace): Failure {
  const file = `${configFile}${hasConfigFile() ? '' : ' (no such file)'}`;
  if (chosen.name === '') return noProfile(chosen, config);
  if (chosen.by !== 'default') {
    const { message, details } = noProfile(chosen, config);
    const says = `${message} in ${file}, and ${variables} are not set`;
    return new Failure('no_credentials', says, details);
  }
  const [first] = config.profiles;
  if (first === undefined) {
    return noCredentials(`no profile is stored in ${file}`, firstLoginHint(chosen.name));
  }
  const hint = `dotaf auth use ${shellWord(first.name)}, or dotaf auth ls to see them all`;
  return noCredentials(`no profile in ${file} is active`, hint);
}

/** The profile lacks a part. Lists every place that was looked at. */
export function profileIncomplete(
  { chosen, configFile }: ProfilePlace,
  { key, secret, secret_command, base_url }: Profile,
): Failure {
  const missing = [
    key === undefined && 'key',
    (secret ?? secret_command) === undefined && 'secret',
    base_url === undefined && 'base URL',
  ].filter((part) => part !== false);
  const says = `${profileLabel(chosen)} in ${configFile} has no ${missing.join(', no ')}`;
  return noCredentials(says, firstLoginHint(chosen.name));
}

function noCredentials(reason: string, hint: string): Failure {
  const message = `there are no credentials: ${variables} are not set, and ${reason}`;
  return new Failure('no_credentials', message, { hint });
}

function firstLoginHint(name: string): string {
  return `${loginCommand(name)}, or try any command with --sandbox; API access must be enabled on the reseller account first`;
}

function profileHint({ name }: ChosenProfile, { profiles }: Config): string {
  const names = profiles.map((profile) => profile.name);
  const guess = closest(name, names);
  if (guess !== undefined) {
    return `did you mean ${shellWord(guess)}? dotaf auth ls shows the profiles`;
  }
  const shows = names.length === 0 ? '' : 'dotaf auth ls shows the profiles; ';
  return `${shows}dotaf auth login --profile <name> adds one`;
}
