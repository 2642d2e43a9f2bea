import { shellWord } from '../core/text.ts';
import { activeProfile, type Profile, withProfile } from '../settings/config.ts';
import { holdsOtherAccount, maskKey, secretWord } from '../settings/credentials.ts';
import type { Context } from './context.ts';
import type { Entered } from './given-credentials.ts';
import { refuseReplacement } from './login-destination.ts';

/**
 * Stores verified credentials; the first profile of all becomes the active one.
 *
 * @throws Failure `usage` if another process has stored another account meanwhile
 */
export async function storeCredentials({ settings, output }: Context, entered: Entered) {
  const { baseUrl, key, secret, destination } = entered;
  const { name } = destination;
  let dropped: Profile['preferences'];
  const stored = await settings.file.update((config) => {
    refuseReplacement(config, destination, entered);
    const next = withProfile(config, name, (held) => {
      // What was set for one account, such as its rate limit, may be wrong for another.
      if (!holdsOtherAccount(held, entered)) return withCredentials(held, entered);
      dropped = held.preferences;
      return withCredentials({ name }, entered);
    });
    return { ...next, active: activeProfile(config) ?? name };
  });
  if (dropped !== undefined) {
    const list = Object.entries(dropped).map(([key, value]) => `${key} ${textOf(value)}`);
    await output.note(`dropped the preferences of the replaced account: ${list.join(', ')}`);
  }
  const active = stored.active === name;
  if (!active) {
    await output.note(
      `profile '${stored.active}' stays the active one; dotaf auth use ${shellWord(name)} changes that`,
    );
  }
  if (settings.hasEnvironmentPair) {
    await output.note('DOTAF_KEY and DOTAF_SECRET are set, and come before any profile');
  }
  return {
    profile: name,
    active,
    base_url: baseUrl,
    key: maskKey(key),
    secret: secretWord(secret),
  };
}

function withCredentials(
  { secret: _, secret_command: __, ...profile }: Profile,
  { baseUrl, key, secret }: Entered,
): Profile {
  const own =
    secret.kind === 'value' ? { secret: secret.secret } : { secret_command: secret.command };
  return { ...profile, base_url: baseUrl, key, ...own };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
