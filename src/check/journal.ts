import * as fs from 'node:fs';
import path from 'node:path';
import type { Availability } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import { isObject, type JsonObject, jsonText } from '../core/json.ts';
import { type AvailabilityWord, availabilityOf } from '../core/service-words.ts';
import { safeJson, safeText } from '../core/text.ts';
import { Failure, type FailureCode, fileFailure, isFailureCode, systemCode } from '../errors.ts';
import { checkKind } from '../kinds.ts';
import { csvHeader, csvLine } from '../output/csv.ts';
import { usualFields } from '../output/kind.ts';
import { type Row, rowRecord, usualErrorFields } from '../output/row.ts';
import { acquire } from '../platform/file-lock.ts';
import { makeFolder, openRegularFile, refuseUnfit, writeFailure } from '../platform/files.ts';
import { endOfLines, linesOf } from '../tables/lines.ts';
import { rowsIn } from '../tables/records.ts';
import type { ListedName, OpenNames } from './names.ts';

export interface JournalOptions {
  file: string;
  kind: 'jsonl' | 'csv';
  isResumed: boolean;
}

type Outcome = AvailabilityWord | FailureCode;

const availableOf = { available: true, taken: false, unknown: null } as const;

/**
 * Opens a file that takes each row before it is shown. A kill leaves half a row at most.
 *
 * @throws Failure `usage` when it exists and is not resumed, when it is not of such a run, or when
 * another dotaf writes to it; `io`
 */
export async function openJournal(context: Context, options: JournalOptions, years: number) {
  const { file, kind } = options;
  // The same whatever `--fields` asks for, since later runs go on with the file.
  const columns = [...usualFields(checkKind(1, false)), ...usualErrorFields];
  const header = kind === 'csv' ? csvHeader(columns) : '';
  const outcomes = new Map<string, Outcome>();
  const descriptor = openFile(options);
  let isBegun = false;
  let unlock = () => {};

  const close = () => {
    unlock();
    fs.closeSync(descriptor);
  };
  const takeAwayHalfRow = () => {
    const end = endOfLines(descriptor);
    fs.ftruncateSync(descriptor, end);
    if (end === 0) fs.writeFileSync(descriptor, header);
  };
  const cannotResume = (why: string) =>
    new Failure('usage', `cannot resume '${file}': ${why}`, {
      hint: 'choose another --out, or the list and the options that it was made with',
    });
  const read = async () => {
    // Every file of dotaf begins in the same way, also one that was torn in its first line.
    const start = Buffer.from(header || '{"domain":"');
    const bytes = Buffer.alloc(start.length);
    const count = fs.readSync(descriptor, bytes, 0, bytes.length, 0);
    if (bytes.compare(start, 0, count, 0, count) !== 0) {
      throw cannotResume('it was not written by dotaf check');
    }
    const end = endOfLines(descriptor);
    if (end === 0) return;
    for await (const row of rowsIn(linesOf(fs.createReadStream(file, { end: end - 1 })), kind)) {
      const outcome = outcomeOf(row);
      if (typeof row.domain !== 'string' || outcome === undefined) continue;
      if (!isFailureCode(outcome) && jsonText(row.years) !== String(years)) {
        throw cannotResume(`it is for --years ${jsonText(row.years)}`);
      }
      // A copy: as a part of what was read, it would keep all of that.
      outcomes.set(Buffer.from(safeText(row.domain)).toString(), outcome);
    }
  };
  const rowOf = (domain: string): Row<Availability> | undefined => {
    // A file of CSV holds names made safe.
    const outcome = outcomes.get(safeText(domain));
    return outcome && keptRow(domain, outcome, years);
  };

  try {
    unlock = await lock(file, descriptor, context);
    await read();
  } catch (error) {
    close();
    throw error instanceof Failure ? error : fileFailure('io', `cannot read '${file}'`, error);
  }
  return {
    row: rowOf,

    /** The same names. @throws Failure `usage` when the file has rows, and for none of them */
    async *shared(names: OpenNames['names']): AsyncGenerator<ListedName> {
      const waiting: ListedName[] = [];
      let isShared = outcomes.size === 0;
      for await (const name of names) {
        waiting.push(name);
        isShared ||= rowOf(name.text) !== undefined;
        if (isShared) yield* waiting.splice(0);
      }
      if (!isShared) throw cannotResume('no name of the list is in it');
    },

    /** A row that is not final is left for the next run. @throws Failure `io` */
    write(row: Row<Availability>): void {
      if (!isFinal(row)) return;
      const record = rowRecord(row);
      try {
        if (!isBegun) takeAwayHalfRow();
        isBegun = true;
        const line = kind === 'csv' ? csvLine(record, columns) : `${safeJson(record)}\n`;
        fs.writeFileSync(descriptor, line);
      } catch (error) {
        throw writeFailure(file, error);
      }
    },

    close,
  };
}

function keptRow(domain: string, outcome: Outcome, years: number): Row<Availability> {
  if (isFailureCode(outcome)) {
    return { asked: {}, failure: new Failure(outcome, 'see the file'), isKept: true };
  }
  const pricing = { amount: null, currency: null };
  const available = availableOf[outcome];
  return { value: { domain, status: outcome, available, pricing, years }, isKept: true };
}

/** An answer, or a failure that is about the name and not about the way to the service. */
function isFinal(row: Row<Availability>): boolean {
  if ('value' in row) return true;
  const { code, details } = row.failure;
  const { status = 0 } = details;
  const isRefusal = status >= 400 && status < 500 && ![401, 404, 408, 429].includes(status);
  return code === 'invalid_name' || isRefusal;
}

/** Against the processes that share a state folder. @returns unlocks the file */
async function lock(file: string, descriptor: number, { surroundings, settings }: Context) {
  const { dev, ino } = fs.fstatSync(descriptor);
  const isLocked = (holder: string) =>
    new Failure('usage', `another dotaf (process ${holder}) is writing to '${file}'`, {
      hint: 'wait until it is done, or choose another --out',
    });
  try {
    const folder = path.join(settings.folders.state, 'journals');
    makeFolder(folder);
    return await acquire(path.join(folder, `${dev}-${ino}.lock`), surroundings, 0, isLocked);
  } catch (error) {
    if (error instanceof Failure) throw error;
    // The file can be written also where nothing can be locked.
    return () => {};
  }
}

function openFile({ file, isResumed }: JournalOptions): number {
  const { O_RDWR, O_APPEND, O_CREAT, O_EXCL } = fs.constants;
  const flags = O_RDWR | O_APPEND | O_CREAT | (isResumed ? 0 : O_EXCL);
  try {
    refuseUnfit(fs.statSync(file, { throwIfNoEntry: false }));
    return openRegularFile(file, flags, 0o666);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw writeFailure(file, error);
    throw new Failure('usage', `'${file}' already exists`, {
      hint: 'add --resume to go on from it, or choose another --out',
    });
  }
}

function outcomeOf(row: JsonObject): Outcome | undefined {
  const { status, available, error } = row;
  const code = isObject(error) ? error.code : row['error.code'];
  if (typeof code === 'string' && code !== '') return isFailureCode(code) ? code : undefined;
  const word = jsonText(available ?? '').toLowerCase();
  if (typeof status !== 'string' || !['true', 'false', ''].includes(word)) return undefined;
  return availabilityOf({ available: word === '' ? null : word === 'true' });
}
