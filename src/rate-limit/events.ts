/** What a process tells the others of its requests; times are whole milliseconds of one clock. */
export type News =
  /** It is to be sent, now or when its turn comes. */
  | { kind: 'reserved'; id: string; at: number }
  /** It is sent now, after a wait. */
  | { kind: 'sent'; id: string; at: number }
  | { kind: 'answered'; id: string; at: number }
  /** It will not be sent. */
  | { kind: 'withdrawn'; id: string; at: number }
  /** The service wants a break of so many milliseconds. */
  | { kind: 'paused'; at: number; ms: number }
  /** The clock has started again: times that are later than this were told by the one before. */
  | { kind: 'restarted'; at: number };

const letters = { reserved: 'R', sent: 'S', answered: 'D', withdrawn: 'C' } as const;

const kinds: Record<string, keyof typeof letters | undefined> = {
  R: 'reserved',
  S: 'sent',
  D: 'answered',
  C: 'withdrawn',
};

/** The id of a request: the process that makes it, and a number of its own. */
export function requestId(process: string, number: number): string {
  return `${process}:${number}`;
}

export function processOf(id: string): string {
  return id.slice(0, id.lastIndexOf(':'));
}

export function lineOf(news: News): string {
  if (news.kind === 'paused') return `P ${news.at} ${news.ms}`;
  if (news.kind === 'restarted') return `B ${news.at}`;
  return `${letters[news.kind]} ${news.id} ${news.at}`;
}

/** Undefined for what nobody has told: half a line, or rubbish. */
export function newsIn(line: string): News | undefined {
  const about = /^([RSDC]) ([\w.-]+:\d+) (\d{1,15})$/.exec(line);
  const kind = kinds[about?.[1] ?? ''];
  if (kind !== undefined) return { kind, id: about?.[2] ?? '', at: Number(about?.[3]) };
  const [, other, time, ms] = /^(P|B) (\d{1,15})(?: (\d{1,15}))?$/.exec(line) ?? [];
  if (other === 'P' && ms !== undefined)
    return { kind: 'paused', at: Number(time), ms: Number(ms) };
  return other === 'B' && ms === undefined ? { kind: 'restarted', at: Number(time) } : undefined;
}

/** The id of the request that a line is about, looked at no closer than that takes. */
export function subjectOf(line: string): string {
  return line.slice(2, line.lastIndexOf(' '));
}

/**
 * The lines without those of requests that were over before a time: most of them, where a file is
 * read for the first time, and each is looked at only as closely as that takes.
 */
export function linesSince<Line extends { text: string }>(
  lines: readonly Line[],
  before: number,
): Line[] {
  const over = new Set<string>();
  const kept: Line[] = [];
  for (const line of lines.toReversed()) {
    const { text } = line;
    const id = subjectOf(text);
    const isEnd = text.startsWith('D') || text.startsWith('C');
    if (isEnd && Number(text.slice(id.length + 3)) < before) over.add(id);
    else if (!over.has(id)) kept.push(line);
  }
  return kept.reverse();
}
