import type { IncomingMessage } from 'node:http';
import type { SandboxAccount } from './account.ts';
import { type Answer, failure, htmlPage, success } from './answers.ts';
import { readFields } from './body.ts';
import { type Credentials, carriesCredentials } from './credentials.ts';
import type { FaultKind } from './faults.ts';
import { forbidden, internalError, Refusal, rateLimited, unauthorized } from './refusal.ts';
import { matchRoute } from './routes.ts';
import type { SlidingWindow } from './sliding-window.ts';

interface ServiceParts {
  account: SandboxAccount;
  credentials: Credentials;
  window: SlidingWindow;
  nextFault: () => FaultKind | undefined;
  seed: string;
  now: () => number;
  delay: (ms: number) => Promise<void>;
}

/** What a request gets; `reset` is a connection cut off in place of an answer. */
type Service = (request: IncomingMessage) => Promise<Answer | 'reset'>;

export function createService(parts: ServiceParts): Service {
  let requests = 0;
  return async (request) => {
    requests += 1;
    const requestId = `req_${String(requests).padStart(6, '0')}`;
    const answer = await answerTo(request, requestId, parts);
    if (answer === 'reset') return answer;
    return { ...answer, headers: { ...answer.headers, 'X-Request-Id': requestId } };
  };
}

const slowMs = 30_000;

async function answerTo(
  request: IncomingMessage,
  requestId: string,
  parts: ServiceParts,
): Promise<Answer | 'reset'> {
  // Drawn before anything can refuse the request, so that the order of requests alone decides.
  const fault = parts.nextFault();
  try {
    admit(request, parts);
    if (fault === 'reset') return 'reset';
    if (fault === 'html') return htmlPage();
    if (fault === 'slow') await parts.delay(slowMs);
    else if (fault !== undefined) throw refusalOf(fault);
    return success(await operate(request, parts));
  } catch (error) {
    return failure(error instanceof Refusal ? error : internalError(), requestId);
  }
}

function admit({ headers }: IncomingMessage, { credentials, window, now }: ServiceParts): void {
  if (!carriesCredentials(headers, credentials)) throw unauthorized();
  const waitMs = window.admit(now());
  if (waitMs > 0) throw rateLimited(waitMs);
}

async function operate(request: IncomingMessage, { account, seed }: ServiceParts): Promise<object> {
  const { route, parameters } = matchRoute(request.method ?? '', request.url ?? '');
  const fields = route.method === 'POST' ? await readFields(request) : {};
  return route.operation({ account, seed, parameters, fields });
}

function refusalOf(fault: '401' | '403' | '429' | '500'): Refusal {
  if (fault === '401') return unauthorized();
  if (fault === '403') return forbidden();
  return fault === '429' ? rateLimited(1000) : internalError();
}
