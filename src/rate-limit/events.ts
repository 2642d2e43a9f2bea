/** `at` is in whole milliseconds of the clock that all processes share. */
export type LedgerEvent =
  | { kind: RequestEventKind; id: string; at: number }
  /** The service asked for a pause. */
  | { kind: 'paused'; at: number; ms: number }
  /** The machine restarted, and its clock with it: later times were written before that. */
  | { kind: 'restarted'; at: number };

export const longestPauseMs = 3_600_000;

type RequestEventKind = 'reserved' | 'sent' | 'answered' | 'withdrawn';

const letters = { reserved: 'R', sent: 'S', answered: 'D', withdrawn: 'C' } as const;

const kinds: Record<string, RequestEventKind | undefined> = {
  R: 'reserved',
  S: 'sent',
  D: 'answered',
  C: 'withdrawn',
};

export function processOf(id: string): string {
  return id.slice(0, id.lastIndexOf(':'));
}

export function formatEvent(event: LedgerEvent): string {
  if (event.kind === 'paused') return `P ${event.at} ${event.ms}`;
  if (event.kind === 'restarted') return `B ${event.at}`;
  return `${letters[event.kind]} ${event.id} ${event.at}`;
}

export function parseEvent(line: string): LedgerEvent | undefined {
  const [, letter = '', id = '', at] = /^([RSDC]) ([\w.-]+:\d+) (\d{1,15})$/.exec(line) ?? [];
  const kind = kinds[letter];
  if (kind !== undefined) return { kind, id, at: Number(at) };
  const [, other, time, ms] = /^(P|B) (\d{1,15})(?: (\d{1,15}))?$/.exec(line) ?? [];
  if (other === 'P' && ms !== undefined)
    return { kind: 'paused', at: Number(time), ms: Number(ms) };
  return other === 'B' && ms === undefined ? { kind: 'restarted', at: Number(time) } : undefined;
}

/** True when all that the line says was over before `since`; false for a line that says nothing. */
export function isBefore(line: string, since: number): boolean {
  const [, at = Infinity, ms = 0] =
    /^(?:[PB]|[RSDC] \S+) (\d{1,15})(?: (\d{1,15}))?$/.exec(line) ?? [];
  return Number(at) + Math.min(Number(ms), longestPauseMs) < since;
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
    const isEnd = text.startsWith('D') || text.startsWith('C');
    if (isEnd && Number(text.slice(id.length + 3)) < since) ended.add(id);
    else if (!ended.has(id)) relevant.push(line);
  }
  return relevant.reverse();
}
