import path from 'node:path';
import * as z from 'zod/mini';
import type { Context } from '../cli/context.ts';
import { counted } from '../core/durations.ts';
import { isObject } from '../core/json.ts';
import { safeJson } from '../core/text.ts';
import { fileFailure } from '../errors.ts';
import { readOwnFile, replaceFile } from '../platform/files.ts';
import { accountId } from '../settings/credentials.ts';

/** The rows that were there at a time. */
export interface Look<Row> {
  /** Undefined when an earlier version kept it, which noted no time. */
  at: Date | undefined;
  rows: readonly Row[];
}

/** Rows of one kind, which are looked at again and again. */
export interface Watched<Row> {
  name: 'domains' | 'prices';
  row: z.ZodMiniType<Row>;
}

export interface Looks<Row> {
  /** Undefined at the first look, and when the last one cannot be read. */
  last: Look<Row> | undefined;
  isFirst: boolean;
  /** Keeps these rows as the last look, once the answer has been written. */
  keep(rows: readonly Row[]): void;
}

/** Warns when the last look cannot be read. @throws Failure `io`, and those of the credentials */
export async function openLooks<Row>(context: Context, watched: Watched<Row>): Promise<Looks<Row>> {
  const { settings, surroundings, output } = context;
  const account = accountId(await context.credentials());
  const { name } = watched;
  const file = path.join(
    settings.folders.state,
    'looks',
    name === 'domains' ? `${account}.json` : `${account}-${name}.json`,
  );
  const text = readOwnFile(file, 'the last look', 'io');
  const last = text === undefined ? undefined : lookIn(text, watched);
  const isFirst = text === undefined;
  if (!isFirst && last === undefined) {
    await output.warning('the last look cannot be read, so nothing is compared');
  }
  const at = new Date(surroundings.clock.now());
  return {
    last,
    isFirst,
    keep: (rows) =>
      context.onAnswered(() => {
        try {
          replaceFile(file, `${safeJson({ at: at.toISOString(), [name]: rows })}\n`);
        } catch (error) {
          throw fileFailure('io', `cannot write '${file}'`, error);
        }
      }),
  };
}

/** Earlier versions kept several, a line each and the newest first. */
function lookIn<Row>(text: string, { name, row }: Watched<Row>): Look<Row> | undefined {
  try {
    const look: unknown = JSON.parse(text.split('\n')[0] ?? '');
    if (!isObject(look)) return undefined;
    const at = z.parse(z.optional(z.iso.datetime()), look.at);
    return {
      at: at === undefined ? undefined : new Date(at),
      rows: z.parse(z.array(row), look[name]),
    };
  } catch {
    return undefined;
  }
}

/** As `2 differences since 2026-11-20 14:05 UTC: 1 added, 1 changed`. */
export function summaryOf(kinds: readonly string[], at: Date | undefined): string {
  const since = at?.toISOString().slice(0, 16).replace('T', ' ').concat(' UTC') ?? 'the last look';
  if (kinds.length === 0) return `nothing has changed since ${since}`;
  const counts = [...new Set(kinds)]
    .sort()
    .map((kind) => `${kinds.filter((one) => one === kind).length} ${kind}`);
  return `${counted(kinds.length, 'difference')} since ${since}: ${counts.join(', ')}`;
}
