import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBaseUrl } from '../../src/core/base-url.ts';
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
import { parseRate, parseYears, perWindow, rateText, yearsText } from '../../src/core/periods.ts';
import { availabilityOf, contradicts, parseAction } from '../../src/core/service-words.ts';
import { excerpt, safeJson, safeText } from '../../src/core/text.ts';

describe('money', () => {
  it.each(['0', '0.00', '-12.50', '35.005', '99999999999999999999.99'])(
    '%j is a decimal',
    (text) => {
      expect(isDecimal(text)).toBe(true);
    },
  );

  const digits = '9'.repeat(40);

  it('has forty digits at most on either side of its point', () => {
    expect(isDecimal(`-${digits}.${digits}`)).toBe(true);
    expect(isDecimal(`${digits}9`)).toBe(false);
    expect(isDecimal(`0.${digits}9`)).toBe(false);
  });

  it.each(['', '.5', '5.', '+5', '1,000', '1e3', ' 5', '5 ', '0x5', 'NaN', '--5'])(
    '%j is none',
    (text) => {
      expect(isDecimal(text)).toBe(false);
    },
  );

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
    ['42.00', '42', '0', '42.00'],
    ['35.000035', '1', '0', '36.00'],
    ['0.00', '5', '0', '0.00'],
    ['42.00', '1', '0.99', '42.99'],
    ['42.99', '1', '0.99', '42.99'],
    ['42.991', '1', '0.99', '43.99'],
    ['42.00', '10', '9.99', '49.99'],
    ['3.00', '10', '9.99', '9.99'],
    ['0.00', '1', '0.99', '0.99'],
  ])('%s up to a multiple of %s and %s is %s', (amount, step, offset, expected) => {
    expect(roundUp(amount, step, offset)).toBe(expected);
  });

  it.each([
    ['5.00', '10.00', 4, 2],
    ['7.49', '10.00', 4, 2],
    ['7.50', '10.00', 4, 3],
    ['0.01', '10.00', 4, 1],
    ['10.00', '10.00', 4, 4],
    ['20.00', '10.00', 4, 4],
    ['0.00', '10.00', 4, 0],
    ['-5.00', '10.00', 4, 0],
    ['5.00', '0.00', 4, 0],
    ['-5.00', '-10.00', 4, 0],
  ])('%s of %s in %i steps is %i', (part, whole, steps, expected) => {
    expect(shareOf(part, whole, steps)).toBe(expected);
  });

  it('keeps every digit of a product', () => {
    expect(multiply('99999999999999999999.99', '71.54321')).toBe('7154320999999999999999.2845679');
  });
});

it.each<[string, object | undefined]>([
  ['60/60s', { requests: 60, windowMs: 60_000 }],
  ['10/500ms', { requests: 10, windowMs: 500 }],
  ['1000/h', { requests: 1000, windowMs: 3_600_000 }],
  ['1/1m', { requests: 1, windowMs: 60_000 }],
  [' 5/s ', { requests: 5, windowMs: 1000 }],
  ['0/1s', undefined],
  ['60/0s', undefined],
  ['60', undefined],
  ['60/60', undefined],
  ['60/60sec', undefined],
  ['-1/1s', undefined],
  ['1.5/1s', undefined],
  ['60/1d', undefined],
])('the rate %j is %j', (text, expected) => {
  expect(parseRate(text)).toEqual(expected);
});

it.each([
  [60, 60_000, '60 requests a minute', 'a minute'],
  [1, 1000, '1 request a second', 'a second'],
  [1000, 3_600_000, '1000 requests an hour', 'an hour'],
  [20, 3000, '20 requests in 3 s', 'in 3 s'],
  [10, 500, '10 requests in 0.5 s', 'in 0.5 s'],
])('the rate of %i in %i ms is written %j', (requests, windowMs, expected, window) => {
  expect(rateText({ requests, windowMs })).toBe(expected);
  expect(perWindow(windowMs)).toBe(window);
});

it.each<[string, number[] | undefined]>([
  ['1', [1]],
  ['10', [10]],
  ['9-11', [9, 10, 11]],
  ['1-5', [1, 2, 3, 4, 5]],
  ['1,2,5', [1, 2, 5]],
  ['5,1-3,2', [5, 1, 2, 3]],
  [' 1 - 2 , 3 ', [1, 2, 3]],
  ['0', undefined],
  ['0-2', undefined],
  ['5-1', undefined],
  ['1-', undefined],
  ['1,', undefined],
  ['', undefined],
  ['1.5', undefined],
  ['1000', undefined],
])('the years %j are %j', (text, expected) => {
  expect(parseYears(text)).toEqual(expected);
});

it.each([
  [[1], '1 year'],
  [[2], '2 years'],
  [[1, 2], '1-2 years'],
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

it.each<[string, string]>([
  ['', 'is not an address that starts with https://'],
  ['api.reseller.example', 'is not an address that starts with https://'],
  ['ftp://api.reseller.example', 'is not an address that starts with https://'],
  ['https://user:hunter2@api.reseller.example', 'holds a user name or password'],
  ['https://api.reseller.example?key=hunter2', 'holds a query or a fragment'],
  ['https://api.reseller.example#x', 'holds a query or a fragment'],
  ['http://api.reseller.example', 'is plain http, which would show the secret to the network'],
  ['http://127.0.0.1.example', 'is plain http, which would show the secret to the network'],
  ['http://localhost.example', 'is plain http, which would show the secret to the network'],
  ['http://0.0.0.0', 'is plain http, which would show the secret to the network'],
  ['http://192.168.0.1', 'is plain http, which would show the secret to the network'],
])('the base URL %s %s', (text, reason) => {
  expect(readBaseUrl(text)).toEqual({ ok: false, reason });
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
