import { shellWord } from '../core/text.ts';
import { Failure, type FailureCode } from '../errors.ts';
import type { Config } from './config.ts';

/** The pair of the environment, as messages name it. */
export const pair = 'DOTAF_KEY and DOTAF_SECRET';

const list = 'dotaf auth ls shows the profiles';

export const refusals = {
  noName: () => refused('the name of the profile is empty', list, 'usage'),
  noProfile: (label: string, file: string) =>
    refused(
      `there is no ${label} in ${file}`,
      `${list}; dotaf auth login --profile <name> adds one`,
    ),
  noneActive({ profiles: [first] }: Config, file: string) {
    if (first === undefined) return none(`no profile is stored in ${file}`, 'dotaf auth login');
    return none(`no profile in ${file} is active`, `dotaf auth use ${shellWord(first.name)}`);
  },
  incomplete: (source: string, login: string) =>
    none(`${source} lacks its key, secret or base URL`, login),
  halfPair: (set: string, missing: string) =>
    refused(`${set} is set but ${missing} is not`, `set both ${pair}, or neither to use a profile`),
  noBaseUrl: () =>
    refused(
      `${pair} are set but no base URL is`,
      'set DOTAF_BASE_URL, or give --base-url, to the address in your reseller portal',
    ),
  badBaseUrl: (from: string, reason: string) =>
    refused(
      `${from} ${reason}`,
      'it is https://…/api/v1, as your reseller portal shows it',
      from === '--base-url' ? 'usage' : 'no_credentials',
    ),
  otherServer: (from: string, source: string, origin: string, baseUrl: string) =>
    refused(
      `${from} is not the server that ${source} was stored for (${origin})`,
      `dotaf auth login --base-url ${baseUrl} --profile <name> stores credentials for it`,
    ),
  unsendable: (what: string, source: string, fault: string) =>
    refused(
      `the ${what} of ${source} ${fault}`,
      'look for quotes, spaces or line breaks around the value',
    ),
};

function none(reason: string, next: string): Failure {
  const says = `there are no credentials: ${pair} are not set, and ${reason}`;
  return refused(says, `${next}, or any command with --sandbox`);
}

function refused(says: string, hint: string, code: FailureCode = 'no_credentials'): Failure {
  return new Failure(code, says, { hint });
}
