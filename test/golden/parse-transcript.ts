import * as domains from '../support/domains.ts';
import { balanceData, shop, wholesale } from '../support/fixtures.ts';
import type { ReplyOverride } from './mock-account.ts';

/*
 * The language of the texts in `sessions`: what somebody types, and what that prints.
 *
 * `$ dotaf …` is a line that is typed; a line is added by its `$`. `NAME=value` before it is a variable,
 * COLUMNS stands for a terminal, TODAY for the clock, and `printf '…' |` is stdin. Each has a home of
 * its own, /home/you; `$ printf '…' > /home/you/a.txt` and `$ cat /home/you/a.txt` write and show a file,
 * in which `@shop` is a stored profile.
 *
 * `## …` begins a group, whose lines share a home and what the service answers:
 * `reply /account/balance {"balance":"3.00"}` changes keys of the usual answer, and "(absent)" removes one;
 * `reply /pricing {"tld":".af"} => {"amount":null}` does so for the requests that hold these values
 * (or have the "key" and the "secret");
 * `reply /domains 422 {"code":"closed"}` refuses; `reply /domains 200: …` is the whole body.
 * Several for one path are given one after the other, the last one from then on. One that follows
 * what was printed takes the place of those before it.
 */

export type TranscriptLine =
  | { kind: 'typed'; text: string; typed: string }
  | { kind: 'group'; text: string }
  | { kind: 'reply'; text: string; reply: ReplyOverride }
  | { kind: 'comment'; text: string };

export interface ShellCommand {
  env: Record<string, string>;
  argv: string[];
  stdin: string | undefined;
}

const placeholders: Record<string, object> = { ...domains, balance: balanceData, shop, wholesale };

/** The lines of a session, without what the typed ones have printed. */
export function parseTranscript(text: string): TranscriptLine[] {
  const lines: TranscriptLine[] = [];
  let isPrinted = false;
  for (const line of text.split('\n')) {
    const parsed = parseLine(line);
    if (parsed.kind !== 'comment') isPrinted = false;
    if (!isPrinted) lines.push(parsed);
    if (parsed.kind === 'typed') isPrinted = true;
  }
  return lines;
}

function parseLine(text: string): TranscriptLine {
  if (text.startsWith('$ ')) return { kind: 'typed', text, typed: text.slice(2) };
  if (text.startsWith('## ')) return { kind: 'group', text };
  if (text.startsWith('reply /')) return { kind: 'reply', text, reply: parseReplyLine(text) };
  return { kind: 'comment', text };
}

function parseReplyLine(line: string): ReplyOverride {
  const [, place = '', when, status = '200', isWhole, text = ''] =
    /^reply (\S+) (?:(\{.*\}) => )?(?:(\d{3})(:)? )?(.*)$/.exec(line) ?? [];
  const full = expandPlaceholders(text);
  return {
    path: place,
    match: JSON.parse(when ?? '{}'),
    status: Number(status),
    ...(isWhole ? { body: full } : { value: JSON.parse(full) }),
  };
}

/** `@herat{"expiry":null}` is a domain of the tests with another expiry. */
export function expandPlaceholders(text: string): string {
  return text.replaceAll(/@(\w+)(\{[^{}]*\})?/g, (typed, name, own = '{}') =>
    name in placeholders ? JSON.stringify({ ...placeholders[name], ...JSON.parse(own) }) : typed,
  );
}

/** `printf '…' | NAME=value dotaf …` */
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
  return text.replaceAll('\\n', '\n').replaceAll('\\t', '\t');
}
