import * as domains from '../support/domains.ts';
import { balanceData, shop, wholesale } from '../support/fixtures.ts';
import type { ReplyOverride } from './mock-account.ts';

/** A line of a transcript; README.md describes the language. */
export type TranscriptLine =
  | { kind: 'typed'; text: string; typed: string }
  | { kind: 'no account' | 'no service'; text: string }
  | { kind: 'group'; text: string }
  | { kind: 'reply'; text: string; reply: ReplyOverride }
  | { kind: 'comment'; text: string };

export interface ShellCommand {
  env: Record<string, string>;
  argv: string[];
  stdin: string | undefined;
}

const placeholders: Record<string, object> = { ...domains, balance: balanceData, shop, wholesale };

/** Parses a transcript, without the outputs that it records. */
export function parseTranscript(text: string): TranscriptLine[] {
  const lines: TranscriptLine[] = [];
  let isPrinted = false;
  for (const line of text.split('\n')) {
    const parsedLine = parseLine(line);
    if (parsedLine.kind !== 'comment') isPrinted = false;
    if (!isPrinted) lines.push(parsedLine);
    if (parsedLine.kind === 'typed') isPrinted = true;
  }
  return lines;
}

function parseLine(text: string): TranscriptLine {
  if (text.startsWith('$ ')) return { kind: 'typed', text, typed: text.slice(2) };
  if (text === 'no account' || text === 'no service') return { kind: text, text };
  if (text.startsWith('## ')) return { kind: 'group', text };
  if (text.startsWith('reply /')) return { kind: 'reply', text, reply: parseReplyLine(text) };
  return { kind: 'comment', text };
}

function parseReplyLine(line: string): ReplyOverride {
  const [, path = '', match, status = '200', isBody, text = ''] =
    /^reply (\S+) (?:(\{.*\}) => )?(?:(\d{3})(:)? )?(.*)$/.exec(line) ?? [];
  const expanded = expandPlaceholders(text);
  return {
    path,
    match: JSON.parse(match ?? '{}'),
    status: Number(status),
    ...(isBody ? { body: expanded } : { value: JSON.parse(expanded) }),
  };
}

/** Expands `@herat{"expiry":null}` to the fixture `herat` with another expiry, as JSON. */
export function expandPlaceholders(text: string): string {
  return text.replaceAll(/@(\w+)(\{[^{}]*\})?/g, (placeholder, name, overrides = '{}') =>
    name in placeholders
      ? JSON.stringify({ ...placeholders[name], ...JSON.parse(overrides) })
      : placeholder,
  );
}

/** Parses `printf '…' | NAME=value dotaf …`. */
export function parseCommandLine(line: string): ShellCommand {
  const [, stdin, command = ''] = /^(?:printf '(.*?)' \| )?(.*)$/s.exec(line) ?? [];
  const words = [...command.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) =>
    word.replaceAll("'", ''),
  );
  const start = words.indexOf('dotaf');
  const variables = words
    .slice(0, start)
    .map((word) => [word.split('=')[0], word.replace(/^.*?=/, '')]);
  return {
    env: Object.fromEntries(variables),
    argv: words.slice(start + 1),
    stdin: stdin === undefined ? undefined : unescapeText(stdin),
  };
}

export function unescapeText(text: string): string {
  // JSON parsing decodes the other escapes; raw control characters are invalid in JSON.
  const invisible = /\\u(2[\da-f]{3}|feff|00a0)/g;
  return text
    .replaceAll('\\n', '\n')
    .replaceAll('\\t', '\t')
    .replaceAll(invisible, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
