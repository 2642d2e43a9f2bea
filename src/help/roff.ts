import type { Block, Item, Line } from './page.ts';

/* The language of man pages, as both groff and mandoc understand it. */

/** A line of the source is no longer than this, whatever is escaped in it. */
const maxLength = 78;

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '"': '\\(dq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
};

/** A heading: `SH` for a section, `SS` for a part of one. */
export function heading(macro: 'SH' | 'SS', text: string): string {
  return `.${macro} ${escaped(text)}`;
}

export function blocks(all: readonly Block[]): string[] {
  return all.flatMap((block) => {
    if (typeof block === 'string') return ['.PP', filled(block)];
    return 'lines' in block ? block.lines.flatMap(typed) : block.items.flatMap(item);
  });
}

/** A heading within a part, which man has no macro for. */
export function label(text: string): string[] {
  return ['.PP', `\\fB${escaped(text)}:\\fR`];
}

export function filled(text: string): string {
  return folded(text, '\n');
}

function item([term, text]: Item): string[] {
  return ['.TP', `\\fB${escaped(term.trim())}\\fR`, filled(text)];
}

function typed([line, purpose]: Line): string[] {
  const why = purpose === undefined ? [] : ['.PP', filled(`${purpose}:`)];
  // A line that is to be typed stays one line, although it is several here.
  return [...why, '.PP', '.RS 4', '.EX', folded(line, ' \\\n'), '.EE', '.RE'];
}

function folded(text: string, end: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ').map(escaped)) {
    const last = lines.at(-1);
    const isFull = last === undefined || last.length + 1 + word.length > maxLength;
    if (isFull) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.map(guarded).join(end);
}

function escaped(text: string): string {
  return text.replace(/[\\'"`^~-]/g, (character) => escapes[character] ?? character);
}

/** A line that begins with a dot would be a request. */
function guarded(line: string): string {
  return line.startsWith('.') ? `\\&${line}` : line;
}
