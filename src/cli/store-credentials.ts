import { shellWord } from '../core/text.ts';
import { withProfile } from '../settings/config.ts';
import { type Credentials, maskKey, secretWord } from '../settings/credentials.ts';
import type { Context } from './context.ts';

/** Stores credentials in the profile in use; the first profile of all becomes the active one. */
export async function storeCredentials(
  { settings, output }: Context,
  { baseUrl, key, secret }: Credentials,
) {
  const name = settings.profileName;
  const own =
    secret.kind === 'value' ? { secret: secret.secret } : { secret_command: secret.command };
  const stored = await settings.file.update((config) => ({
    ...withProfile(config, name, ({ secret: _, secret_command: __, ...profile }) => ({
      ...profile,
      base_url: baseUrl,
      key,
      ...own,
    })),
    active: config.active ?? name,
  }));
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
