import type { RateLimitSharingOptions } from '../../src/state/rate-limit-log.ts';

/** By default, all processes count as running. */
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
