import path from 'node:path';
import * as z from 'zod/mini';
import { dayOf, daysBetween } from '../core/dates.ts';
import { isObject } from '../core/json.ts';
import { safeJson } from '../core/text.ts';
import { fileFailure } from '../errors.ts';
import { readOwnFile, replaceFile } from '../platform/files.ts';
import { lastDayOf, type Since } from './compare-options.ts';

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

const mostRecent = 12;

const daysInDetail = 32;

const mostDays = 400;

/**
 * Keeps looks of an account in one file, a line each and the newest first, so that completion reads
 * the first line alone. Both methods throw Failure `io`.
 */
export class Snapshots<Row> {
  readonly #file: string;
  readonly #watched: Watched<Row>;

  constructor(stateFolder: string, accountId: string, watched: Watched<Row>) {
    this.#file = path.join(stateFolder, 'looks', lookFile(accountId, watched.name));
    this.#watched = watched;
  }

  /** The newest first; leaves out what is damaged. */
  read(): Look<Row>[] {
    const text = readOwnFile(this.#file, 'the last looks', 'io') ?? '';
    return text.split('\n').flatMap((line) => this.#parse(line) ?? []);
  }

  /** @param earlier those that were read */
  add(rows: readonly Row[], earlier: readonly Look<Row>[], now: number): void {
    const looks = thinned([{ at: new Date(now), rows }, ...earlier], now);
    const lines = looks.map(({ at, rows: kept }) =>
      safeJson({ at: at?.toISOString(), [this.#watched.name]: kept }),
    );
    try {
      replaceFile(this.#file, `${lines.join('\n')}\n`);
    } catch (error) {
      throw fileFailure('io', `cannot write '${this.#file}'`, error);
    }
  }

  #parse(line: string): Look<Row> | undefined {
    const { name, row } = this.#watched;
    try {
      const look: unknown = JSON.parse(line);
      if (!isObject(look)) return undefined;
      const at = z.parse(z.optional(z.iso.datetime()), look.at);
      const rows = z.parse(z.array(row), look[name]);
      return { at: at === undefined ? undefined : new Date(at), rows };
    } catch {
      return undefined;
    }
  }
}

function lookFile(accountId: string, name: Watched<unknown>['name']): string {
  return name === 'domains' ? `${accountId}.json` : `${accountId}-${name}.json`;
}

/** The newest one that is as old as this. */
export function lookSince<Row>(
  looks: readonly Look<Row>[],
  since: Since,
  now: number,
): Look<Row> | undefined {
  const lastDay = lastDayOf(since, dayOf(now));
  return looks.find(({ at }) => at !== undefined && dayOf(at.getTime()) <= lastDay);
}

/** Keeps the newest ones, one a day for a month, and one a month for a year. */
function thinned<Row>(looks: readonly Look<Row>[], now: number): Look<Row>[] {
  const periods = new Set<string>();
  return looks.filter(({ at }, index) => {
    if (at === undefined) return index < mostRecent;
    const day = dayOf(at.getTime());
    const age = daysBetween(day, dayOf(now));
    const period = age <= daysInDetail ? day : day.slice(0, 7);
    const isFirst = !periods.has(period);
    periods.add(period);
    return index < mostRecent || (isFirst && age <= mostDays);
  });
}
