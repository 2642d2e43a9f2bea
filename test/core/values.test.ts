import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeRateLimit,
  formatRateLimit,
  parseRateLimit,
  parseYearList,
} from '../../src/core/dates.ts';
import {
  addDecimals,
  addPercent,
  compareDecimals,
  computePercentChange,
  isDecimal,
  subtractDecimals,
  sumByCurrency,
} from '../../src/core/money.ts';
import { escapeForTerminal, formatDuration, toTerminalSafeJson } from '../../src/core/text.ts';

describe('money', () => {
  const digits = '9'.repeat(40);

  it.each([
    ['28.00', '30.00', '7.1'],
    ['30.00', '28.00', '-6.7'],
    ['100.00', '99.99', '0.0'],
    ['0.00', '30.00', null],
  ])('from %s to %s is a change of %s percent', (before, after, percent) => {
    expect(computePercentChange(before, after)).toBe(percent);
  });

  it('has at most forty digits on either side of the decimal point', () => {
    const decimals = ['0', '0.00', '-12.50', '35.005', `-${digits}.${digits}`];
    const invalidTexts = '|.5|5.|+5|1,000|1e3| 5|5 |0x5|NaN|--5'.split('|');
    const tooLong = [`${digits}9`, `0.${digits}9`];
    expect([...decimals, ...invalidTexts, ...tooLong].filter(isDecimal)).toEqual(decimals);
  });

  const hundredths = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
  const formatHundredths = (value: bigint) => {
    const digits = String(value < 0n ? -value : value).padStart(3, '0');
    return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  };

  it('is computed exactly for any number of digits', () => {
    fc.assert(
      fc.property(hundredths, hundredths, (left, right) => {
        expect(addDecimals(formatHundredths(left), formatHundredths(right))).toBe(
          formatHundredths(left + right),
        );
        expect(subtractDecimals(formatHundredths(left), formatHundredths(right))).toBe(
          formatHundredths(left - right),
        );
        expect(compareDecimals(formatHundredths(left), formatHundredths(right))).toBe(
          left < right ? -1 : left > right ? 1 : 0,
        );
      }),
    );
  });

  it.each([
    ['35.00', '33.333', '46.67'],
    ['0.05', '10', '0.06'],
    ['35.00', '-10', '31.50'],
  ])('%s plus %s %% is %s', (amount, percent, expected) => {
    expect(addPercent(amount, percent)).toBe(expected);
  });
});

it.each(['0/1s', '60/0s', '60', '60/60', '60/60sec', '-1/1s', '1.5/1s', '60/1d'])(
  'rejects the rate limit %j',
  (text) => {
    expect(parseRateLimit(text)).toBeUndefined();
  },
);

it.each([
  ['60/60s', 60_000, '60/60s', '60 requests a minute'],
  [' 1/m ', 60_000, '1/60s', '1 request a minute'],
  ['100/1s', 1000, '100/1s', '100 requests in 1 s'],
  ['10/1500ms', 1500, '10/1500ms', '10 requests in 1.5 s'],
  ['1000/2h', 7_200_000, '1000/7200s', '1000 requests in 7200 s'],
])('the rate limit %j has a window of %i ms', (text, windowMs, setting, words) => {
  const rate = parseRateLimit(text) ?? { requests: 0, windowMs: 0 };
  expect(rate.windowMs).toBe(windowMs);
  expect(formatRateLimit(rate)).toBe(setting);
  expect(describeRateLimit(rate)).toBe(words);
});

it.each([
  [400, '0.4 s'],
  [9949, '9.9 s'],
  [9950, '10 s'],
  [59_500, '1 min'],
  [200_000, '3 min 20 s'],
  [9_960_000, '2 h 46 min'],
  [97_260_000, '27 h 1 min'],
])('formats %i ms as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

it.each([
  ['1', [1]],
  ['9-11', [9, 10, 11]],
  ['5,1-3,2', [5, 1, 2, 3]],
  [' 1 - 2 , 3 ', [1, 2, 3]],
])('parses the years %j as %j', (text, expected) => {
  expect(parseYearList(text)).toEqual(expected);
});

it.each(['0', '0-2', '5-1', '1-', '1,', '', '1.5', '1000'])('rejects the years %j', (text) => {
  expect(parseYearList(text)).toBeUndefined();
});

it('adds up amounts per currency, and says if one is unknown', () => {
  const known = [
    { amount: '0.10', currency: 'USD' },
    { amount: '4200', currency: 'AFN' },
    { amount: '0.20', currency: 'USD' },
  ];
  const sums = [
    { amount: '4200.00', currency: 'AFN' },
    { amount: '0.30', currency: 'USD' },
  ];
  expect(sumByCurrency(known)).toEqual({ sums, isComplete: true });
  const unpriced = { amount: null, currency: 'USD' };
  expect(sumByCurrency([...known, unpriced])).toEqual({ sums, isComplete: false });
  expect(sumByCurrency([...known, null])).toEqual({ sums, isComplete: false });
  expect(sumByCurrency([])).toEqual({ sums: [], isComplete: true });
});

describe('untrusted text', () => {
  it.each<[string, string]>([
    ['می‌خواهم', 'می‌خواهم'],
    ['a\u001b[31mb', 'a\\u001b[31mb'],
    ['a\nb\r\tc\0', 'a\\u000ab\\u000d\\u0009c\\u0000'],
    ['\u202egnp.exe\u2066', '\\u202egnp.exe\\u2066'],
    ['a\u200bb\u2028c\ufeff', 'a\\u200bb\\u2028c\\ufeff'],
    ['\ud800', '\\ud800'],
    ['a\u180eb\u034fc', 'a\\u180eb\\u034fc'],
    ['ok\u{e0041}\u{e007f}', 'ok\\udb40\\udc41\\udb40\\udc7f'],
    ['ka\u200cbul\u200d', 'ka\\u200cbul\\u200d'],
    ['\u200cکابل\u200c', '\\u200cکابل\\u200c'],
    ['کِ\u200cتاب', 'کِ\u200cتاب'],
    ['👩\u200d💻 👩🏽\u200d🚀', '👩\u200d💻 👩🏽\u200d🚀'],
  ])('%j is escaped as %s', (text, expected) => {
    expect(escapeForTerminal(text)).toBe(expected);
  });

  it('round-trips as JSON without unsafe characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = toTerminalSafeJson({ text });
        expect(JSON.parse(json)).toEqual({ text });
        expect(escapeForTerminal(json)).toBe(json);
      }),
    );
  });
});
