import { command } from '../../cli/command.ts';
import { shellWord } from '../../core/text.ts';
import { removedProfileKind } from '../../local-kinds.ts';
import { activeProfile, type Config, findProfile, withoutProfile } from '../../settings/config.ts';
import { keepDomainNames, profileOwner } from '../../settings/known-domains.ts';

export const authLogout = command({
  summary: 'Remove a profile and its credentials from this machine',
  declare: (bare) => bare,
  kind: () => removedProfileKind,

  async run({ settings, output }) {
    const name = settings.profileName;
    const left = await settings.file.update((config) => {
      if (!findProfile(config, name)) throw settings.noProfile(settings.chosenProfile, config);
      return withoutProfile(config, name);
    });
    keepDomainNames(settings, profileOwner(name), []);
    await output.note(
      'the credentials themselves stay valid until you revoke them in the reseller portal',
    );
    const active = activeProfile(left) ?? null;
    if (active === null) await output.note(nextStep(left));
    return { one: { profile: name, removed: true, active_profile: active } };
  },
});

function nextStep({ profiles: [first] }: Config): string {
  return first === undefined
    ? 'no profile is left; dotaf auth login stores one'
    : `no profile is active now; dotaf auth use ${shellWord(first.name)} makes one active`;
}
