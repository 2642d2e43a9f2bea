import { expect, it } from 'vitest';
import { networkFailure } from '../../src/api/network-failure.ts';

function hints(code: string, hasWorked: boolean): readonly string[] {
  const error = Object.assign(new Error('no way'), { code });
  return networkFailure(error, 'api.reseller.example', hasWorked).hints;
}

const baseUrl = 'check the base URL: dotaf auth status';
const connection = 'check your internet connection';
const closeOthers = 'close other programs, then try again';
const dns = 'check your internet connection and its DNS';

it.each<[string, readonly string[], readonly string[]]>([
  ['ENOTFOUND', [baseUrl, dns], [dns]],
  ['EAI_AGAIN', [dns], [dns]],
  ['ENETUNREACH', [connection], [connection]],
  ['EHOSTUNREACH', [connection], [connection]],
  ['ENETDOWN', [connection], [connection]],
  ['ETIMEDOUT', [connection], [connection]],
  [
    'ECONNREFUSED',
    [baseUrl, 'the service may be down: try again later'],
    ['the service may be down: try again later'],
  ],
  ['EMFILE', ['allow more of them: ulimit -n 1024'], ['allow more of them: ulimit -n 1024']],
  ['ENFILE', [closeOthers], [closeOthers]],
  ['ENOMEM', [closeOthers], [closeOthers]],
  ['ENOBUFS', [closeOthers], [closeOthers]],
  ['EAI_MEMORY', [closeOthers], [closeOthers]],
  ['EWHATEVER', [connection, baseUrl], [connection]],
])('%s does not blame a base URL that has worked', (code, unproven, proven) => {
  expect(hints(code, false)).toEqual(unproven);
  expect(hints(code, true)).toEqual(proven);
});
