import { expect, it } from 'vitest';
import { isNoStatus, isSeveral, knownStatus, status } from '../../../src/api/tolerant/status.ts';
import type { JsonObject } from '../../../src/core/json.ts';

it.each<[unknown, string | undefined]>([
  [' active ', 'active'],
  [3, '3'],
  [['ok', 'clientHold'], 'ok, clientHold'],
  [[{ status: 'ok' }, { code: 'clientHold' }], 'ok, clientHold'],
  [[{ value: 'ok' }, { name: 'clientHold' }], 'ok, clientHold'],
  [[{ s: 'ok' }, { '@s': 'clientHold' }], 'ok, clientHold'],
  [[{ status: 'ok', code: 1, name: 'x' }], 'ok'],
  [['ok', null], undefined],
  [[{ id: 7 }], undefined],
  [[], undefined],
  [null, undefined],
  [true, undefined],
  ['ok https://icann.org/epp#ok', 'ok'],
  ['ok  (http://icann.org/epp#ok)', 'ok'],
  [['ok https://icann.org/epp#ok', 'clientHold (https://x.af) now'], 'ok, clientHold now'],
  ['ok https', 'ok https'],
  [{ clientHold: 'unpaid', ok: false }, 'clientHold'],
  [{ ok: true, serverTransferProhibited: {} }, 'ok, serverTransferProhibited'],
  [{ ok: false }, undefined],
  [{ ok: true, note: 'x' }, undefined],
  [{ okay: true }, undefined],
  [{ notok: true }, undefined],
  [{ client: true }, undefined],
  [{ 'client-hold': true }, undefined],
  [{}, undefined],
])('status %j is %j', (value, expected) => {
  expect(status(value)).toBe(expected);
});

it.each<[unknown, boolean]>([
  ['ok', false],
  [['ok'], false],
  [['ok', 'clientHold'], true],
  [[{ code: 'ok' }], true],
  [{ ok: true }, true],
  [[], false],
  [null, false],
])('status %j is several: %j', (value, expected) => {
  expect(isSeveral(value)).toBe(expected);
});

it.each<[unknown, string | undefined]>([
  ['OK', 'OK'],
  ['Active', 'Active'],
  [['clientHold', 'new'], 'clientHold, new'],
  ['Kabul', undefined],
  ['okay', undefined],
  [null, undefined],
])('under a weak name, status %j is %j', (value, expected) => {
  expect(knownStatus(value)).toBe(expected);
});

it.each<[unknown, JsonObject, boolean, boolean]>([
  ['active', {}, false, false],
  ['frozen', {}, false, true],
  ['frozen', {}, true, false],
  ['frozen', { id: 7, expires_at: null }, false, false],
  ['frozen', { id: 7, name_servers: [] }, false, false],
  ['frozen', { NameServers: [] }, false, false],
  ['frozen', { id: 7, name: 'A. Karimi', servers: 2 }, false, true],
  ['success', { expiry: null }, true, true],
  [200, {}, true, true],
  [true, {}, true, true],
  [[], {}, true, true],
  [[null], {}, true, false],
  [{}, {}, false, false],
  [null, {}, false, false],
])(
  'status %j beside %j, inside of a domain: %j, is of something else: %j',
  (value, siblings, isInside, expected) => {
    expect(isNoStatus(value, { siblings, isInside })).toBe(expected);
  },
);
