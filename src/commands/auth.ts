import { Option } from '@commander-js/extra-typings';
import { defineCommand } from '../cli/command.ts';
import { CompletableArgument } from '../cli/options.ts';
import { usageError } from '../errors.ts';
import { createDataOnlyField, createTextCell } from '../output/field-list.ts';
import { findProfile, getActiveProfileName } from '../settings/config.ts';
import { getProfileStorageId, maskApiKey, redactProfile } from '../settings/credentials.ts';
import { missingProfileError } from '../settings/settings.ts';
import { clearDomainCache } from '../state/account-files.ts';

export const authLoginCommand = defineCommand({
  summary: 'Verify credentials with one balance request, then store them',
  defineOptions: (cmd) =>
    cmd
      .addArgument(
        new CompletableArgument('[profile]', 'name to store the credentials under', 'profiles'),
      )
      // Repeat two global options here, so that `auth login --help` lists them.
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
  fields: () => [
    { name: 'account_number', label: 'logged in as' },
    { name: 'profile' },
    createDataOnlyField('active', 'flag'),
    { name: 'base_url', label: 'base URL' },
    { name: 'key' },
    createDataOnlyField('secret'),
  ],
  isInteractive: true,
  rejectsCron: true,

  async run(context, options, argument) {
    if (argument !== undefined) context.settings.selectProfile(argument);
    const { logIn } = await import('./shared/login-flow.ts');
    return { item: await logIn(context, options) };
  },

  description:
    'Your reseller portal shows base URL, key and, only once, the secret. At a terminal dotaf asks for what is missing, and before it replaces another account or base URL. The secret is never an argument, where others could read it.',
  examples: {
    'dotaf auth login': 'at a terminal: dotaf asks',
    'dotaf auth login --base-url "$URL" --key "$KEY" --secret-stdin < secret.txt': 'a script',
    "dotaf auth login vault --secret-command 'pass show dotaf'": 'a password store',
  },
});

export const authStatusCommand = defineCommand({
  summary: 'Show which credentials a command would use, and where they come from',
  fields: () => [{ name: 'source' }, { name: 'profile' }, ...credentialFields],

  async run(context) {
    const { profile, source, baseUrl, key, secretCommand, kind } =
      await context.account.credentials();
    const secretSource = secretCommand === undefined ? 'stored' : 'command';
    return {
      item: {
        profile,
        source,
        base_url: baseUrl,
        key: maskApiKey(key),
        secret: kind === 'profile' ? secretSource : kind,
      },
    };
  },

  description: 'It sends nothing; dotaf balance tests the credentials.',
});

export const authLsCommand = defineCommand({
  alias: 'list',
  summary: 'List the stored profiles',
  outputKind: 'list',
  fields: () => [
    { name: 'profile' },
    {
      name: 'active',
      type: 'flag',
      cell: ({ active }: { active: boolean }) => createTextCell(active ? 'yes' : '', 'good'),
    },
    ...credentialFields,
  ],

  run({ settings: { config } }) {
    const list = config.profiles.map((profile) => ({
      profile: profile.name,
      active: profile.name === getActiveProfileName(config),
      ...redactProfile(profile),
    }));
    return {
      list,
      tip: list.length === 0 ? 'no profile is stored yet; dotaf auth login adds one' : undefined,
    };
  },

  description: 'Secrets are not shown, and only the ends of a key.',
});

export const authUseCommand = defineCommand({
  summary: 'Make a profile the active one',
  defineOptions: (cmd) => cmd.addArgument(storedProfileArgument()),
  fields: () => [
    { name: 'profile', label: 'active profile' },
    createDataOnlyField('active', 'flag'),
  ],

  async run({ settings, options }, _, argument) {
    if (argument !== undefined) settings.selectProfile(argument);
    const name = argument ?? options.profile;
    if (name === undefined)
      throw usageError('which profile is to be active?', "dotaf auth use '<profile>'");
    await settings.updateConfig((config) => {
      if (findProfile(config, name)) return { ...config, active: name };
      throw missingProfileError(`profile '${name}'`, settings.file);
    });
    return { item: { profile: name, active: true } };
  },

  description: 'Commands use it from now on, unless --profile or DOTAF_PROFILE is set.',
});

export const authLogoutCommand = defineCommand({
  summary: 'Remove a profile and its credentials from this machine',
  defineOptions: (cmd) => cmd.addArgument(storedProfileArgument()),
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
      // Clear the cache before removing the profile: if clearing fails, logout can be repeated.
      clearDomainCache(settings, getProfileStorageId(name));
      // Leave `active` unchanged: if its profile is removed, no other profile should silently
      // become active.
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

const credentialFields = [
  { name: 'base_url', label: 'base URL' },
  { name: 'key' },
  { name: 'secret' },
];

function storedProfileArgument() {
  return new CompletableArgument('[profile]', 'a name that auth ls shows', 'profiles');
}
