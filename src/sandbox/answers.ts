import type { Refusal } from './refusal.ts';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export function success(data: object): Answer {
  return json(200, { success: true, data });
}

export function failure({ status, code, message, headers }: Refusal, requestId: string): Answer {
  const error = { code, message, request_id: requestId };
  return json(status, { success: false, error }, headers);
}

/** What a captive portal or a front end under maintenance puts in place of an answer. */
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
