import { closeSocket, createReply, type Fault } from './fault-server.ts';

const errorBody = JSON.stringify({ success: false, error: { code: 'why', message: 'Because' } });
const htmlPage = '<!doctype html><title>Error</title><h1>It did not work</h1>';
const htmlHeaders = { 'Content-Type': 'text/html' };

const exitCodeFor = (status: number) => {
  if (status === 401 || status === 403) return 3;
  return status === 429 ? 7 : 6;
};

/** A 404 is `not_found` (4) if the request names a domain, and else a refusal (6). */
const exitCodesFor = (status: number) => (status === 404 ? [4, 6] : [exitCodeFor(status)]);

const errorStatuses = [
  ...[400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 413, 415, 418, 422, 425, 426, 428, 429],
  ...[431, 451, 500, 501, 502, 503, 504, 505, 507, 511, 520, 529, 599],
];

const invalidWaits = [
  ...['-1', '0', '1e309', 'NaN', '99999999999999999999', '0x10', '1, 2', 'soon', ' ', '1.5.2'],
  ...['Fri, 31 Dec 9999 23:59:59 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT', '2026-11-21T12:00:00'],
];

export const statusFaults: readonly Fault[] = [
  ...errorStatuses.map((status) => ({
    name: `${status} with an error`,
    answer: createReply(status, errorBody),
    codes: exitCodesFor(status),
  })),
  ...[401, 403, 404, 429, 500, 503].flatMap((status): Fault[] => [
    {
      name: `${status} with a page`,
      answer: createReply(status, htmlPage, htmlHeaders),
      codes: status === 429 || status >= 500 ? exitCodesFor(status) : [8],
    },
    { name: `${status} without a body`, answer: createReply(status), codes: exitCodesFor(status) },
  ]),
  ...[300, 301, 302, 303, 304, 305, 307, 308, 399].flatMap((status): Fault[] => [
    { name: `${status} to nowhere`, answer: [...createReply(status), closeSocket], codes: [6] },
    {
      name: `${status} to another scheme`,
      answer: [...createReply(status, '', { Location: 'javascript:alert(1)' }), closeSocket],
      codes: [6],
    },
  ]),
  {
    name: '200 with a page',
    answer: createReply(200, htmlPage, htmlHeaders),
    codes: [8],
    message: "balance: a web page answered in place of the service: 'Error' (HTTP 200)",
  },
  { name: '299 with an error', answer: createReply(299, errorBody), codes: [6] },
];

export const waitFaults: readonly Fault[] = invalidWaits.flatMap((wait): Fault[] => [
  {
    name: `429, Retry-After: ${wait}`,
    answer: createReply(429, errorBody, { 'Retry-After': wait }),
    codes: [7],
  },
  {
    name: `503, RateLimit-Reset: ${wait}`,
    answer: createReply(503, errorBody, { 'RateLimit-Reset': wait, RateLimit: `r=0;t=${wait}` }),
    codes: [6],
  },
]);
