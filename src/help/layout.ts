import { Help } from '@commander-js/extra-typings';
import type { Block, Item, Line, Page, Section } from './page.ts';

export interface PageStyle {
  /** The width that lines are wrapped to; lines to type stay whole. */
  columns: number;
  heading(text: string): string;
}

/** Lays a page out with what commander has for help of its own. */
export function layOut(page: Page, style: PageStyle): string {
  const help = new Help();
  help.minWidthToWrap = 1;
  help.prepareContext({ helpWidth: style.columns });
  help.styleTitle = style.heading;
  const { name, usage, summary, sections } = page;
  const top =
    usage === undefined
      ? headingText(help, `${name}: ${summary}`)
      : inline(help, 'Usage', `${name} ${usage}`);
  return `${[top, ...sections.map((section) => sectionText(help, section))].join('\n')}\n`;
}

function sectionText(help: Help, section: Section): string {
  const { title, blocks, isClose = false, isInline = false } = section;
  const before = isClose ? '' : '\n';
  if (title === undefined) return before + blocksText(help, blocks, 0);
  if (isInline) return before + inline(help, title, blocks.filter(isParagraph).join(' '));
  return `${before}${headingText(help, `${title}:`)}\n${blocksText(help, blocks, 2)}`;
}

/** Each line has the style, since not every pager takes it over from line to line. */
function headingText(help: Help, text: string): string {
  const lines = help.boxWrap(text, help.helpWidth ?? 0).split('\n');
  return lines.map((line) => help.styleTitle(line)).join('\n');
}

function inline(help: Help, title: string, text: string): string {
  const indent = title.length + 2;
  const inner = help.boxWrap(text, (help.helpWidth ?? 0) - indent);
  return `${help.styleTitle(`${title}:`)} ${indented(inner, indent).trimStart()}`;
}

/** A blank line parts a paragraph from what stands before it. */
function blocksText(help: Help, blocks: readonly Block[], indent: number): string {
  return blocks
    .map((block, index) => {
      const text = blockText(help, block, indent, blocks.some(isParagraph));
      return index > 0 && isParagraph(block) ? `\n${text}` : text;
    })
    .join('\n');
}

function isParagraph(block: Block): block is string {
  return typeof block === 'string';
}

/** @param isBelow lines to type are indented further, below paragraphs */
function blockText(help: Help, block: Block, indent: number, isBelow: boolean): string {
  const width = (help.helpWidth ?? 0) - indent;
  if (isParagraph(block)) return indented(help.boxWrap(block, width), indent);
  if ('lines' in block) {
    const text = block.lines.map((line) => lineText(help, line, width - 2)).join('\n');
    return indented(text, isBelow ? indent + 2 : indent);
  }
  const termWidth = Math.max(...block.items.map(([term]) => term.length));
  return block.items.map((item) => itemText(help, item, termWidth)).join('\n');
}

function lineText(help: Help, [line, purpose]: Line, width: number): string {
  if (purpose === undefined) return line;
  return `${help.boxWrap(`# ${purpose}`, width).replace(/\n/g, '\n# ')}\n${line}`;
}

/** Beside its term, or below it where too little room is left. */
function itemText(help: Help, [term, text]: Item, termWidth: number): string {
  const width = help.helpWidth ?? 0;
  if (width - termWidth - 4 >= 24) return help.formatItem(term, termWidth, text, help);
  return `${indented(term.trimEnd(), 2)}\n${indented(help.boxWrap(text, width - 6), 6)}`;
}

function indented(text: string, indent: number): string {
  return text.replace(/^/gm, ' '.repeat(indent));
}
