import { defineCommand } from '../../cli/command.ts';
import { CompletableArgument } from '../../cli/options.ts';
import { createDataOnlyField } from '../../output/common-fields.ts';
import { clearDomainCache } from '../../settings/account-files.ts';
import { getActiveProfileName } from '../../settings/config.ts';
import { getProfileStorageId } from '../../settings/credentials.ts';

export const authLogoutCommand = defineCommand({
  summary: 'Remove a profile and its credentials from this machine',
  defineOptions: (cmd) =>
    cmd.addArgument(new CompletableArgument('[profile]', 'a name that auth ls shows', 'profiles')),
  fields: () => [
    { name: 'profile', label: 'removed profile' },
    createDataOnlyField('removed', 'flag'),
    { name: 'active_profile' },
  ],

  async run({ settings, output }, _, argument) {
    if (argument !== undefined) settings.selectProfile(argument);
    const name = settings.profileName;
    const updatedConfig = await settings.updateConfig((config) => {
      const removed = settings.requireProfile(config);
      // Delete the caches first: once the profile is gone, a second logout could not.
      clearDomainCache(settings, getProfileStorageId(name));
      // Leave `active` unchanged, so that no other profile silently becomes active.
      return { ...config, profiles: config.profiles.filter((profile) => profile !== removed) };
    });
    await output.note(
      'the credentials themselves stay valid until you revoke them in the reseller portal',
    );
    const active = getActiveProfileName(updatedConfig) ?? null;
    if (active === null) {
      await output.note(
        "no profile is active now: dotaf auth use '<profile>', or dotaf auth login",
      );
    }
    return { item: { profile: name, removed: true, active_profile: active } };
  },
});
