import type { RateLimitSharingOptions } from '../../src/state/rate-limit-log.ts';

/** Options of a process that shares its rate limit and, by default, runs forever. */
export function createSharing(
  folder: string,
  options: Partial<RateLimitSharingOptions> = {},
): RateLimitSharingOptions {
  const onError = (error: unknown) => {
    throw error;
  };
  return {
    folder,
    processKey: '1-1',
    isRunning: () => true,
    timeoutMs: 15_000,
    onError,
    ...options,
  };
}
