/** A spreadsheet may also look behind blanks and quotes, and takes full-width signs for the usual. */
const formula = /^[\s"'`]*[=+\-@＝＋－＠]/u;

const plainNumber = /^-?\d+(\.\d+)?$/;

/** Makes a cell text where a spreadsheet would run it as a formula; numbers stay numbers. */
export function guardCell(cell: string): string {
  return isFormula(cell) ? `'${cell}` : cell;
}

export function unguardCell(cell: string): string {
  return cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell;
}

function isFormula(cell: string): boolean {
  return formula.test(cell) && !plainNumber.test(cell);
}
