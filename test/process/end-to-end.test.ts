import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { version } from '../../src/version.ts';
import { startSandboxWithEnv } from '../support/loopback-server.ts';
import { runProcess } from '../support/spawn.ts';

interface Step {
  argv: string[];
  stdin?: string;
  stdout?: string;
  stderr?: string;
  code?: number | null;
}

const root = path.join(import.meta.dirname, '../..');

/**
 * Exercises every format, the config, network, disk and failures, so that a missing part of the
 * program is detected. PATH and the home folder are unset.
 */
async function createE2eScript() {
  const {
    DOTAF_HOME: home = '',
    DOTAF_BASE_URL: baseUrl = '',
    DOTAF_KEY: key = '',
    DOTAF_SECRET: secret = '',
  } = await startSandboxWithEnv();
  const maskedKey = `${key.slice(0, 4)}****${key.slice(-2)}`;
  const steps: Step[] = [
    { argv: ['--version'], stdout: `${version}\n` },
    {
      argv: ['tier', '--help'],
      stdout: JSON.parse(readFileSync(`${root}/dist/prebuilt.json`, 'utf8'))['help tier'],
    },
    {
      argv: ['balance', '--no-input'],
      stderr: `error: there are no credentials: DOTAF_KEY and DOTAF_SECRET are not set, and no profile is stored in ${home}/config.json
hint: dotaf auth login, or any command with --sandbox
`,
      code: 3,
    },
    {
      argv: ['auth', 'login', '--base-url', baseUrl, '--key', key, '--secret-stdin', '--json'],
      stdin: secret,
      stdout: `{"profile":"default","active":true,"base_url":"${baseUrl}","key":"${maskedKey}","secret":"stored","account_number":"SBX-844431"}\n`,
    },
    { argv: ['__complete', 'auth', 'use', ''], stdout: 'default\n' },
    {
      argv: ['balance'],
      stdout: `account         SBX-844431
balance         468.20 USD
credit limit    250.00 USD
active domains  32
`,
    },
    { argv: ['balance', '--jq', '.balance, .currency'], stdout: '468.20\nUSD\n' },
    {
      argv: ['balance', '--min', '9999', '--fields', 'balance', '--json'],
      stdout: '{"balance":"468.20"}\n',
      stderr: 'note: 468.20 USD is less than 9999\n',
      code: 1,
    },
    {
      argv: [
        ...['check', 'kabul.af', 'tea-house.af', '--csv', '-q', '--out', `${home}/out.jsonl`],
        ...['--fields', 'domain,status,available,pricing.amount,years'],
      ],
      stdout: `domain,status,available,pricing.amount,years
kabul.af,registered,false,44.40,1
tea-house.af,available,true,44.40,1
`,
    },
    {
      argv: ['check', 'سلام.af', '--color', '--fields', 'available'],
      stdout: '\u001b[2mAVAILABLE\u001b[22m\ntrue\n',
      stderr: "\u001b[2mnote:\u001b[22m checking xn--mgbx5cf.af for 'سلام.af'\n",
    },
    {
      argv: ['completion', 'fish'],
      stdout: readFileSync(`${root}/completions/dotaf.fish`, 'utf8'),
    },
    {
      argv: ['config', 'set', 'timeout', '5', '--fields', 'value', '--csv'],
      stdout: 'value\n5\n',
    },
    { argv: ['config', 'get', 'timeout'], stdout: '5\n' },
    {
      argv: ['domains', 'show', 'nobody.af'],
      stderr: `error: nobody.af: not a domain of this account: the account does not manage this domain (domain_not_found)
hint: dotaf domains ls --names lists the ones that are
`,
      code: 4,
    },
    {
      argv: ['check', 'bad_name'],
      stderr: `error: not a domain name: 'bad_name' contains '_'
hint: a name is letters, digits and inner hyphens between dots, such as kabul.af
`,
      code: 2,
    },
  ];
  return { steps, env: { DOTAF_HOME: home, PATH: '' } };
}

it('the built program passes the end-to-end script', async () => {
  const { steps, env } = await createE2eScript();
  for (const { argv, stdin = '', stdout = '', stderr = '', code = 0 } of steps) {
    const result = await runProcess(argv, { env, stdin });
    expect({ argv, ...result }).toEqual({ argv, stdout, stderr, code });
  }
});
