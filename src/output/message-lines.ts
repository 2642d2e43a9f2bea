import type { TextSink } from '../platform/surroundings.ts';

/** A command with its arguments, up to the end of its part of the sentence; or a word. */
const piece = /\s*(?:dotaf [a-z][^,;()]*[,;)]?|\S+)/g;

const word = /\s*\S+/g;

const narrow = 40;

/**
 * Breaks a message between words, and indents all lines but the first to stand below each other. A
 * command to copy is broken only if no line holds it, and a word never is: what the terminal breaks
 * is still copied in one piece.
 *
 * @param label of the first line, without colour
 * @param text that has been made safe
 */
export async function messageLines(
  label: string,
  text: string,
  { isTTY, columns }: Pick<TextSink, 'isTTY' | 'columns'>,
): Promise<string[]> {
  if (!isTTY) return [text];
  const { prepareToMeasure, widthOf } = await import('./measure.ts');
  await prepareToMeasure([text]);
  const start = label.length + 1;
  if (start + widthOf(text) <= columns) return [text];
  const indent = columns < narrow ? 2 : start;
  const lines: string[] = [];
  let line = '';
  let room = columns - start;
  const add = (part: string): boolean => {
    if (widthOf(line + part) > room) return false;
    line += part;
    return true;
  };
  const breakLine = (part: string) => {
    if (line !== '') lines.push(line);
    room = columns - indent;
    line = part.trimStart();
  };
  for (const [part] of text.matchAll(piece)) {
    if (add(part)) continue;
    if (widthOf(part.trimStart()) <= columns - indent) breakLine(part);
    else for (const [one] of part.matchAll(word)) if (!add(one)) breakLine(one);
  }
  lines.push(line);
  return lines.map((one, at) => (at === 0 ? one : ' '.repeat(indent) + one));
}
