import type { RateLimit } from '../../src/core/periods.ts';
import { availabilityText } from './fixtures.ts';
import type { Variables } from './home.ts';
import { serve } from './loopback-server.ts';

interface StrictServer {
  env: Variables;
  /** By the given clock, in milliseconds. */
  arrivals: number[];
  refused: () => number;
}

/**
 * Answers checks, and counts every request of the last window, both of its ends included, so no
 * server is stricter. `onRequest` may let time pass, or leave a name without an answer.
 */
export async function strictServer(
  { requests, windowMs }: RateLimit,
  now: () => number,
  onRequest: (domain: string) => 'answer' | 'keep silent' = () => 'answer',
): Promise<StrictServer> {
  const arrivals: number[] = [];
  let refused = 0;
  const env = await serve(async (request, response) => {
    const time = now();
    const { domain } = JSON.parse(String(Buffer.concat(await request.toArray())));
    const isOverLimit = arrivals.filter((arrival) => time - arrival <= windowMs).length >= requests;
    if (!isOverLimit) arrivals.push(time);
    else refused += 1;
    const reaction = onRequest(domain);
    if (isOverLimit) response.writeHead(429).end();
    else if (reaction === 'answer') response.end(availabilityText(domain, false));
  });
  return { env, arrivals, refused: () => refused };
}
