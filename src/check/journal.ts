import path from 'node:path';
import { parseAmount, parseText } from '../api/parse/values.ts';
import type { Redactor } from '../api/redact.ts';
import { formatTime, getAgeMs } from '../core/dates.ts';
import { isJsonObject, type JsonObject, parseJson } from '../core/json.ts';
import { toTerminalSafeJson } from '../core/text.ts';
import { CliError, fileError, isErrorCode, usageError } from '../errors.ts';
import type { InputFileContext } from '../lists/input-file.ts';
import type { NameEntry } from '../lists/name-list.ts';
import { getFieldValue } from '../output/field-paths.ts';
import { type ResultRow, rowToJson } from '../output/row.ts';
import { findCompleteLinesSize, splitLines } from '../state/append-log.ts';
import { acquireFileLock } from '../state/file-lock.ts';
import type { AppDirectories } from '../system/app-directories.ts';
import { openForAppend } from '../system/files.ts';
import type { OpenFile } from '../system/open-file.ts';
import type { System } from '../system/system.ts';
import type { CheckResult, TimestampedAvailability } from './fields.ts';

export interface JournalOptions {
  file: string;
  years: number;
  isResumed: boolean;
  maxAgeMs?: number | undefined;
}

export interface JournalDependencies {
  system: System;
  settings: { directories: AppDirectories };
  account: InputFileContext['account'];
}

/** Rows of earlier runs, keyed by domain name; undefined if the name must be checked again. */
type JournalRows = Map<string, ResultRow<TimestampedAvailability> | undefined>;

/** The `--out` file (JSON Lines), to which each final result is appended before it is printed. */
export class Journal {
  readonly #options;
  readonly #now;
  readonly #file;
  readonly #unlock;
  readonly #rows;

  private constructor(
    options: JournalOptions,
    now: () => number,
    file: OpenFile,
    unlock: () => void,
    rows: JournalRows,
  ) {
    this.#options = options;
    this.#now = now;
    this.#file = file;
    this.#unlock = unlock;
    this.#rows = rows;
  }

  /**
   * @throws an `io` error if the `--out` file is inaccessible, or a `usage` error if it exists and
   * `isResumed` is false, if another process is writing to it, if dotaf did not write it, or if its
   * rows contain none of `names`
   */
  static async open(
    dependencies: JournalDependencies,
    options: JournalOptions,
    names: readonly NameEntry[],
  ) {
    const file = openForAppend(options.file, !options.isResumed);
    if (!file)
      throw usageError(
        `'${options.file}' already exists`,
        'add --resume to go on from it, or choose another --out',
      );
    let unlock = () => {};
    try {
      unlock = await lockJournal(file, dependencies);
      const redactor = await dependencies.account.redactor();
      const { now } = dependencies.system.clock;
      const bytes = file.read();
      const rows = parseJournal(bytes, options, now(), names, redactor);
      // Remove an incomplete last line, which a killed process or a full disk may have left.
      file.truncate(findCompleteLinesSize(bytes));
      return new Journal(options, now, file, unlock, rows);
    } catch (error) {
      unlock();
      file.close();
      throw fileError(`cannot read '${options.file}'`, error);
    }
  }

  getRow(domain: string) {
    return this.#rows.get(domain);
  }

  /** Skips rows that are already stored and, so that `--resume` retries them, transient errors. */
  write(row: ResultRow<CheckResult>) {
    const { margin: _, ...record }: JsonObject = {
      ...rowToJson(row),
      years: this.#options.years,
      checked_at: 'value' in row ? row.value.checked_at : formatTime(this.#now()),
    };
    const isStored = this.#rows.get(String(record.domain)) !== undefined;
    if (!isStored && isFinal(row)) this.#file.write(`${toTerminalSafeJson(record)}\n`);
  }

  assertAtPath() {
    if (this.#file.isAtPath()) return;
    throw new CliError(
      'io',
      `'${this.#file.path}' was removed or replaced during the run, and the answers in it are lost`,
      { hint: 'run the same command again, or choose another --out' },
    );
  }

  close() {
    this.#unlock();
    this.#file.close();
  }
}

function parseJournal(
  bytes: Buffer,
  options: JournalOptions,
  now: number,
  names: readonly NameEntry[],
  redactor: Pick<Redactor, 'redact'>,
) {
  const foreignRowError = resumeError(options, 'it holds a row that dotaf did not write');
  // Accept an incomplete first line, since the process may have been killed while writing it.
  if (!rowStart.startsWith(bytes.toString('utf8', 0, rowStart.length))) throw foreignRowError;
  const rows: JournalRows = new Map();
  for (const line of splitLines(bytes)) {
    const value = parseJson(line);
    const record = isJsonObject(value) ? value : {};
    const row = parseRow(record);
    // Rows are printed, so reject a file that contains the API key or secret.
    if (!row || redactor.redact(line) !== line) throw foreignRowError;
    const name = String(record.domain);
    const isFresh =
      getAgeMs(parseTime(record), now) <= (options.maxAgeMs ?? Number.POSITIVE_INFINITY);
    const isReusable = isFinal(row) && isFresh && record.years === options.years;
    rows.set(name, isReusable ? row : rows.get(name));
  }
  if (rows.size > 0 && !names.some(({ text }) => rows.has(text))) {
    throw resumeError(options, 'no name of the list is in it');
  }
  return rows;
}

function resumeError({ file }: JournalOptions, reason: string) {
  return usageError(
    `cannot resume '${file}': ${reason}`,
    'choose another --out, or the list and the options that it was made with',
  );
}

const rowStart = '{"domain":"';

function parseRow(record: JsonObject): ResultRow<TimestampedAvailability> | undefined {
  const { domain, available = null, years, extra } = record;
  const get = (field: string) => parseText(getFieldValue(record, field));
  if (typeof domain !== 'string') return undefined;
  const code = get('error.code');
  if (isErrorCode(code)) {
    const error = new CliError(code, get('error.message') ?? '', {
      subject: `check ${domain}`,
      apiCode: get('error.api_code') ?? undefined,
      status: Number(get('error.status')) || undefined,
    });
    return { input: { domain }, error, isFromEarlierRun: true };
  }
  const isAvailability = available === null || typeof available === 'boolean';
  if (!isAvailability || typeof years !== 'number') return undefined;
  const value = {
    domain,
    status: get('status'),
    available,
    pricing: { amount: parseAmount(get('pricing.amount')), currency: get('pricing.currency') },
    years,
    checked_at: parseTime(record),
  };
  return { value: isJsonObject(extra) ? { ...value, extra } : value, isFromEarlierRun: true };
}

function parseTime({ checked_at }: JsonObject) {
  const time = parseText(checked_at) ?? '';
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time) ? time : null;
}

/**
 * True if the result is final: a success, or an error caused by the name itself, which a retry
 * would not fix.
 */
function isFinal(row: ResultRow<CheckResult>) {
  if ('value' in row) return true;
  const { code, details } = row.error;
  const { status = 0 } = details;
  const isRejection = code === 'api_error' || code === 'unauthorized';
  const isAboutName = status >= 400 && status < 500 && ![401, 404, 408].includes(status);
  return code === 'invalid_name' || (isRejection && isAboutName);
}

async function lockJournal(file: OpenFile, { system, settings }: JournalDependencies) {
  const { dev, ino } = file.stats;
  try {
    const directory = path.join(settings.directories.state, 'journals');
    return await acquireFileLock(path.join(directory, `${dev}-${ino}.lock`), system, {
      maxWaitMs: 0,
      createError: (holderPid) =>
        usageError(
          `another dotaf (process ${holderPid}) is writing to '${file.path}'`,
          'wait until it is done, or choose another --out',
        ),
    });
  } catch (error) {
    if (error instanceof CliError && error.code === 'usage') throw error;
    // Continue without a lock, since the `--out` file may be writable even if the lock file is not.
    return () => {};
  }
}
