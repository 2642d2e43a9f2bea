import type { CommandHelp } from '../command-help.ts';

const local = { reachesService: false, isReadOnly: true };

const changesConfig = { reachesService: false, isReadOnly: false };

export const setup: Readonly<Record<string, CommandHelp>> = {
  auth: {
    ...local,
    description:
      'A profile is a set of credentials and preferences. DOTAF_BASE_URL, DOTAF_KEY and DOTAF_SECRET in the environment come before any profile.',
    examples: [
      ['dotaf auth login', 'store the credentials of your account'],
      ['dotaf auth status', 'which credentials a command would use'],
    ],
    related: ['config', 'doctor', 'help environment'],
  },
  'auth login': {
    ...changesConfig,
    reachesService: true,
    description:
      'At a terminal it asks for what is missing, the secret unseen; it is never an argument, where others could read it. A profile that holds another account is replaced only if you say so, in a script with --replace. Your reseller portal shows base URL, key and, once only, the secret.',
    examples: [
      ['dotaf auth login', 'be asked for base URL, key and secret'],
      [
        'dotaf auth login --base-url "$URL" --key "$KEY" --secret-stdin < secret.txt',
        'the same in a script',
      ],
      [
        "dotaf auth login --profile vault --secret-command 'pass show dotaf'",
        'keep the secret in a password store',
      ],
    ],
    exitCodes: { 3: 'the service refused the credentials; nothing was stored' },
    related: ['auth status', 'auth ls', 'doctor'],
  },
  'auth status': {
    ...local,
    description: 'It asks the service nothing: dotaf balance tests the credentials.',
    examples: [
      ['dotaf auth status', 'where the credentials come from'],
      ['dotaf auth status --profile shop --json', 'those of another profile, for a script'],
    ],
    exitCodes: { 3: 'there are none' },
    related: ['auth login', 'doctor', 'help environment'],
  },
  'auth ls': {
    ...local,
    description: 'No secret is shown, and of a key its ends.',
    examples: [['dotaf auth ls', 'every profile, and which one is active']],
    related: ['auth use', 'auth login'],
  },
  'auth use': {
    ...changesConfig,
    description: 'Commands without --profile and DOTAF_PROFILE use it from then on.',
    examples: [['dotaf auth use shop', 'work with the profile shop']],
    exitCodes: { 3: 'there is no such profile' },
    related: ['auth ls', 'auth login'],
  },
  'auth logout': {
    ...changesConfig,
    description: 'The credentials stay valid until you revoke them in the reseller portal.',
    examples: [
      ['dotaf auth logout', 'forget the profile in use'],
      ['dotaf auth logout --profile shop', 'forget another one'],
    ],
    exitCodes: { 3: 'there is no such profile' },
    related: ['auth ls', 'auth use'],
  },
  config: {
    ...local,
    description:
      'A preference is an option, a variable, a value stored in the profile, or a default, in this order.',
    examples: [
      ['dotaf config ls', 'all of them, and where each value comes from'],
      ['dotaf config set timeout 30', 'store one in the profile in use'],
    ],
    related: ['auth', 'help environment'],
  },
  'config ls': {
    ...local,
    description: 'A source is an option (flag), a variable, the profile or the default.',
    examples: [['dotaf config ls', 'every preference']],
    related: ['config set', 'help environment'],
  },
  'config get': {
    ...local,
    description: 'dotaf config ls shows all of them with their meaning.',
    examples: [['dotaf config get timeout', 'seconds that one attempt may take']],
    related: ['config ls', 'config set'],
  },
  'config set': {
    ...changesConfig,
    description: 'The value is checked before it is stored.',
    examples: [
      ['dotaf config set timeout 30', 'wait up to 30 seconds for each attempt'],
      [
        'dotaf config set rate-limit 120/60s --profile shop',
        'what the service allows another account',
      ],
    ],
    related: ['config ls', 'config unset'],
  },
  'config unset': {
    ...changesConfig,
    description: 'The variable or the default decides from then on.',
    examples: [['dotaf config unset timeout', 'back to the default']],
    related: ['config ls', 'config set'],
  },
  'config path': {
    ...local,
    description: 'It holds credentials and preferences, and only you can read it.',
    examples: [['dotaf config path', 'where the file is, whether or not there is one yet']],
    related: ['help environment'],
  },
};
