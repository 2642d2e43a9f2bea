import { findFolders } from '../../platform/files.ts';
import { preferences } from '../../settings/preferences.ts';
import type { Item, Page, Section } from '../page.ts';

export interface Variable {
  name: string;
  meaning: string;
  default: string | null;
}

/** Every variable that dotaf or Node reads for it. */
export function variables(): Variable[] {
  return [
    ...credentials.map(withoutDefault),
    ...Object.values(preferences).flatMap(({ variable, summary, default: usual }) =>
      variable === undefined ? [] : { name: variable, meaning: summary, default: usual || null },
    ),
    ...others.map(withoutDefault),
  ];
}

export function environmentPage(): Page {
  return {
    name: 'dotaf help environment',
    summary: 'variables, files and folders',
    sections: [
      ...variablesSections(),
      ...filesSections(),
      {
        title: 'Examples',
        blocks: [
          {
            lines: [
              ['dotaf config path', 'where the config file is'],
              ['DOTAF_RATE_LIMIT=120/60s dotaf config ls', 'a preference for one run'],
              ['DOTAF_HOME=/tmp/other dotaf auth ls', 'another folder for everything'],
            ],
          },
        ],
      },
      {
        title: 'See also',
        isOutOfManual: true,
        isInline: true,
        blocks: ['dotaf help options, dotaf config ls, dotaf auth status'],
      },
    ],
  };
}

export function variablesSections(): Section[] {
  return [
    {
      blocks: [
        'An option comes before a variable, a variable before what is stored in the profile, and that before the default. An empty variable counts as none. dotaf config ls and dotaf auth status show what applies, and where it comes from.',
      ],
    },
    {
      title: 'Variables',
      blocks: [
        {
          items: variables().map(
            ({ name, meaning, default: usual }) =>
              [name, usual === null ? meaning : `${meaning} (default: ${usual})`] as const,
          ),
        },
      ],
    },
  ];
}

export function filesSections(): Section[] {
  return [
    { title: 'Folders, unless DOTAF_HOME is set', blocks: [{ items: folders() }] },
    {
      title: 'Files',
      blocks: [
        {
          items: [
            ['config.json', 'in the config folder: credentials and preferences, for you alone'],
            ['rate-limit', 'in the state folder: what processes tell each other of the limit'],
            ['looks', 'in the state folder: the last lists and prices, for --changes'],
            ['compiled', 'in the state folder: the compiled program, for a faster start'],
          ],
        },
        'dotaf can do without all that is in the state folder. To forget everything, remove both.',
      ],
    },
  ];
}

const credentials: readonly Item[] = [
  ['DOTAF_KEY', 'API key; with DOTAF_SECRET and DOTAF_BASE_URL it comes before any profile'],
  ['DOTAF_SECRET', 'API secret; half a pair is an error'],
  ['DOTAF_BASE_URL', 'address of the service: https, or http on this machine'],
  ['DOTAF_PROFILE', 'the profile to use in place of the active one'],
];

const others: readonly Item[] = [
  ['DOTAF_HOME', 'one folder for everything that dotaf keeps'],
  ['XDG_CONFIG_HOME', 'where config folders are, on Linux and macOS'],
  ['XDG_STATE_HOME', 'where state folders are, on Linux and macOS'],
  ['SHELL', 'the shell that completion --install is for, unless one is named'],
  ['XDG_DATA_HOME', 'where completion --install writes for bash'],
  ['BASH_COMPLETION_USER_DIR', 'the same, and comes before it'],
  ['ZDOTDIR', 'where completion --install writes for zsh'],
  ['NO_COLOR', 'no colour and no bold, unless --color is given'],
  ['FORCE_COLOR', 'colour also in a pipe; 0 for none'],
  ['CLICOLOR_FORCE', 'the same; CLICOLOR=0 is no colour'],
  ['LC_ALL', 'a terminal gets only ASCII where the locale does not say UTF-8'],
  ['LC_CTYPE', 'the same, where LC_ALL is not set'],
  ['LANG', 'the same, where neither is set'],
  ['HTTPS_PROXY', 'the proxy on the way to the service, but never to this machine'],
  ['NO_PROXY', 'hosts that are asked without the proxy'],
  ['NODE_EXTRA_CA_CERTS', 'a file with further certificates to trust'],
];

function withoutDefault([name, meaning]: Item): Variable {
  return { name, meaning, default: null };
}

function folders(): Item[] {
  const systems = [
    ['Linux', 'linux', '~'],
    ['macOS', 'darwin', '~'],
    ['Windows', 'win32', '%USERPROFILE%'],
  ] as const;
  return systems.map(([name, platform, homeFolder]) => {
    const { config, state } = findFolders({ env: {}, platform, homeFolder });
    const text = `config ${config}, state ${state}`;
    return [name, platform === 'win32' ? text.replaceAll('/', '\\') : text.replaceAll('\\', '/')];
  });
}
