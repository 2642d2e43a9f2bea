import { unzipSync } from 'fflate';
import { type Cell, type CellValue, readXlsx, type Sheet, streamXlsxRows } from 'hucre/xlsx';
import { toDecimalText } from '../core/money.ts';
import { trimInvisible } from '../core/text.ts';
import { UnusableFileError } from '../errors.ts';
import { findNumberFormatText } from './amounts.ts';
import type { SourceRecord } from './source-table.ts';

const maxRows = 100_000;

/** Limit for the decompressed parts of a workbook: a small archive can hide gigabytes. */
const maxUnpackedBytes = 50_000_000;

const saveHint = 'open it in the spreadsheet program and save it as .xlsx, or as CSV UTF-8';

/**
 * Reads one sheet of a workbook (.xlsx): the one with the given name, or the first visible one that
 * has rows.
 * @returns the records of the sheet, undefined if no sheet has the name
 * @throws an UnusableFileError
 */
export async function readWorkbookSheet(bytes: Buffer, sheetName?: string) {
  const { hasChartSheets, mayHaveFarCells } = inspectWorkbook(bytes);
  const { names, sheets } = await readSheets(bytes, sheetName, hasChartSheets);
  const filled = sheets.filter(({ rows }) => rows.some(hasValue));
  const visible = filled.filter(({ hidden, veryHidden }) => !hidden && !veryHidden);
  const sheet = sheetName === undefined ? visible[0] : sheets[0];
  const others = sheetName === undefined ? visible.slice(1).map(({ name }) => name) : [];
  if (sheet && mayHaveFarCells) await assertNoFarCells(bytes, sheet.name);
  const isMissing = sheet === undefined && sheetName !== undefined;
  const { records, notes } = toRecords(sheet);
  return {
    name: sheet?.name ?? '',
    names,
    others,
    notes,
    records: isMissing ? undefined : records,
  };
}

/**
 * Matches a cell right of column IV, such as `<c r="XFD7">`, and one whose position is not stated;
 * both may be empty.
 */
const farCellPattern =
  /<(?:\w+:)?c (?:[^>]* )?r="(?:I[W-Z]|[J-Z][A-Z]|[A-Z]{3})\d+"[^>]*(?<!\/)>|<(?:\w+:)?c(?![^>]*\br=)[ >]/;

/**
 * Rejects other archives and ZIP bombs.
 * @returns whether a sheet is a chart, which has no rows, and whether a cell may be far away
 */
function inspectWorkbook(bytes: Buffer) {
  const paths: string[] = [];
  let unpackedBytes = 0;
  let hasFalseSize = false;
  let mayHaveFarCells = false;
  try {
    const sheetParts = unzipSync(bytes, {
      filter({ name, originalSize }) {
        paths.push(name);
        unpackedBytes += originalSize;
        // The size of a part bounds its decompression, unless it is stated as 0.
        hasFalseSize ||= originalSize === 0 && /\.(xml|rels)$/.test(name);
        return /worksheets\/[^/]*\.xml$/.test(name) && unpackedBytes <= maxUnpackedBytes;
      },
    });
    mayHaveFarCells = Object.values(sheetParts).some((part) =>
      farCellPattern.test(Buffer.from(part).toString('latin1')),
    );
  } catch {
    throw damagedWorkbookError();
  }
  if (!paths.some((path) => /workbook\d*\.xml$/.test(path)))
    throw new UnusableFileError('it is an archive or a document, not a workbook', saveHint);
  if (hasFalseSize) throw damagedWorkbookError();
  if (unpackedBytes > maxUnpackedBytes) {
    const message = `it is larger than ${maxUnpackedBytes / 1_000_000} MB when unpacked`;
    throw new UnusableFileError(message, 'save the sheet alone, as CSV UTF-8');
  }
  const hasChartSheets = paths.some((path) => path.includes('chartsheets/'));
  return { hasChartSheets, mayHaveFarCells };
}

/** @throws an UnusableFileError for a filled cell right of column IV, which is not read */
async function assertNoFarCells(bytes: Buffer, sheet: string) {
  for await (const { values } of streamXlsxRows(bytes, { sheet, range: farRange })) {
    if (hasValue(values))
      throw new UnusableFileError(
        'the sheet has cells right of column IV, the 256th',
        'move or delete them',
      );
  }
}

const farRange = 'IW1:XFD1048576';

/** Columns up to IV. A wider range would take gigabytes of memory for a single cell far away. */
const maxRange = 'A1:IV1048576';

async function readSheets(bytes: Buffer, sheetName: string | undefined, hasChartSheets: boolean) {
  const names: string[] = [];
  const read = async (isWanted: (name: string) => boolean) => {
    const sheets = ({ name }: { name: string }) => isWanted(name);
    return (await readXlsx(bytes, { readStyles: true, range: maxRange, sheets })).sheets;
  };
  const isWanted = (name: string) => {
    names.push(name);
    return !hasChartSheets && (sheetName === undefined || isSameSheet(name, sheetName));
  };
  try {
    const sheets = await read(isWanted);
    if (!hasChartSheets) return { names, sheets };
  } catch {
    throw damagedWorkbookError();
  }
  // The library rejects a chart sheet, so read each sheet alone, and skip those.
  const wanted = names.filter((name) => sheetName === undefined || isSameSheet(name, sheetName));
  const results = await Promise.all(
    wanted.map((name) => read((other) => other === name).catch(() => [])),
  );
  if (wanted.length > 0 && results.flat().length === 0) throw damagedWorkbookError();
  return { names, sheets: results.flat() };
}

function isSameSheet(left: string, right: string) {
  return left.trim().toLowerCase() === right.trim().toLowerCase();
}

function damagedWorkbookError() {
  return new UnusableFileError('it is a damaged workbook, or of an unusual kind', saveHint);
}

function toRecords(sheet: Sheet | undefined) {
  const { rows = [], cells, merges = [] } = sheet ?? {};
  const records = rows.flatMap((row, rowIndex): SourceRecord | SourceRecord[] => {
    if (!hasValue(row) && !row.some((_, column) => cells?.get(`${rowIndex},${column}`)?.formula))
      return [];
    const numberColumns = new Set<number>();
    const valuelessColumns = new Set<number>();
    const texts = row.map((value, column) => {
      const cell = cells?.get(`${rowIndex},${column}`);
      if (typeof value === 'number') numberColumns.add(column);
      if (cell?.type === 'error' || (cell?.formula && value === null)) valuelessColumns.add(column);
      return formatCellValue(value, cell);
    });
    return { cells: texts, line: rowIndex + 1, numberColumns, valuelessColumns };
  });
  if (records.length > maxRows)
    throw new UnusableFileError(`it has more than ${maxRows} rows`, 'save a part of it');
  const mergedRows = merges.filter(({ startRow, endRow, startCol }) =>
    endRow > startRow ? hasValue([rows[startRow]?.[startCol] ?? null]) : false,
  );
  const [merged] = mergedRows;
  const notes = merged
    ? [`merged cells count for their first row only (row ${merged.startRow + 1})`]
    : [];
  return { records, notes };
}

/** Formats a value as text; a currency that its number format shows follows the number. */
function formatCellValue(value: CellValue, cell: Cell | undefined) {
  if (value === null) return cell?.formula ? `=${cell.formula}` : '';
  const format = cell?.style?.numFmt ?? '';
  if (value instanceof Date && format !== '' && !showsDate(format))
    return formatCellValue((value.getTime() - serialEpochMs) / msPerDay, cell);
  if (value instanceof Date) {
    const [day, time = ''] = value.toISOString().split('T');
    return time.startsWith('00:00') ? String(day) : `${day} ${time.slice(0, 5)}`;
  }
  if (typeof value !== 'number') return trimInvisible(String(value));
  return `${toDecimalText(value)} ${findNumberFormatText(format, value)}`.trim();
}

/** The day 0 of spreadsheets, and the length of a day. */
const serialEpochMs = Date.UTC(1899, 11, 30);
const msPerDay = 86_400_000;

/** The library takes a format such as `0.00 [$ USD]` for that of a date, for its letters. */
function showsDate(format: string) {
  return /[ymdhs]/i.test(format.replace(/\[[^\]]*\]|"[^"]*"|\\.|General/g, ''));
}

function hasValue(row: readonly CellValue[]) {
  return row.some((value) => value !== null && value !== '');
}
