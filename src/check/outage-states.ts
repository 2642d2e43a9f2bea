import type { Failure } from '../errors.ts';
import type { Output } from '../output/output.ts';
import type { Clock } from '../platform/surroundings.ts';

export type State = 'probing' | 'up' | 'down';

export type Event =
  | 'answered'
  | 'idle'
  | 'many failed'
  | 'probe answered'
  | 'others answered'
  /** The service fails at every name that is left. */
  | 'hopeless';

/** A held request has failed for its own part, is sent again, or is beyond help. */
export type Decision = 'failed' | 'retry' | 'give-up';

/** The state that follows each event, and the decision on the requests that are held. */
export const transitions: Record<
  State,
  Partial<Record<Event, { next: State; held?: Decision }>>
> = {
  // Without an answer yet, requests go one at a time: a wrong address costs one and not many.
  probing: {
    answered: { next: 'up', held: 'failed' },
    idle: { next: 'probing', held: 'failed' },
    'many failed': { next: 'down' },
  },
  up: {
    answered: { next: 'up', held: 'failed' },
    idle: { next: 'up', held: 'failed' },
    'many failed': { next: 'down' },
  },
  // All requests wait. After each pause, longer each time, one of those that are held probes.
  down: {
    'probe answered': { next: 'up', held: 'retry' },
    'others answered': { next: 'up', held: 'failed' },
    hopeless: { next: 'up', held: 'give-up' },
  },
};

export interface OutageDetectorOptions<Result> {
  failureOf(result: Result): Failure | undefined;
  /** Limits the requests under way once the service has answered. */
  concurrency: number;
  /** Limits the wait for the first answer, in milliseconds. */
  firstAnswerMs: number;
  clock: Clock;
  signal: AbortSignal;
  output: Pick<Output, 'note' | 'wait'>;
}

export interface HeldRequest<Result> {
  failure: Failure;
  send(): Promise<Result>;
  settle(outcome: Decision | { result: Result }): void;
  reject(error: unknown): void;
}

/** A transient error says nothing about the name that was asked. */
export function isTransient({ code, details }: Failure): boolean {
  return details.retryable === true || (code === 'api_error' && (details.status ?? 0) >= 500);
}
