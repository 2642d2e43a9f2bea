import { Option } from '@commander-js/extra-typings';
import { command } from '../cli/command.ts';
import { ValueArgument } from '../cli/options.ts';
import {
  activeProfileKind,
  logInKind,
  profileKind,
  removedProfileKind,
  statusKind,
} from '../local-kinds.ts';
import { activeName, findProfile } from '../settings/config.ts';
import { maskKey, profileId, shownProfile } from '../settings/credentials.ts';
import { forgetDomains } from '../settings/known-domains.ts';
import { noProfile } from '../settings/settings.ts';

const login = command({
  summary: 'Verify credentials with one balance request, then store them',
  declare: (bare) =>
    bare
      // Options of every command, which a log-in needs more than others.
      .option('--base-url <url>', 'address of the service')
      .option('--profile <name>', 'name to store the credentials under')
      .option('--key <key>', 'the API key')
      .option('--secret-stdin', 'read the API secret from stdin')
      .addOption(
        new Option(
          '--secret-command <command>',
          'store a command that prints the secret instead',
        ).conflicts('secretStdin'),
      )
      .option('--replace', 'replace another account or base URL that the profile holds'),
  shape: 'one',
  kind: () => logInKind,
  isInteractive: true,

  async run(context, options) {
    const { logIn } = await import('../cli/log-in.ts');
    return { one: await logIn(context, options) };
  },

  description:
    'Your reseller portal shows base URL, key and, only once, the secret. At a terminal dotaf asks for what is missing. The secret is never an argument, where others could read it.',
  examples: [
    ['dotaf auth login --base-url "$URL" --key "$KEY" --secret-stdin < secret.txt', 'a script'],
    ["dotaf auth login --profile vault --secret-command 'pass show dotaf'", 'a password store'],
  ],
});

const showStatus = command({
  summary: 'Show which credentials a command would use, and where they come from',
  declare: (bare) => bare,
  shape: 'one',
  kind: () => statusKind,

  async run(context) {
    const { profile, source, baseUrl, key, secretCommand, tier } =
      await context.account.credentials();
    const kind = secretCommand === undefined ? 'stored' : 'command';
    return {
      one: {
        profile,
        source,
        base_url: baseUrl,
        key: maskKey(key),
        secret: tier === 'profile' ? kind : tier,
      },
    };
  },

  description: 'It sends nothing; dotaf balance tests the credentials.',
});

const listProfiles = command({
  summary: 'List the stored profiles',
  declare: (bare) => bare,
  shape: 'list',
  kind: () => profileKind,

  run({ settings: { config } }) {
    const list = config.profiles.map((profile) => ({
      profile: profile.name,
      active: profile.name === activeName(config),
      ...shownProfile(profile),
    }));
    return {
      list,
      remark: list.length === 0 ? 'no profile is stored yet; dotaf auth login adds one' : undefined,
    };
  },

  description: 'Secrets are not shown, and only the ends of a key.',
});

const use = command({
  summary: 'Make a profile the active one',
  declare: (bare) =>
    bare.addArgument(new ValueArgument('<profile>', 'a name that auth ls shows', 'profiles')),
  shape: 'one',
  kind: () => activeProfileKind,

  async run({ settings }, _, name) {
    await settings.update((config) => {
      if (findProfile(config, name)) return { ...config, active: name };
      throw noProfile(`profile '${name}'`, settings.file);
    });
    return { one: { profile: name, active: true } };
  },

  description: 'Commands use it from now on, unless --profile or DOTAF_PROFILE is set.',
});

const logout = command({
  summary: 'Remove a profile and its credentials from this machine',
  declare: (bare) => bare,
  shape: 'one',
  kind: () => removedProfileKind,

  async run({ settings, output }) {
    const name = settings.profileName;
    const left = await settings.update((config) => {
      const removed = settings.profileIn(config);
      // The name of the active profile stays, so that no other account takes its place.
      return { ...config, profiles: config.profiles.filter((profile) => profile !== removed) };
    });
    forgetDomains(settings, profileId(name));
    await output.note(
      'the credentials themselves stay valid until you revoke them in the reseller portal',
    );
    const active = activeName(left) ?? null;
    if (active === null) {
      await output.note(
        "no profile is active now: dotaf auth use '<profile>', or dotaf auth login",
      );
    }
    return { one: { profile: name, removed: true, active_profile: active } };
  },
});

export const auth = {
  summary: 'Store and choose credentials (login, status, ls, use, logout)',
  description: 'A profile is one account. Credentials in the environment override every profile.',
  commands: { login, status: showStatus, ls: listProfiles, use, logout },
};
