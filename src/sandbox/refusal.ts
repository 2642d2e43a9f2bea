/** Why a request gets no `data`: thrown anywhere under an operation, answered in one place. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export function unauthorized(): Refusal {
  return new Refusal(401, 'unauthorized', 'the API key or secret is missing or wrong');
}

export function forbidden(): Refusal {
  return new Refusal(403, 'forbidden', 'API access is not enabled for this account');
}

/** With the wait in whole seconds, rounded up: less would be refused again. */
export function rateLimited(waitMs: number): Refusal {
  const headers = { 'Retry-After': String(Math.ceil(waitMs / 1000)) };
  return new Refusal(429, 'rate_limited', 'too many requests', headers);
}

export function internalError(): Refusal {
  return new Refusal(500, 'internal_error', 'the service failed to answer');
}
