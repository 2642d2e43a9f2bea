import { safeText } from '../core/text.ts';
import type { Format } from './views.ts';

interface RawFormat extends Pick<Format, 'jq'> {
  json: boolean;
  isTerminal: boolean;
}

/**
 * Prints a text of JSON without reading its values, so that numbers keep their digits: in a pipe byte
 * for byte, on a terminal as safe lines, and on request on one line or filtered.
 *
 * @throws Failure `usage` for a bad filter, before there is a text
 */
export async function rawPrinter(
  format: RawFormat,
): Promise<(text: string) => string | Promise<string>> {
  const { json, jq, isTerminal } = format;
  if (jq !== undefined) return jq();
  if (json) return (text) => `${safeText(onOneLine(text))}\n`;
  return isTerminal ? (text) => `${safeLines(text).trimEnd()}\n` : (text) => text;
}

/** Drops the white space between the tokens of JSON, and none within a string. */
function onOneLine(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

function safeLines(text: string): string {
  return text.split(/\r?\n/).map(safeLine).join('\n');
}

/** Answers are indented with tabs, too. */
function safeLine(line: string): string {
  return line.split('\t').map(safeText).join('\t');
}
