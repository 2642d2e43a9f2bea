import { describe, expect, it } from 'vitest';
import { type Dialect, dialects, type Facts } from './dialect.ts';
import { casesOf } from './reading.ts';

interface Verdict {
  fact: string;
  stated: unknown;
  read: unknown;
  kind: 'right' | 'unknown' | 'false';
}

/** `DIALECTS=report` prints what is wrong or unknown, and fails nothing. */
const isReport = process.env.DIALECTS === 'report';

const verdicts: Verdict[] = [];

describe.each(dialects)('$name', (dialect) => {
  it.each(casesOf(dialect))('$command', async ({ command, stated, read }) => {
    const found = await read();
    verdicts.push(...judged(`${dialect.name} ${command}`, stated, found));
    if (!isReport) expect(found).toEqual(withoutUnread(dialect, command, stated));
  });
});

it('reports nothing that is false', () => {
  const count = (kind: string) => verdicts.filter((verdict) => verdict.kind === kind).length;
  const lists = verdicts.filter(({ fact }) => fact.endsWith('domains.found'));
  const found = lists.filter(({ kind }) => kind === 'right').length;
  const summary =
    `${verdicts.length} facts of ${dialects.length} services: ${count('right')} right, ` +
    `${count('unknown')} unknown, ${count('false')} false; list found in ${found} of ${lists.length}`;
  if (isReport) {
    const lines = verdicts
      .filter(({ kind }) => kind !== 'right')
      .sort((one, other) => one.kind.localeCompare(other.kind))
      .map(({ fact, kind, stated, read }) => `${kind}\t${fact}\t${short(stated)}\t${short(read)}`);
    process.stderr.write(`${[...lines, summary].join('\n')}\n`);
  } else {
    expect(verdicts.filter(({ kind }) => kind === 'false')).toEqual([]);
  }
});

/** What differs is false, unless it is null or says less. */
function judged(about: string, stated: Facts, found: Facts): Verdict[] {
  return Object.entries(stated).map(([name, fact]) => {
    const read = found[name];
    const isRight = JSON.stringify(read) === JSON.stringify(fact);
    const kind = isRight ? 'right' : saysLess(read, fact) ? 'unknown' : 'false';
    return { fact: `${about}.${name}`, stated: fact, read, kind };
  });
}

function saysLess(read: unknown, fact: unknown): boolean {
  if (read === null) return true;
  if (!Array.isArray(read) || !Array.isArray(fact)) return false;
  const isAsLong = read.length === fact.length;
  return isAsLong && read.every((item, index) => item === null || same(item, fact[index]));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A list that is not found leaves nothing of its rows to compare. */
function withoutUnread({ unread = [] }: Dialect, command: string, stated: Facts): Facts {
  const isUnfound = unread.includes(`${command}.found`);
  if (isUnfound) return Object.fromEntries(Object.keys(stated).map((name) => [name, null]));
  return Object.fromEntries(
    Object.entries(stated).map(([name, fact]) => {
      if (!unread.includes(`${command}.${name}`)) return [name, fact];
      return [name, Array.isArray(fact) && command === 'domains' ? fact.map(() => null) : null];
    }),
  );
}

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
