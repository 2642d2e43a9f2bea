import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeCsvFormula, escapeForTerminal, unescapeCsvFormula } from '../../src/core/text.ts';
import { formatCsvRow } from '../../src/output/csv.ts';

describe('a cell with a spreadsheet formula', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+93 70', "'+93 70"],
    ['-x.af', "'-x.af"],
    ['-1+cmd', "'-1+cmd"],
    ['--5', "'--5"],
    ['@SUM(1)', "'@SUM(1)"],
    [' =1', "' =1"],
    ['\u00a0\u3000=1', "'\u00a0\u3000=1"],
    ['"=1', '\'"=1'],
    ["'=1", "''=1"],
    ['" @x', '\'" @x'],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
  ])('%j is escaped', (cell, escaped) => {
    expect(escapeCsvFormula(cell)).toBe(escaped);
    expect(unescapeCsvFormula(escaped)).toBe(cell);
  });

  it.each([
    ...['', '12.00', '-12.00', '-5', '2027-01-01', 'kabul.af', 'xn--mgbc8fxs.af', 'true'],
    ...["o'clock", "'quoted'", '{"a":"=1"}', 'a=1', 'ns1.host.example ns2.host.example'],
  ])('leaves %j unchanged', (cell) => {
    expect(escapeCsvFormula(cell)).toBe(cell);
    expect(unescapeCsvFormula(cell)).toBe(cell);
  });

  const text = fc.string({
    unit: fc.constantFrom(...'=+-@＝＋－＠ "\'\t\r\n,;\u00a0\u200b09.ax'),
    maxLength: 8,
  });

  it('never appears in a CSV line, and every text round-trips', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (cells) => {
        const record = Object.fromEntries(cells.map((cell, index) => [`f${index}`, cell]));
        const [parsedRow = []]: string[][] = parse(formatCsvRow(record, Object.keys(record)), {
          skip_empty_lines: false,
        });
        const run = parsedRow.filter((cell) => /^[\s"'`]*[=+@＝＋－＠-]/u.test(cell));
        for (const cell of run) expect(cell).toMatch(/^'|^-?\d+(\.\d+)?$/);
        expect(parsedRow.map(unescapeCsvFormula)).toEqual(cells.map(escapeForTerminal));
      }),
    );
  });
});
