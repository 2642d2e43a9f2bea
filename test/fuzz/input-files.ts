import fc from 'fast-check';

interface MadeName {
  name: string;
  /** Line in a CSV file, and row in a workbook; a cell with line breaks makes them differ. */
  line: number;
  row: number;
  /** Heading of the column, unless it is the domain column. */
  heading?: string;
}

export interface MadeFile {
  /** Rows of cells; a row of a text file has one cell. */
  rows: readonly (readonly string[])[];
  delimiter?: string;
  /** Names that dotaf must check, reject in a row, or report with their line. */
  names: readonly MadeName[];
}

interface Piece {
  text: string;
  names: string[];
}

/** Writes text around names; `next` returns unique names. */
type LineMaker = (next: () => string) => Piece;

const labels = ['kabul', 'herat-tea', 'zafaran', 'نان', 'x1', 'mazar-rugs', '24', 'کابل‌بازار'];

const endings = ['.af', '.af', '.com.af', '.AF', '.org.af'];

function line(template: string): LineMaker {
  return (next) => {
    const names: string[] = [];
    const text = template.replace(/§/g, () => {
      const name = next();
      names.push(name);
      return name;
    });
    return { text, names };
  };
}

function silent(text: string): LineMaker {
  return () => ({ text, names: [] });
}

/** `§` stands for a name. */
const textLines: readonly LineMaker[] = [
  ...['§', '§', '§', '1. §', '12) §', '(3) §', '2- §', '۱- §', '1️⃣ §', '- §', '• §', '✅ §'],
  ...['🔹§', '→§', '1.§', '۲.§', '*§*', '_§_', '"§"', '«§»', "'§'", '(§)', '[§](http://§)'],
  ...['§, §', '§ §', '§; §', '§؛ §', '§، §', '§ | §', '§\t§', '§\u00a0'],
  ...['\u200e§', '\ufeff§', '\u2067§\u2069'],
  ...['http://§', 'https://www.§/', 'https://§:8443/path?q=1', 'http://§/redirect?to=§', '§/about'],
  'salam, are § and § free?',
  'Names we talked about: §',
  'سلام، لطفا § را ثبت کنید',
  '28/11/2026, 10:15 am - Nabi: §',
  '[28/11/26, 10:15:33] Nabi: §',
  '[10:15 AM, 11/28/2026] Nabi: §!',
  ...['§ - shop', '§ – for Omid', '§ 4200 AFN', '4200 AFN §', '§: good', 'Nabi:§', '§.', '§?'],
  ...['§…', '§=900', "§'s page is new", '§/§', 'buy § (or §)', '§ # a remark'],
  'mail info@shop.af about §',
].map(line);

const silentLines: readonly LineMaker[] = [
  ...['', '   ', '# a comment: old.af', 'salam', 'thank you very much', 'info@kabul.af', 'Total'],
  ...['write .af or com.af', '10:15', '+93 700 123 456', '900 AFN', '5" disks', '-', 'n/a'],
].map(silent);

/** Lines that make their names invalid. */
const invalidLines = ['bad_§', '-§', '§-x..af', 'a*§'].map(line);

const textLine = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...textLines) },
  { weight: 3, arbitrary: fc.constantFrom(...silentLines) },
  { weight: 1, arbitrary: fc.constantFrom(...invalidLines) },
);

function createNameSource(choices: readonly number[]) {
  let count = 0;
  return () => {
    count += 1;
    const choice = choices[count % choices.length] ?? 0;
    return `n${count}-${labels[choice % labels.length]}${endings[choice % endings.length]}`;
  };
}

const choiceArbitrary = fc.array(fc.nat(1000), { minLength: 5, maxLength: 30 });

const textFile = fc
  .tuple(fc.array(textLine, { minLength: 1, maxLength: 12 }), choiceArbitrary, fc.boolean())
  .map(([makers, choices, hasHeading]): MadeFile => {
    const next = createNameSource(choices);
    const pieces = makers.map((make) => make(next));
    const lines = hasHeading ? [{ text: 'Domain', names: [] }, ...pieces] : pieces;
    return {
      rows: lines.map(({ text }) => [text]),
      names: lines.flatMap(({ text, names }, index) =>
        text.startsWith('#')
          ? []
          : names.map((name) => ({ name, line: index + 1, row: index + 1 })),
      ),
    };
  });

const otherHeadings = ['customer', 'Price', 'notes', 'نام مشتری', '#', 'Expiry Date', 'website'];

const otherCells: readonly LineMaker[] = [
  ...['Nabi', 'Nabi and Sons, Kabul', '4,200 AFN', '؋1500', '2027-12-14', '-', ''].map(silent),
  ...['#N/A', '=1+1', 'a "quoted" word', 'two\nlines', "it's", '; x'].map(silent),
  silent('info@kabul.af'),
  ...['see §', 'https://§/', '§'].map(line),
];

const domainCells: readonly LineMaker[] = [
  ...['§', '§', '§', '§', '§, §', 'https://www.§/', '1. §', '§ (main)', 'old site of §'].map(line),
  line('bad_§'),
  ...['', '-', 'Total', '#N/A', 'no domain yet', '12'].map(silent),
];

const tableFile = fc
  .record({
    delimiter: fc.constantFrom(',', ';', '\t'),
    domainColumn: fc.nat(2),
    headings: fc.shuffledSubarray(otherHeadings, { minLength: 1, maxLength: 3 }),
    domainHeading: fc.constantFrom('domain', 'Domain Name', 'DOMAINS', 'دامنه', 'fqdn'),
    title: fc.option(fc.constantFrom(silent('My domains'), silent('as of 2026'), line('of §')), {
      freq: 3,
    }),
    rows: fc.array(
      fc.tuple(
        fc.constantFrom(...domainCells),
        fc.array(fc.constantFrom(...otherCells), { minLength: 0, maxLength: 4 }),
        fc.nat(5),
      ),
      { minLength: 1, maxLength: 10 },
    ),
    choices: choiceArbitrary,
  })
  .map(({ delimiter, headings, domainHeading, domainColumn, title, rows, choices }): MadeFile => {
    const next = createNameSource(choices);
    const names: MadeName[] = [];
    const column = Math.min(domainColumn, headings.length);
    const header = headings.toSpliced(column, 0, domainHeading);
    const table: string[][] = [];
    let lineNumber = 1;
    const push = (cells: string[]) => {
      table.push(cells);
      lineNumber += cells.join('').split('\n').length;
    };
    if (title) {
      const piece = title(next);
      names.push(...piece.names.map((name) => ({ name, line: 1, row: 1 })));
      push([piece.text]);
    }
    push(header);
    for (const [makeDomain, makeOthers, omitted] of rows) {
      const cells = header.map((heading, index): string => {
        const make = index === column ? makeDomain : makeOthers[index];
        const piece = make?.(next) ?? { text: '', names: [] };
        for (const name of piece.names)
          names.push({
            name,
            line: lineNumber,
            row: table.length + 1,
            ...(index !== column && { heading }),
          });
        return piece.text;
      });
      push(omitted === 0 ? [...cells, 'Kabul'] : cells);
    }
    return { rows: table, delimiter, names };
  });

export const inputFileArbitrary: fc.Arbitrary<MadeFile> = fc.oneof(textFile, tableFile);

export function toFileText({ rows, delimiter }: MadeFile) {
  if (delimiter === undefined) return rows.map(([text]) => text).join('\n');
  const quote = (cell: string) =>
    cell.includes(delimiter) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return rows.map((cells) => cells.map(quote).join(delimiter)).join('\r\n');
}
