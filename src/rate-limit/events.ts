import { type LearnedEvent, longestHoldMs, type PauseEvent } from './limit-in-use.ts';

/** `at` is in whole milliseconds of the clock that all processes share. */
export type LedgerEvent =
  | { kind: RequestEventKind; id: string; at: number }
  | PauseEvent
  | LearnedEvent
  /** The machine restarted, and its clock with it: later times were written before that. */
  | { kind: 'restarted'; at: number };

type RequestEventKind = 'reserved' | 'sent' | 'answered' | 'refused' | 'withdrawn';

const letters = { reserved: 'R', sent: 'S', answered: 'D', refused: 'F', withdrawn: 'C' } as const;

const kinds = new Map<string, RequestEventKind>(
  Object.entries(letters).map(([kind, letter]) => [letter, kind as RequestEventKind]),
);

export function processOf(id: string): string {
  return id.slice(0, id.lastIndexOf(':'));
}

export function formatEvent(event: LedgerEvent): string {
  if (event.kind === 'paused') return `P ${event.at} ${event.ms}`;
  if (event.kind === 'learned')
    return `L ${event.at} ${event.holdMs} ${event.requests} ${event.windowMs}`;
  if (event.kind === 'restarted') return `B ${event.at}`;
  return `${letters[event.kind]} ${event.id} ${event.at}`;
}

export function parseEvent(line: string): LedgerEvent | undefined {
  const [, letter = '', id = '', at] = /^([RSDFC]) ([\w.-]+:\d+) (\d{1,15})$/.exec(line) ?? [];
  const kind = kinds.get(letter);
  if (kind !== undefined) return { kind, id, at: Number(at) };
  return parsePlain(line);
}

function parsePlain(line: string): LedgerEvent | undefined {
  const [, other = '', text = ''] = /^([PLB])((?: \d{1,15})+)$/.exec(line) ?? [];
  const [, at = 0, ms = 0, requests = 0, windowMs = 0] = text.split(' ').map(Number);
  const form = `${other}${text.split(' ').length - 1}`;
  if (form === 'P2') return { kind: 'paused', at, ms };
  if (form === 'B1') return { kind: 'restarted', at };
  const isLearned = form === 'L4' && requests > 0 && windowMs > 0;
  return isLearned ? { kind: 'learned', at, holdMs: ms, requests, windowMs } : undefined;
}

/** True when all that the line says was over before `since`; false for a line that says nothing. */
export function isBefore(line: string, since: number): boolean {
  const [, at = Infinity, ms = 0] =
    /^(?:[PLB]|[RSDFC] \S+) (\d{1,15})(?: (\d{1,15}))?/.exec(line) ?? [];
  return Number(at) + Math.min(Number(ms), longestHoldMs) < since;
}

export function idIn(line: string): string {
  return line.slice(2, line.lastIndexOf(' '));
}

/** Leaves out the lines of requests that ended before `since`. */
export function relevantLines<Line extends { text: string }>(
  lines: readonly Line[],
  since: number,
): Line[] {
  const ended = new Set<string>();
  const relevant: Line[] = [];
  for (const line of lines.toReversed()) {
    const { text } = line;
    const id = idIn(text);
    const isEnd = /^[DFC]/.test(text);
    if (isEnd && Number(text.slice(id.length + 3)) < since) ended.add(id);
    else if (!ended.has(id)) relevant.push(line);
  }
  return relevant.reverse();
}
