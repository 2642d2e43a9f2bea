import { expect, it } from 'vitest';
import { networkFailure } from '../../src/api/network-failure.ts';

const baseUrl = 'check the base URL: dotaf auth status';
const connection = 'check your internet connection';
const dns = 'check your internet connection and its DNS';
const mayBeDown = 'the service may be down: try again later';
const moreFiles = 'allow more of them: ulimit -n 1024';
const moreMemory = 'end other programs, or allow more memory';

it.each<[string, readonly string[]]>([
  ['ENOTFOUND', [baseUrl, dns]],
  ['EAI_AGAIN', [dns]],
  ['ENETUNREACH', [connection]],
  ['EHOSTUNREACH', [connection]],
  ['ENETDOWN', [connection]],
  ['ETIMEDOUT', [connection]],
  ['ECONNREFUSED', [baseUrl, mayBeDown]],
  ['EMFILE', [moreFiles]],
  ['ENFILE', [moreFiles]],
  ['ENOMEM', [moreMemory]],
  ['ENOBUFS', [moreMemory]],
  ['EAI_MEMORY', [moreMemory]],
  ['EWHATEVER', [connection, baseUrl]],
])('%s does not blame a base URL that has worked', (code, expected) => {
  const error = new AggregateError([Object.assign(new Error('no way'), { code })]);
  const hints = (hasWorked: boolean) =>
    networkFailure(error, 'api.reseller.example', hasWorked, undefined).hints;
  expect(hints(false)).toEqual(expected);
  expect(hints(true)).toEqual(expected.filter((hint) => hint !== baseUrl));
});
