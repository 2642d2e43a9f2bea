import { unzipSync } from 'fflate';
import { type CellValue, readXlsx, type Sheet, type Cell as SheetCell } from 'hucre/xlsx';
import { msPerDay } from '../core/dates.ts';
import { toDecimalText } from '../core/money.ts';
import { trimInvisible } from '../core/text.ts';
import { UnusableFileError } from '../errors.ts';
import { findNumberFormatText } from './amounts.ts';
import type { Cell, InputSheet, Row } from './table.ts';

const maxSheetRows = 100_000;

/** Limits decompression, since a small archive (a ZIP bomb) can expand to gigabytes. */
const maxUnpackedBytes = 50_000_000;

const saveHint = 'open it in the spreadsheet program and save it as .xlsx, or as CSV UTF-8';

export async function readWorkbook(bytes: Buffer, sheetName?: string) {
  const { chartSheetCount, mayHaveFarCells } = inspectWorkbook(bytes);
  const { names, sheets } = await readSheets(bytes, sheetName, chartSheetCount);
  const filled = sheets.filter(({ rows }) => rows.some(hasValue));
  const wanted = sheetName === undefined ? filled : sheets.slice(0, 1);
  if (mayHaveFarCells) await assertNoFarCells(bytes, wanted);
  return { sheetNames: names, sheets: wanted.map(toInputSheet) };
}

/**
 * Matches nonempty cells, such as `<c r="XFD7">`, beyond column IV, the last column that is read.
 * Also matches cells without a reference, because they may be beyond it.
 */
const farCellPattern =
  /<(?:\w+:)?c (?:[^>]* )?r="(?:I[W-Z]|[J-Z][A-Z]|[A-Z]{3})\d+"[^>]*(?<!\/)>|<(?:\w+:)?c(?![^>]*\br=)[ >]/;

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
        // `unzipSync` decompresses an entry up to its declared size, but without limit if it is 0.
        // Reject a part that claims to be empty, since it could be a ZIP bomb.
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
  const chartSheetCount = paths.filter((path) => /chartsheets\/[^/]+\.xml$/.test(path)).length;
  return { chartSheetCount, mayHaveFarCells };
}

async function assertNoFarCells(bytes: Buffer, wanted: readonly Sheet[]) {
  const sheets = ({ name }: { name: string }) => wanted.some((sheet) => sheet.name === name);
  // `readXlsx` throws if cells far from the data extend a sheet's range to more than 20 million
  // cells, so assume that any error has this cause.
  const found = await readXlsx(bytes, { range: farRange, sheets }).catch(() => undefined);
  if (!found || found.sheets.some(({ rows }) => rows.some(hasValue)))
    throw new UnusableFileError(
      'the sheet has cells right of column IV, the 256th',
      'move or delete them',
    );
}

const farRange = 'IW1:XFD1048576';

/** Limits rows to 256 cells; otherwise, one cell in column XFD would extend each row to 16,384. */
const maxRange = 'A1:IV1048576';

async function readSheets(bytes: Buffer, sheetName: string | undefined, chartSheetCount: number) {
  const names: string[] = [];
  const isWanted = (name: string) => sheetName === undefined || isSameSheet(name, sheetName);
  const read = async (isRead: (name: string) => boolean) => {
    const sheets = ({ name }: { name: string }) => isRead(name);
    return (await readXlsx(bytes, { readStyles: true, range: maxRange, sheets })).sheets;
  };
  try {
    const sheets = await read((name) => {
      names.push(name);
      return chartSheetCount === 0 && isWanted(name);
    });
    if (chartSheetCount === 0) return { names, sheets };
  } catch {
    throw damagedWorkbookError();
  }
  // `readXlsx` throws on chart sheets, so read sheets one at a time and skip any that fail.
  const wanted = names.filter(isWanted);
  const results = await Promise.all(
    wanted.map((name) => read((other) => other === name).catch(() => undefined)),
  );
  const sheets = results.flatMap((result) => result ?? []);
  const rejectedCount = results.filter((result) => result === undefined).length;
  // Do not skip a damaged sheet as if it were a chart sheet: it may contain domain names.
  const isDamaged = rejectedCount > (sheets.length === 0 ? 0 : chartSheetCount);
  if (isDamaged) throw damagedWorkbookError();
  return { names, sheets };
}

function isSameSheet(left: string, right: string) {
  return left.trim().toLowerCase() === right.trim().toLowerCase();
}

function damagedWorkbookError() {
  return new UnusableFileError('it is a damaged workbook, or of an unusual kind', saveHint);
}

function toInputSheet(sheet: Sheet): InputSheet {
  const { name, rows, cells, merges = [], hidden, veryHidden } = sheet;
  const filledRows = rows.flatMap((values, rowIndex): Row | Row[] => {
    const row = values.map((value, column) =>
      convertCell(value, cells?.get(`${rowIndex},${column}`)),
    );
    return row.some(({ text }) => text !== '') ? { cells: row, line: rowIndex + 1 } : [];
  });
  if (filledRows.length > maxSheetRows)
    throw new UnusableFileError(`it has more than ${maxSheetRows} rows`, 'save a part of it');
  const merged = merges.find(
    ({ startRow, endRow, startCol }) =>
      endRow > startRow && hasValue([rows[startRow]?.[startCol] ?? null]),
  );
  const notes = merged
    ? [`merged cells count for their first row only (row ${merged.startRow + 1})`]
    : [];
  const isHidden = Boolean(hidden || veryHidden);
  return { name, isWorkbook: true, isHidden, rows: filledRows, notes };
}

function convertCell(value: CellValue, cell: SheetCell | undefined): Cell {
  return {
    text: formatCellValue(value, cell),
    isNumber: typeof value === 'number',
    isValueless: cell?.type === 'error' || (cell?.formula !== undefined && value === null),
  };
}

function formatCellValue(value: CellValue, cell: SheetCell | undefined): string {
  if (value === null) return cell?.formula ? `=${cell.formula}` : '';
  const format = cell?.style?.numFmt ?? '';
  if (value instanceof Date && format !== '' && !showsDate(format))
    return formatCellValue((value.getTime() - serialEpochMs) / msPerDay, cell);
  if (value instanceof Date) {
    const [day, time = ''] = value.toISOString().split('T');
    return time.startsWith('00:00') ? String(day) : `${day} ${time.slice(0, 5)}`;
  }
  if (typeof value !== 'number') return trimInvisible(String(value));
  return `${toDecimalText(value)} ${findNumberFormatText(format)}`.trim();
}

const serialEpochMs = Date.UTC(1899, 11, 30);

/** Unlike `readXlsx`, does not mistake letters of literal text such as `[$ USD]` for date codes. */
function showsDate(format: string) {
  return /[ymdhs]/i.test(format.replace(/\[[^\]]*\]|"[^"]*"|\\.|General/g, ''));
}

function hasValue(row: readonly CellValue[]) {
  return row.some((value) => value !== null && value !== '');
}
