import { expect, it } from 'vitest';
import { bare, knownWordsOf, labelled, wordsOf } from '../../../src/api/tolerant/words.ts';

it.each<[string, string[]]>([
  ['expiryDate', ['expiry', 'date']],
  ['Expiry_Date__c', ['expiry', 'date']],
  ['expiry__code', ['expiry', 'code']],
  ['name_server', ['nameserver']],
  ['hostNameServers2', ['host', 'nameservers', '2']],
  ['name_servers_name', ['nameservers', 'name']],
  ['server_name', ['server', 'name']],
  ['name_observer', ['name', 'observer']],
  ['dns_server', ['dns', 'server']],
  ['name', ['name']],
])('the words of %j are %j', (key, expected) => {
  expect(wordsOf(key)).toEqual(expected);
});

const known = new Set(['expiry', 'date', 'nameserver']);

it.each<[string, string[]]>([
  ['EXPIRYDATE', ['expiry', 'date']],
  ['expiry', ['expiry']],
  ['lastEXPIRYDATE', ['last', 'expiry', 'date']],
  ['nameserver_DATE', ['nameserver', 'date']],
  ['other', ['other']],
  ['date'.repeat(16), Array<string>(16).fill('date')],
  [`${'date'.repeat(16)}s`, [`${'date'.repeat(16)}s`]],
  [`${'date'.repeat(15)}_expiry`, [`${'date'.repeat(15)}_expiry`]],
])('the known words of %j are %j', (key, expected) => {
  expect(knownWordsOf(key, known)).toEqual(expected);
});

it.each<[unknown, unknown]>([
  [{ '#text': 'a', '@id': 7 }, 'a'],
  [{ id: 7, booleanValue: false }, false],
  [{ value: 'a' }, { value: 'a' }],
  [['a'], 'a'],
  [[7], 7],
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [[{ '#text': 'a' }], [{ '#text': 'a' }]],
  [[null], [null]],
  [[], []],
  ['a', 'a'],
  [null, null],
])('%j without its type is %j', (value, expected) => {
  expect(bare(value)).toEqual(expected);
});

it.each<[unknown, unknown]>([
  [
    [
      { eventAction: 'expiration', eventDate: '2027-03-31' },
      { event: 'registration', date: '2020-03-31' },
    ],
    { expiration: '2027-03-31', registration: '2020-03-31' },
  ],
  [
    [
      { rel: 'next', href: '/2', type: 'text/html' },
      { key: 'auto_renew', value: false },
    ],
    { next: '/2', auto_renew: false },
  ],
  [
    [
      { name: 'status', value: 'active' },
      { type: 'expiry', date: '2027-03-31' },
    ],
    { status: 'active', expiry: '2027-03-31' },
  ],
  [
    [{ eventAction: 'expiration', eventDate: '2027-03-31', date: 'x', key: 'x', name: 'x' }],
    { expiration: '2027-03-31' },
  ],
  [
    [
      { key: 'a', value: 1 },
      { key: 'a', value: 2 },
      { key: 'b', value: null },
      { key: 'c', href: 3 },
    ],
    { b: null, c: 3 },
  ],
  [['a', null, { key: 'a' }, { key: 7, value: 1 }, { value: 1 }], {}],
  [[], {}],
  [{ key: 'a', value: 1 }, undefined],
  [null, undefined],
])('%j holds what its labels name: %j', (list, expected) => {
  expect(labelled(list)).toStrictEqual(expected);
});
