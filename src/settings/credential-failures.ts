import { guessOf } from '../core/closest.ts';
import { shellWord } from '../core/text.ts';
import { Failure } from '../errors.ts';
import type { Config, Profile } from './config.ts';

export interface ChosenProfile {
  name: string;
  by: 'option' | 'DOTAF_PROFILE' | 'config' | 'default';
}

export interface ProfilePlace {
  chosen: ChosenProfile;
  config: Config;
  configFile: string;
}

export type Distrust = 'owner' | 'mode';

/** Stands for all stored profiles, so none can be called so. */
export const everyProfile = 'all';

export const variables = 'DOTAF_KEY and DOTAF_SECRET';

export const unsendable = 'contains characters that no key or secret has';

/** Why there are no credentials to use, each with the next step. */
export const refusals = {
  halfPair: (set: string, missing: string) =>
    refusal(
      `${set} is set but ${missing} is not`,
      `set both ${variables}, or neither to use a profile`,
    ),

  noBaseUrl: () =>
    refusal(
      `${variables} are set but no base URL is`,
      'set DOTAF_BASE_URL, or give --base-url, to the address in your reseller portal',
    ),

  unsendable: (what: string) =>
    refusal(`${what} ${unsendable}`, 'look for quotes, spaces or line breaks around the value'),

  otherServer: (from: string, profile: string, origin: string, given: string) =>
    refusal(
      `${from} is not the server that ${profile} was stored for (${origin})`,
      `dotaf auth login --base-url ${given} --profile <name> stores credentials for it`,
    ),

  distrusted: (source: string, configFile: string, distrust: Distrust) => {
    const [why, remedy] = {
      owner: ['another user owns that file', 'make the file yours: sudo chown "$USER"'],
      mode: ['others can write to that file', 'close the file to them: chmod 600'],
    }[distrust];
    return refusal(
      `the secret command of ${source} is not run: ${why}`,
      `if you trust the command, ${remedy} '${configFile}'`,
    );
  },

  incomplete: ({ chosen, configFile }: ProfilePlace, profile: Profile) => {
    const { key, secret, secret_command, base_url } = profile;
    const missing = [
      key === undefined && 'key',
      (secret ?? secret_command) === undefined && 'secret',
      base_url === undefined && 'base URL',
    ].filter((part) => part !== false);
    const says = `${profileLabel(chosen)} in ${configFile} has no ${missing.join(', no ')}`;
    return noCredentials(says, firstLoginHint(chosen.name));
  },

  notStored: (place: ProfilePlace) => {
    const { chosen, config, configFile } = place;
    if (chosen.by !== 'default') return noProfile(place);
    const [first] = config.profiles;
    if (first === undefined) {
      return noCredentials(`no profile is stored in ${configFile}`, firstLoginHint(chosen.name));
    }
    const hint = `dotaf auth use ${shellWord(first.name)}, or dotaf auth ls to see them all`;
    return noCredentials(`no profile in ${configFile} is active`, hint);
  },
};

export function noProfile({ chosen, config, configFile }: ProfilePlace): Failure {
  const names = config.profiles.map((profile) => profile.name);
  const shows = names.length === 0 ? '' : 'dotaf auth ls shows the profiles; ';
  const hint = `${guessOf(chosen.name, names)}${shows}dotaf auth login --profile <name> adds one`;
  if (chosen.name !== '')
    return refusal(`there is no ${profileLabel(chosen)} in ${configFile}`, hint);
  return new Failure('usage', 'the name of a profile cannot be empty', { hint });
}

export function notOneProfile(): Failure {
  const message = `'${everyProfile}' means every stored profile, and this command works with one`;
  return new Failure('usage', message, {
    hint: 'give another name with --profile; dotaf auth ls shows the profiles',
  });
}

/** `profile 'shop'`, and where the name is from if it is neither typed nor stored. */
export function profileLabel({ name, by }: ChosenProfile): string {
  return `profile '${name}'${by === 'DOTAF_PROFILE' ? ' (from DOTAF_PROFILE)' : ''}`;
}

export function loginCommand(name: string): string {
  return `dotaf auth login${name === 'default' ? '' : ` --profile ${shellWord(name)}`}`;
}

function noCredentials(reason: string, hint: string): Failure {
  return refusal(`there are no credentials: ${variables} are not set, and ${reason}`, hint);
}

function refusal(message: string, hint: string): Failure {
  return new Failure('no_credentials', message, { hint });
}

function firstLoginHint(name: string): string {
  return `${loginCommand(name)}, or try any command with --sandbox; API access must be enabled on the reseller account first`;
}
