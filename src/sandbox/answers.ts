export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export function unauthorized(): Refusal {
  return new Refusal(401, 'unauthorized', 'the API key or secret is missing or wrong');
}

/** Rounds the wait up to whole seconds: a client that came earlier would be refused again. */
export function rateLimited(waitMs: number): Refusal {
  const headers = { 'Retry-After': String(Math.ceil(waitMs / 1000)) };
  return new Refusal(429, 'rate_limited', 'too many requests', headers);
}

export function internalError(): Refusal {
  return new Refusal(500, 'internal_error', 'an unexpected error');
}

export function faultRefusal(kind: '401' | '403' | '429' | '500'): Refusal {
  if (kind === '401') return unauthorized();
  if (kind === '403')
    return new Refusal(403, 'forbidden', 'API access is not enabled for this account');
  return kind === '429' ? rateLimited(1000) : internalError();
}

export function success(data: object): Answer {
  return json(200, { success: true, data });
}

export function failure({ status, code, message, headers }: Refusal, requestId: string): Answer {
  const error = { code, message, request_id: requestId };
  return json(status, { success: false, error }, headers);
}

/** Stands for a captive portal, or for a front end under maintenance. */
export function htmlPage(): Answer {
  const headers = { 'Content-Type': 'text/html; charset=utf-8' };
  const body = '<!doctype html>\n<title>Sign in</title>\n<h1>Sign in to this network</h1>\n';
  return { status: 200, headers, body };
}

function json(status: number, value: object, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}
