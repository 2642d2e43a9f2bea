import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  isDomainName,
  isSameDomainName,
  normalizeDomainName,
  parseTld,
  toUnicode,
} from '../../src/core/domain-names.ts';

function unchanged(name: string): [string, string] {
  return [name, name];
}

const spellingsByName = {
  'kabul.af': `
    kabul.af | KABUL.af | kabul.af. |   kabul.af\t | kabul | https://kabul.af/path?q=1#top
    HTTP://Kabul.AF:8080/ | kabul.af:443 | http:/kabul.af | http//kabul.af/x | //kabul.af
    https://https://kabul.af | kabul.af//x | kabul。af | ｋａｂｕｌ.af`,
  'www.kabul.af': 'www.kabul.af',
  'xn--mgbc8fxs.af': 'کابل.af | xn--mgbc8fxs.af | XN--MGBC8FXS.af | https://کابل.af/',
  'xn--mgbn2ecje63gr19l.af': 'می‌خواهم.af',
  'xn--strae-oqa.af': 'straße.af',
  '1.af': '1.af',
  [`${'a'.repeat(63)}.af`]: `${'a'.repeat(63)}.af`,
};

it.each(Object.entries(spellingsByName))('normalizes to %s', (name, texts) => {
  for (const text of texts.split(/[|\n]/)) {
    const normalized = normalizeDomainName(text);
    if (text.trim() !== '') expect(normalized.ok && normalized.value, text).toEqual([name]);
  }
});

it.each<[input: string, reason: string]>([
  ['  ', 'has no name in it'],
  ['kabul.af..', 'has a dot too many'],
  ['.kabul.af', 'has a dot too many'],
  ['.com.af', 'is a top-level domain'],
  ['a-.af', 'has a label that begins or ends with a hyphen'],
  ['Kunden:', "contains ':'"],
  ['کابل،هرات', "contains '،'"],
  ['“kabul.af”', "contains '“'"],
  ['kabul–shop.af', "contains '–'"],
  ['(kabul.af)', "contains '('"],
  ['first_user@kabul.af', "is a mail address; its domain is 'kabul.af'"],
  ['user@kabul', "contains '@'"],
  ['https://user:word@kabul.af', "contains ':'"],
  ['k%61bul.af', "contains '%'"],
  ['é%61.af', "contains '%'"],
  ['kabul\\.af', "contains '\\'"],
  ['kab*l.af', "contains '*'"],
  ['2001:db8::1', "contains ':'"],
  [`${'a.'.repeat(126)}af`, 'has more than 253 characters, or a label of more than 63'],
  ['１２７.０.０.１', 'ends in a number, as only an IP address does'],
  ['kab\u00adul.af', 'contains an invisible character'],
  ['kabul\ufe0f.af', 'contains an invisible character'],
  ['xn--a.af', "has 'xn--a', which stands for no letters"],
  ['xn--.af', 'has a label that begins or ends with a hyphen'],
  ['é.xn--a.af', "has 'xn--a', which stands for no letters"],
  ['\ud800.af', "contains '\ud800'"],
  ['kabulکابل.af', 'has letters of two directions in one word'],
  ['کابل۱٢.af', 'has Arabic and Persian digits together'],
])('rejects %j: it %s', (input, reason) => {
  expect(normalizeDomainName(input)).toEqual({ ok: false, reason });
});

it('distinguishes a domain name from a word and a number', () => {
  const texts = ['kabul.af', 'https://kabul.af/x', 'کابل.af'];
  const nonNames = ['kabul', '44.40', 'v1.2.3', 'e.g.', 'me@kabul.af', 'a..af'];
  expect([...texts, ...nonNames].filter(isDomainName)).toEqual(texts);
});

it('normalizes to LDH names, idempotently', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.domain(),
    fc.string({
      unit: fc.constantFrom('a', 'é', '.', '-', '%', '6', '\\', '/', ':', '。', '\u200c'),
    }),
  );
  fc.assert(
    fc.property(text, (input) => {
      const normalized = normalizeDomainName(input);
      if (!normalized.ok) return;
      for (const name of normalized.value) {
        expect(name).toMatch(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]*[a-z-][a-z0-9-]*$/);
        expect(normalizeDomainName(name)).toEqual({ ok: true, value: [name] });
      }
    }),
    { numRuns: 2000 },
  );
});

it.each([
  ['af', ['af', '.af', 'AF', ' .af ', 'kabul.af']],
  ['com.af', ['com.af', '.com.af', 'kabul.com.af', 'www.kabul.com.af', 'HTTPS://Kabul.com.af/x']],
  ['com', ['com']],
  [undefined, ['', '.', '..af', 'a_b', '1']],
])('parses the TLD %s from %j', (tld, texts) => {
  for (const text of texts) expect(parseTld(text), text).toBe(tld);
});

it.each([
  ['xn--mgbc8fxs.af', 'کابل.af'],
  ['XN--MGBC8FXS.AF', 'کابل.af'],
  ['xn--mgbc8fxs.com.af', 'کابل.com.af'],
  ...['kabul.af', 'xn--.af', 'xn--a.af', 'xn--kabul-.af', 'xn--zzzzzzzzzzzz.af'].map(unchanged),
  unchanged('no name xn--'),
])('displays %s as %s', (name, expected) => {
  expect(toUnicode(name)).toBe(expected);
});

it.each<[string, string, boolean]>([
  ['kabul.af', 'KABUL.AF.', true],
  ['کابل.af', 'xn--mgbc8fxs.af', true],
  ['kabul.af', 'herat.af', false],
  ['kabul.af', 'www.kabul.af', false],
  ['kabul.af', '', false],
  ['kabul.af', 'kabul.af\u200b', false],
])('%j and %j are equal: %s', (left, right, expected) => {
  expect(isSameDomainName(left, right)).toBe(expected);
});
