import { expect, it } from 'vitest';
import { toUnicode } from '../../src/core/domain-names.ts';

it.each([
  ['xn--mgbc8fxs.af', 'کابل.af'],
  ['XN--MGBC8FXS.AF', 'کابل.af'],
  ['xn--mgbc8fxs.com.af', 'کابل.com.af'],
  ['kabul.af', 'kabul.af'],
  ['xn--.af', 'xn--.af'],
  ['xn--a.af', 'xn--a.af'],
  ['xn--kabul-.af', 'xn--kabul-.af'],
  ['xn--zzzzzzzzzzzz.af', 'xn--zzzzzzzzzzzz.af'],
  ['no name xn--', 'no name xn--'],
])('displays %s as %s', (name, expected) => {
  expect(toUnicode(name)).toBe(expected);
});
