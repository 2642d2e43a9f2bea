import { describe, expect, it } from 'vitest';
import { createAmountParser, findNumberFormatText } from '../../src/lists/amounts.ts';

/** Parses cells of one column to "amount currency"; "?" stands for a rejected cell. */
function readColumn(...texts: string[]): string[] {
  const cells = texts.map((text) => ({ text, isNumber: false }));
  const { parse } = createAmountParser(cells);
  return cells.map((cell) => {
    const amount = parse(cell);
    return amount === undefined ? '?' : `${amount.amount} ${amount.currency ?? ''}`.trim();
  });
}

it.each([
  ['4,200 AFN', '4200 AFN'],
  ['؋2,900.00', '2900.00 AFN'],
  ['۱۹۵۰', '1950'],
  ['۴٬۲۰۰٫۵۰ افغانی', '4200.50 AFN'],
  ['500 افغاني', '500 AFN'],
  ['Afs 4200', '4200 AFN'],
  ['Afs.4200', '4200 AFN'],
  ['af. 12', '12 AFN'],
  ['$60', '60 USD'],
  ['US$ 5.50', '5.50 USD'],
  ['60 €', '60 EUR'],
  ['£.99', '0.99 GBP'],
  ['CHF 10', '10 CHF'],
  ['afn 10', '10 AFN'],
  ['$50.00 USD', '50.00 USD'],
  ['4200\u200f ؋', '4200 AFN'],
  ['all 5', '?'],
  ['5 mad', '?'],
  ['-1.00', '-1.00'],
  ['−$3', '-3 USD'],
  ['1 950', '1950'],
  ['1\u202f950,5', '1950.5'],
  ["1'950.50", '1950.50'],
  ['1,234.567', '1234.567'],
  ['1.234.567,89', '1234567.89'],
  ['\u200f4200\u200e', '4200'],
  ['1,00,000', '?'],
  ['1.2.3', '?'],
  ['1,2345.00', '?'],
  ['42.50 100', '?'],
  ['60 USD EUR', '?'],
  ['AFN', '?'],
  ['₹500', '?'],
  ['Rs. 500', '?'],
  ['60 XYZ', '?'],
  ['5.', '?'],
  ['1e5', '?'],
  ['20%', '?'],
  ['(5)', '?'],
  ['2026-01-01', '?'],
  ['5-', '?'],
  ['', '?'],
])('reads %j as %j', (text, amount) => {
  expect(readColumn(text)).toEqual([amount]);
});

describe('the column decides what a single sign means', () => {
  it.each<[string, string[], string[]]>([
    ['all have three digits', ['4,200', '1,800', '60'], ['4200', '1800', '60']],
    ['all have three digits after a dot', ['4.200', '1.800'], ['4200', '1800']],
    ['both signs, each before three digits', ['4,200', '1.800', '60'], ['?', '?', '60']],
    ['a decimal dot', ['4,200', '99.50'], ['4200', '99.50']],
    ['a decimal comma', ['4,200', '12,50'], ['?', '12.50']],
    ['a decimal dot beside three digits', ['1.050', '48.90'], ['?', '48.90']],
    ['a currency with three decimals', ['1.050 KWD', '48.90'], ['1.050 KWD', '48.90']],
    ['both signs in one cell', ['4,200', '2,900.00'], ['4200', '2900.00']],
    ['a sign twice', ['4,200', '1,234,567'], ['4200', '1234567']],
    ['a leading zero', ['1,800', '0,500'], ['?', '0.500']],
    ['a contradiction by fewer', ['99.50', '99.5', '12,50'], ['99.50', '99.5', '?']],
    ['a contradiction beside others', ['99.50', '12,50', '4,200', '60'], ['?', '?', '?', '60']],
    ['unreadable cells do not count', ['4,200', 'x 1,50', '₹1,50'], ['4200', '?', '?']],
    ['a Persian decimal sign decides nothing', ['4,200', '۱۲٫۵۰'], ['4200', '12.50']],
  ])('%s', (_, texts, amounts) => {
    expect(readColumn(...texts)).toEqual(amounts);
  });

  it('but not for a number of a workbook', () => {
    const number = { text: '1.234', isNumber: true };
    const { parse } = createAmountParser([{ text: '12,50', isNumber: false }, number]);
    expect(parse(number)).toMatchObject({ amount: '1.234' });
  });

  it('with a note if a separator of thousands is only likely', () => {
    const cells = ['60', '4,200', '1,800'].map((text) => ({ text, isNumber: false }));
    expect(createAmountParser(cells).assumedExample).toBe("'4,200' is read as 4200");
    expect(createAmountParser(cells.slice(0, 1)).assumedExample).toBeUndefined();
  });
});

it('a long cell is read in linear time', () => {
  const run = '1 '.repeat(100_000);
  expect(readColumn(`x${run}x`, ' '.repeat(100_000), `${run}x`)).toEqual(['?', '?', '?']);
});

it.each<[string, string]>([
  ['#,##0.00 "AFN"', 'AFN'],
  ['"AFN" #,##0', 'AFN'],
  ['[$؋-48C] #,##0.00', '؋'],
  ['[$€-407] #,##0.00;[Red]-[$€-407] #,##0.00', '€'],
  ['_("$"* #,##0.00_)', '$'],
  ['_-* #,##0.00 \\₹_-', '₹'],
  ['_-* #,##0.00\\ _€_-;-* #,##0.00\\ _€_-', ''],
  ['#,##0 "کلدار"', 'کلدار'],
  ['0 "AFN/year"', 'AFN/year'],
  ['\\A\\F\\N 0', 'AFN'],
  ['[$USD] 0', 'USD'],
  ['0 "pcs"', 'pcs'],
  ['[$-F800]dddd', ''],
  ['0.00%', ''],
  ['0;"USD"', ''],
  ['"AFN" 0;"AFN" -0;"free" 0', 'AFN'],
  ['[<100]0 "EUR";0 "AFN"', 'EUR or AFN'],
])('finds the text of the number format %j', (format, currency) => {
  expect(findNumberFormatText(format)).toBe(currency);
});
