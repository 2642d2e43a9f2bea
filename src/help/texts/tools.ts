import type { CommandHelp } from '../command-help.ts';

const local = { reachesService: false, isReadOnly: true };

export const tools: Readonly<Record<string, CommandHelp>> = {
  doctor: {
    description:
      'The steps are the settings, DNS, TCP, TLS, the credentials, the shape of the answers and the rate limit. A step that fails is followed by what to do next.',
    examples: [
      ['dotaf doctor', 'find out why something does not work'],
      ['dotaf doctor --report > report.txt', 'a text for a support ticket, without secrets'],
      ['dotaf doctor --jq .ok', 'true or false, for a script'],
    ],
    exitCodes: { 3: undefined, 5: undefined, 6: undefined, 8: undefined },
    related: ['auth status', 'help exit-codes'],
    reachesService: true,
    isReadOnly: true,
  },
  api: {
    description:
      'It sends GET, or with --data the POST of the two reads that take a body. Any other path is refused before it is sent.',
    examples: [
      ['dotaf api /account/balance', 'the body of one answer'],
      ["dotaf api /domains --jq '.data'", 'a part of it'],
      [
        'dotaf api /pricing --data \'{"tld":".af","action":"renewal","years":1}\'',
        'a read with a body',
      ],
    ],
    related: ['doctor', 'help json'],
    reachesService: true,
    isReadOnly: true,
  },
  sandbox: {
    ...local,
    description:
      'It runs until Ctrl-C, for your own scripts and tests; nothing in it is real. --sandbox on any other command starts one for that command alone.',
    examples: [
      ['dotaf sandbox', 'print the lines that point dotaf at it'],
      [
        'dotaf sandbox --port 4010 --fail 500:20 --fail slow:5',
        'a service that fails now and then',
      ],
      ['dotaf sandbox --json > sandbox.json &', 'its address and credentials, for a script'],
    ],
    exitCodes: { 10: 'the port is taken, or the file cannot be read' },
    related: ['help scripting'],
  },
  completion: {
    ...local,
    description:
      'It completes commands, options and their values, profiles, and the domains of the last look. It never uses the network.',
    examples: [
      ['dotaf completion fish --install', 'once, for every shell from now on'],
      ['dotaf completion --install', 'the same for the shell that SHELL names'],
      ['eval "$(dotaf completion bash)"', 'in bash, for this shell or in ~/.bashrc'],
      ['source <(dotaf completion zsh)', 'in zsh, in ~/.zshrc after compinit'],
    ],
    exitCodes: { 10: 'the place holds a file that dotaf did not write' },
    related: ['help environment'],
    writesWith: ['--install'],
  },
  help: {
    ...local,
    description:
      'Without a word it lists the commands. The topics are environment, exit-codes, json, options and scripting. --help after or before a command does the same.',
    examples: [
      ['dotaf help domains ls', 'the page of a command'],
      ['dotaf help scripting', 'the page of a topic'],
      ['dotaf help --json', 'every command, option, variable and exit code, for a machine'],
    ],
    related: ['help scripting', 'help options'],
  },
  version: {
    ...local,
    description: '-V and --version do the same.',
    examples: [['dotaf version', 'the version alone']],
    related: ['doctor'],
  },
};
