import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBaseUrl } from '../../src/core/base-url.ts';
import { durationText } from '../../src/core/durations.ts';
import {
  add,
  addPercent,
  compare,
  isDecimal,
  multiply,
  roundToCent,
  roundUp,
  shareOf,
  subtract,
} from '../../src/core/money.ts';
import { parseRate, parseYears, rateText, yearsText } from '../../src/core/periods.ts';
import { availabilityOf, contradicts, parseAction } from '../../src/core/service-words.ts';
import { excerpt, safeJson, safeText } from '../../src/core/text.ts';

describe('money', () => {
  const digits = '9'.repeat(40);

  it('is a decimal of at most forty digits on either side of its point', () => {
    const decimals = ['0', '0.00', '-12.50', '35.005', `-${digits}.${digits}`];
    const others = '|.5|5.|+5|1,000|1e3| 5|5 |0x5|NaN|--5'.split('|');
    const tooLong = [`${digits}9`, `0.${digits}9`];
    expect([...decimals, ...others, ...tooLong].filter(isDecimal)).toEqual(decimals);
  });

  const hundredths = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
  const written = (value: bigint) => {
    const digits = String(value < 0n ? -value : value).padStart(3, '0');
    return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  };

  it('is exact, whatever the number of digits', () => {
    fc.assert(
      fc.property(hundredths, hundredths, (left, right) => {
        expect(add(written(left), written(right))).toBe(written(left + right));
        expect(subtract(written(left), written(right))).toBe(written(left - right));
        expect(compare(written(left), written(right))).toBe(
          left < right ? -1 : left > right ? 1 : 0,
        );
      }),
    );
  });

  it.each([
    ['35.00', '20', '42.00'],
    ['35.00', '33.333', '46.67'],
    ['0.05', '10', '0.06'],
    ['35.00', '0', '35.00'],
    ['35.00', '-10', '31.50'],
  ])('%s and %s %% are %s', (amount, percent, expected) => {
    expect(roundToCent(addPercent(amount, percent))).toBe(expected);
  });

  it.each([
    ['42.00', '5', '0', '45.00'],
    ['35.000035', '1', '0', '36.00'],
    ['0.00', '5', '0', '0.00'],
    ['42.00', '1', '0.99', '42.99'],
    ['42.991', '1', '0.99', '43.99'],
    ['42.00', '10', '9.99', '49.99'],
    ['0.00', '1', '0.99', '0.99'],
  ])('%s up to a multiple of %s and %s is %s', (amount, step, offset, expected) => {
    expect(roundUp(amount, step, offset)).toBe(expected);
  });

  it.each([
    ['5.00', '10.00', 4, 2],
    ['7.49', '10.00', 4, 2],
    ['7.50', '10.00', 4, 3],
    ['0.01', '10.00', 4, 1],
    ['20.00', '10.00', 4, 4],
    ['0.00', '10.00', 4, 0],
    ['5.00', '0.00', 4, 0],
    ['-5.00', '-10.00', 4, 0],
  ])('%s of %s in %i steps is %i', (part, whole, steps, expected) => {
    expect(shareOf(part, whole, steps)).toBe(expected);
  });

  it('keeps every digit of a product', () => {
    expect(multiply('99999999999999999999.99', '71.54321')).toBe('7154320999999999999999.2845679');
  });
});

it.each([
  ['60/60s', 60, 60_000, '60 requests a minute'],
  ['1000/h', 1000, 3_600_000, '1000 requests an hour'],
  ['1/1m', 1, 60_000, '1 request a minute'],
  [' 5/s ', 5, 1000, '5 requests a second'],
  ['20/3s', 20, 3000, '20 requests in 3 s'],
  ['10/500ms', 10, 500, '10 requests in 0.5 s'],
])('the rate %j is %i in %i ms, and written %j', (text, requests, windowMs, expected) => {
  expect(parseRate(text)).toEqual({ requests, windowMs });
  expect(rateText({ requests, windowMs })).toBe(expected);
});

it.each(['0/1s', '60/0s', '60', '60/60', '60/60sec', '-1/1s', '1.5/1s', '60/1d'])(
  'the rate %j is none',
  (text) => {
    expect(parseRate(text)).toBeUndefined();
  },
);

it.each([
  [0, '0 s'],
  [400, '0.4 s'],
  [9949, '9.9 s'],
  [9950, '10 s'],
  [59_499, '59 s'],
  [59_500, '1 min'],
  [200_000, '3 min 20 s'],
  [3_599_600, '1 h'],
  [9_960_000, '2 h 46 min'],
  [86_380_000, '1 d'],
  [97_200_000, '1 d 3 h'],
])('%i ms are %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

it.each([
  ['1', [1]],
  ['9-11', [9, 10, 11]],
  ['5,1-3,2', [5, 1, 2, 3]],
  [' 1 - 2 , 3 ', [1, 2, 3]],
])('the years %j are %j', (text, expected) => {
  expect(parseYears(text)).toEqual(expected);
});

it.each(['0', '0-2', '5-1', '1-', '1,', '', '1.5', '1000'])('the years %j are none', (text) => {
  expect(parseYears(text)).toBeUndefined();
});

it.each([
  [[1], '1 year'],
  [[1, 3], '1, 3 years'],
  [[5, 2, 1, 3], '1-3, 5 years'],
  [[10, 2, 9], '2, 9-10 years'],
  [[2, 3, 2], '2-3 years'],
])('the periods %j are written %j', (years, expected) => {
  expect(yearsText(years)).toBe(expected);
});

it.each<[string, string | undefined]>([
  ['renewal', 'renewal'],
  [' Renew ', 'renewal'],
  ['register', 'registration'],
  ['RESTORE', 'restore'],
  ['redemption', 'restore'],
  ['delete', undefined],
  ['constructor', undefined],
  ['', undefined],
])('the action %j is %j', (text, expected) => {
  expect(parseAction(text)).toBe(expected);
});

it.each<[string, boolean, string, boolean]>([
  ['available', true, 'available', false],
  ['premium', true, 'available', false],
  ['taken', false, 'taken', false],
  ['reserved', false, 'taken', false],
  ['unknown', false, 'unknown', false],
  ['Error', false, 'unknown', false],
  ['available', false, 'taken', true],
  ['registered', true, 'available', true],
  ['not available', true, 'available', true],
  ['unknown', true, 'unknown', false],
  ['premium', false, 'unknown', false],
])('%s and %s mean %s, in contradiction: %s', (status, available, word, isContradiction) => {
  expect(contradicts(status, available)).toBe(isContradiction);
  if (!isContradiction) expect(availabilityOf({ status, available })).toBe(word);
});

it('a failure is no availability', () => {
  expect(availabilityOf(undefined)).toBe('unknown');
});

it.each<[string, string]>([
  ['https://api.reseller.example', 'https://api.reseller.example/api/v1'],
  ['https://api.reseller.example/', 'https://api.reseller.example/api/v1'],
  ['https://api.reseller.example/api/v1', 'https://api.reseller.example/api/v1'],
  ['https://api.reseller.example/api/v1//', 'https://api.reseller.example/api/v1'],
  ['https://API.reseller.example:8443/x', 'https://api.reseller.example:8443/x/api/v1'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/api/v1'],
  ['http://localhost', 'http://localhost/api/v1'],
  ['http://[::1]:80/', 'http://[::1]/api/v1'],
  ['http://0x7f.1', 'http://127.0.0.1/api/v1'],
])('the base URL %s is %s', (text, value) => {
  expect(readBaseUrl(text)).toEqual({ ok: true, value });
});

it.each([
  ['is not an address that starts with https://', ['', 'api.example', 'ftp://api.example']],
  ['holds a user name or password', ['https://user:hunter2@api.example']],
  ['holds a query or a fragment', ['https://api.example?key=hunter2', 'https://api.example#x']],
  [
    'is plain http, which would show the secret to the network',
    ['api.example', '127.0.0.1.example', 'localhost.example', '0.0.0.0', '192.168.0.1'].map(
      (host) => `http://${host}`,
    ),
  ],
])('a base URL %s: %j', (reason, texts) => {
  for (const text of texts) expect(readBaseUrl(text), text).toEqual({ ok: false, reason });
});

describe('text from outside', () => {
  it.each<[string, string]>([
    ['plain کابل ☕', 'plain کابل ☕'],
    ['می‌خواهم', 'می‌خواهم'],
    ['a\u001b[31mb', 'a\\u001b[31mb'],
    ['a\nb\r\tc\0', 'a\\u000ab\\u000d\\u0009c\\u0000'],
    ['\u202egnp.exe\u2066', '\\u202egnp.exe\\u2066'],
    ['\u009b31m\u007f', '\\u009b31m\\u007f'],
    ['a\u200bb\u2028c\ufeff', 'a\\u200bb\\u2028c\\ufeff'],
    ['\ud800', '\\ud800'],
    ['a\u180eb\u034fc', 'a\\u180eb\\u034fc'],
    ['ok\u{e0041}\u{e007f}', 'ok\\udb40\\udc41\\udb40\\udc7f'],
    ['x\ufe0f\u{e0100}', 'x\\ufe0f\\udb40\\udd00'],
    ['ka\u200cbul\u200d', 'ka\\u200cbul\\u200d'],
    ['\u200cکابل\u200c', '\\u200cکابل\\u200c'],
    ['کِ\u200cتاب', 'کِ\u200cتاب'],
    ['👩\u200d💻 👩🏽\u200d🚀', '👩\u200d💻 👩🏽\u200d🚀'],
  ])('%j is shown as %s', (text, expected) => {
    expect(safeText(text)).toBe(expected);
  });

  it('loses nothing as JSON, and holds nothing unsafe', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = safeJson({ text });
        expect(JSON.parse(json)).toEqual({ text });
        expect(safeText(json)).toBe(json);
      }),
    );
  });

  it('is cut to a line', () => {
    expect(excerpt('  one\n two  ')).toBe('one two');
    expect(excerpt('x'.repeat(301))).toBe(`${'x'.repeat(300)}…`);
  });
});
