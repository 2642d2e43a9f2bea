import type { RateLimit } from '../../src/core/dates.ts';
import { availabilityBody } from './fixtures.ts';
import type { EnvVars } from './home.ts';
import { startServer } from './loopback-server.ts';

interface StrictServer {
  env: EnvVars;
  /** Times of accepted requests, in milliseconds. */
  arrivals: number[];
  rejectedCount: () => number;
}

/**
 * Answers checks with a sliding window, both ends included, so no real server is stricter.
 * `onRequest` may advance the clock or suppress the response.
 */
export async function startStrictServer(
  { requests, windowMs }: RateLimit,
  now: () => number,
  onRequest: (domain: string) => 'answer' | 'keep silent' = () => 'answer',
): Promise<StrictServer> {
  const arrivals: number[] = [];
  let rejections = 0;
  const env = await startServer(async (request, response) => {
    const time = now();
    const { domain } = JSON.parse(String(Buffer.concat(await request.toArray())));
    const isOverLimit = arrivals.filter((arrival) => time - arrival <= windowMs).length >= requests;
    if (!isOverLimit) arrivals.push(time);
    else rejections += 1;
    const reaction = onRequest(domain);
    if (isOverLimit) response.writeHead(429).end();
    else if (reaction === 'answer') response.end(availabilityBody(domain, false));
  });
  return { env, arrivals, rejectedCount: () => rejections };
}
