import { version } from './version.ts';

/** A signal that asks the process to end. */
export type StopSignal = 'SIGINT' | 'SIGTERM';

/** Our codes for what can go wrong, and the exit code each ends the process with. */
export const exitCodes = {
  usage: 2,
  invalid_name: 2,
  no_credentials: 3,
  unauthorized: 3,
  not_found: 4,
  network: 5,
  timeout: 5,
  api_error: 6,
  rate_limited: 7,
  unexpected_response: 8,
  config: 10,
  io: 10,
  interrupted: 130,
  bug: 70,
} as const;

/** Exit codes of a run that no single failure has ended. */
export const outcomes = { answered: 0, conditionFailed: 1, someUnanswered: 9 } as const;

export type FailureCode = keyof typeof exitCodes;

/** What a shell reports of a process that one of these signals ended: SIGHUP, SIGTERM. */
type SignalCode = 129 | 143;

/** Every code that the process ends with. */
export type ExitCode =
  | (typeof exitCodes)[FailureCode]
  | (typeof outcomes)[keyof typeof outcomes]
  | SignalCode;

/** What help says of each. */
export const exitCodeMeanings: Readonly<Record<ExitCode, string>> = {
  0: 'answered; a taken name and an empty list are answers',
  1: 'answered, and a condition you asked for does not hold (--expect, --min)',
  2: 'the command line is wrong, or a name is not a domain name; nothing was sent',
  3: 'credentials or base URL are missing, or were refused (401, 403)',
  4: 'no such domain in this account (404)',
  5: 'the service cannot be reached: DNS, connection, TLS, time-out',
  6: 'the service refused or failed: another 4xx, 5xx, success: false, a redirect',
  7: 'the rate limit outlasted --max-wait',
  8: 'the answer could not be understood',
  9: 'some of the names or accounts asked have no answer; the others do',
  10: 'the config or another local file cannot be read or written',
  70: 'a bug in dotaf, or a Node older than 20.19',
  129: 'the terminal is gone',
  130: 'interrupted (Ctrl-C)',
  143: 'terminated',
};

/** The next thing to type or to do, or several in their order. */
export type Hint = string | readonly string[];

export interface FailureDetails {
  /** Names the request, such as `check kabul.af`; a row leaves it out, since it has the name. */
  about?: string | undefined;
  hint?: Hint | undefined;
  /** HTTP status of the answer. */
  status?: number | undefined;
  /** The service's own error code. */
  apiCode?: string | undefined;
  requestId?: string | undefined;
  /** The same request may succeed later. */
  retryable?: boolean;
  /** The least time to wait before the next attempt, in milliseconds, as the service asked. */
  retryAfter?: number | undefined;
  /** The request never left: there was no connection to send it over. */
  isUnsent?: boolean;
  /** Something else has answered than the service, as at a wrong address. */
  isNotTheService?: boolean;
  signal?: StopSignal;
  /** The user has asked for it, as for the end of `sandbox`: no error is printed. */
  isExpected?: boolean;
  /** The error that nobody expected; its stack belongs into a report. */
  cause?: Error;
}

/** The shape of a failure under `--json`; every key is always there. */
export interface FailureRecord {
  code: FailureCode;
  message: string;
  hint: string | null;
  status: number | null;
  api_code: string | null;
  request_id: string | null;
  retryable: boolean;
}

/** A failure that dotaf expects; main turns it into an exit code. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly details: FailureDetails;

  constructor(code: FailureCode, message: string, details: FailureDetails = {}) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.details = details;
  }

  get exitCode(): number {
    return this.details.signal === 'SIGTERM' ? 143 : exitCodes[this.code];
  }

  /** The same failure with more details. */
  with(details: FailureDetails): Failure {
    return new Failure(this.code, this.message, { ...this.details, ...details });
  }

  /** The same failure in other words, and with another next step if one is given. */
  saying(message: string, hint = this.details.hint): Failure {
    return new Failure(this.code, message, { ...this.details, hint });
  }

  /** The message where it stands alone. */
  get text(): string {
    const { about } = this.details;
    return about === undefined ? this.message : `${about}: ${this.message}`;
  }

  get hints(): readonly string[] {
    const { hint = [] } = this.details;
    return typeof hint === 'string' ? [hint] : hint;
  }

  record(): FailureRecord {
    const { status, apiCode, requestId, retryable } = this.details;
    return {
      code: this.code,
      message: this.text,
      hint: this.hints.join('; ') || null,
      status: status ?? null,
      api_code: apiCode ?? null,
      request_id: requestId ?? null,
      retryable: retryable ?? false,
    };
  }
}

export function isFailureCode(text: string): text is FailureCode {
  return Object.hasOwn(exitCodes, text);
}

/** Whatever was thrown, as a failure: what nobody expected is a bug. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const shortage = shortageOf(error);
  if (shortage !== undefined) {
    return new Failure('io', `dotaf cannot go on: ${shortage.says}`, { hint: shortage.hint });
  }
  const cause = error instanceof Error ? error : new Error('what was thrown is no error');
  return new Failure('bug', `this is a bug in dotaf ${version}: ${cause.message}`, {
    hint: 'please report it, with these lines and the command that you ran',
    cause,
  });
}

/** The system's own code of an error (`ENOENT`, `ECONNREFUSED`), if it carries one. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

interface Reason {
  says: string;
  hint: string;
}

/** What the system has run out of, wherever that shows. */
const shortages: Record<string, Reason | undefined> = {
  EMFILE: tooManyFiles('EMFILE'),
  ENFILE: tooManyFiles('ENFILE'),
  ENOMEM: noMemory('ENOMEM'),
  ENOBUFS: noMemory('ENOBUFS'),
  EAI_MEMORY: noMemory('EAI_MEMORY'),
  ERR_MEMORY_ALLOCATION_FAILED: noMemory('ERR_MEMORY_ALLOCATION_FAILED'),
  ERR_WORKER_OUT_OF_MEMORY: noMemory('ERR_WORKER_OUT_OF_MEMORY'),
  ERR_WORKER_INIT_FAILED: {
    says: 'no thread can be started (ERR_WORKER_INIT_FAILED)',
    hint: 'allow more files and memory: ulimit -n 1024; ulimit -v unlimited',
  },
};

/** Also of an error that another one has caused. */
export function shortageOf(error: unknown): Reason | undefined {
  // V8 gives no code to what it cannot allocate.
  const isUnallocated = error instanceof RangeError && /memory|allocation/i.test(error.message);
  const found = isUnallocated ? noMemory('RangeError') : shortages[systemCode(error) ?? ''];
  if (found !== undefined || !(error instanceof Error)) return found;
  return error.cause === undefined ? undefined : shortageOf(error.cause);
}

/** A file that dotaf does not use, although the system would. Its message says what the file is. */
export class UnfitFile extends Error {}

const fileReasons: Record<string, Reason | undefined> = {
  ENOENT: { says: 'no such file', hint: 'check the path' },
  EACCES: { says: 'permission denied', hint: 'check who may use the file and its directory' },
  EISDIR: { says: 'it is a directory', hint: 'give the path of a file' },
  ENOTDIR: { says: 'not a directory', hint: 'check the path' },
  ELOOP: { says: 'its symbolic links lead in a circle', hint: 'check the path' },
  ENXIO: { says: 'it is not a regular file', hint: 'give the path of a file' },
  EFBIG: { says: 'the file would be larger than is allowed', hint: 'raise the limit (ulimit -f)' },
  ENOSPC: { says: 'the disk is full', hint: 'free some space' },
  EDQUOT: { says: 'the disk quota is used up', hint: 'free some space' },
  EROFS: { says: 'the disk is read-only', hint: 'choose a place on another disk' },
};

/** A file that cannot be read or written, with the system's reason and never its content. */
export function fileFailure(
  code: 'config' | 'io',
  what: string,
  error: unknown,
  hint?: string,
): Failure {
  if (error instanceof UnfitFile) {
    return new Failure(code, `${what}: ${error.message}`, { hint: hint ?? 'name another file' });
  }
  const shortage = shortageOf(error);
  if (shortage !== undefined) {
    return new Failure(code, `${what}: ${shortage.says}`, { hint: shortage.hint });
  }
  const reason = systemCode(error) ?? 'unknown error';
  const known = fileReasons[reason];
  const says = known === undefined ? reason : `${known.says} (${reason})`;
  return new Failure(code, `${what}: ${says}`, { hint: hint ?? known?.hint });
}

function tooManyFiles(code: string): Reason {
  return {
    says: `too many files are open (${code})`,
    hint: 'allow more of them: ulimit -n 1024',
  };
}

function noMemory(code: string): Reason {
  return {
    says: `there is not enough memory (${code})`,
    hint: 'end other programs, or allow more memory: ulimit -v unlimited',
  };
}
