import { version } from './version.ts';

export type TerminationSignal = 'SIGINT' | 'SIGTERM';

export type ErrorCode = (typeof exitCodeTable)[number][1][number];

type ErrorKind =
  /** The request failed before it was sent, so it does not count toward the rate limit. */
  | 'unsent'
  /** The response did not come from the API; the base URL may be wrong. */
  | 'foreign-server'
  /** The API does not allow this machine's IP address. */
  | 'address-refused'
  /** A note below the table shows the message, so the table row omits it. */
  | 'in-footer'
  /** Do not print the error: Ctrl-C is the normal way to stop `dotaf sandbox`. */
  | 'silent';

export interface ErrorDetails {
  /** The failed request, such as `check kabul.af`; table rows omit it. */
  subject?: string | undefined;
  hint?: string | readonly string[] | undefined;
  status?: number | undefined;
  apiCode?: string | undefined;
  reason?: string | undefined;
  requestId?: string | undefined;
  retryable?: boolean;
  retryAfterMs?: number | undefined;
  kind?: ErrorKind | undefined;
  signal?: TerminationSignal;
  /** The unexpected error behind a `bug` error; its stack trace is printed. */
  cause?: Error;
}

export const exitCodeTable = [
  [0, [], 'answered; a taken name and an empty list are answers'],
  [1, [], 'answered, and a condition you asked for is not met (--expect, --min)'],
  [2, ['usage', 'invalid_name'], 'wrong command line, or not a domain name; nothing was sent'],
  [3, ['no_credentials', 'unauthorized'], 'credentials or base URL missing or refused (401, 403)'],
  [4, ['not_found'], 'no such domain in this account (404)'],
  [5, ['network', 'timeout'], 'the service cannot be reached: DNS, connection, TLS, time-out'],
  [6, ['api_error'], 'the service refused or failed: another 4xx, 5xx, success: false, a redirect'],
  [7, ['rate_limited'], 'still limited after --max-wait'],
  [8, ['unexpected_response'], 'the answer could not be understood'],
  [9, [], 'some names got no answer'],
  [10, ['config', 'io'], 'the config or another local file cannot be read or written'],
  [70, ['bug'], 'a bug in dotaf, or a Node older than 20.19'],
  [129, [], 'the terminal was closed'],
  [130, ['interrupted'], 'interrupted (Ctrl-C)'],
  [143, ['interrupted'], 'terminated'],
] as const;

export const exitCodes = { success: 0, conditionUnmet: 1, partialFailure: 9 } as const;

export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code;
  readonly details;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get exitCode() {
    if (this.details.signal === 'SIGTERM') return 143;
    return findExitCode(this.code) ?? 70;
  }

  with(details: ErrorDetails, message = this.message) {
    return new CliError(this.code, message, { ...this.details, ...details });
  }

  get fullMessage() {
    const { subject } = this.details;
    return subject === undefined ? this.message : `${subject}: ${this.message}`;
  }

  get hints() {
    return [this.details.hint ?? []].flat();
  }

  toRecord() {
    const { status = null, apiCode = null, requestId = null, retryable = false } = this.details;
    return {
      code: this.code,
      message: this.fullMessage,
      hint: this.hints.join('; ') || null,
      status,
      api_code: apiCode,
      request_id: requestId,
      retryable,
    };
  }
}

export class UnusableFileError extends Error {
  readonly hint;

  constructor(message: string, hint = 'name another file') {
    super(message);
    this.hint = hint;
  }
}

export function usageError(message: string, hint?: string) {
  return new CliError('usage', message, { hint });
}

type ErrorReason = readonly [message: string, hint?: string | undefined];

const systemErrorReasons: Record<string, ErrorReason> = {
  ENOENT: ['no such file', 'check the path'],
  ENOTDIR: ['not a directory', 'check the path'],
  EEXIST: ['a file stands in place of its directory', 'check the path'],
  EACCES: ['permission denied', 'check who may use the file and its directory'],
  EISDIR: ['it is a directory', 'give the path of a file'],
  ELOOP: ['its symbolic links lead in a circle', 'check the path'],
  EFBIG: ['the file would be larger than is allowed', 'raise the limit (ulimit -f)'],
  ENOSPC: ['the disk is full', 'free some space'],
  EROFS: ['the disk is read-only', 'choose a place on another disk'],
  EADDRINUSE: ['another program uses it', 'choose another port'],
};

export function isErrorCode(code: unknown): code is ErrorCode {
  return findExitCode(code) !== undefined;
}

function findExitCode(code: unknown) {
  return exitCodeTable.find(([, codes]) => codes.some((known) => known === code))?.[0];
}

export function toCliError(error: unknown) {
  if (error instanceof CliError) return error;
  const [message, hint] = explainResourceExhaustion(error) ?? [];
  if (message !== undefined) return new CliError('io', `dotaf cannot go on: ${message}`, { hint });
  if (getSystemErrorCode(error) === 'MODULE_NOT_FOUND')
    return new CliError('io', 'dotaf was replaced while it ran: run it again');
  const cause = error instanceof Error ? error : new Error('what was thrown is no error');
  return new CliError('bug', `this is a bug in dotaf ${version}: ${cause.message}`, {
    hint: 'please report it, with these lines and the command that you ran',
    cause,
  });
}

export function getSystemErrorCode(error: unknown) {
  const code: unknown = Object(error).code;
  return typeof code === 'string' ? code : undefined;
}

export function explainResourceExhaustion(error: unknown): ErrorReason | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = getSystemErrorCode(error) ?? '';
  if (!/^E[MN]FILE$|MEM|^ENOBUFS$|WORKER_INIT/.test(code)) {
    return explainResourceExhaustion(error.cause);
  }
  return [`there are too few files or too little memory (${code})`, 'allow more: ulimit -n 1024'];
}

/** Converts an error to an `io` error whose message never includes the contents of the file. */
export function fileError(label: string, error: unknown) {
  if (error instanceof CliError) return error;
  const [message, hint] = explainResourceExhaustion(error) ?? toFileReason(error);
  return new CliError('io', `${label}: ${message}`, { hint });
}

function toFileReason(error: unknown): ErrorReason {
  if (error instanceof UnusableFileError) return [error.message, error.hint];
  const code = getSystemErrorCode(error) ?? 'unknown error';
  const [message, hint] = systemErrorReasons[code] ?? [];
  return message === undefined ? [code] : [`${message} (${code})`, hint];
}
