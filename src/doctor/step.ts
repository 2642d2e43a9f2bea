import { type Failure, outcomes } from '../errors.ts';

/** In the order of the way from here to a good answer. */
export const stepNames = [
  'settings',
  'base-url',
  'proxy',
  'dns',
  'tcp',
  'tls',
  'service',
  'credentials',
  'clock',
  'balance',
  'domains',
  'tier',
  'quote',
  'rate-limit',
] as const;

export type StepName = (typeof stepNames)[number];

const results = ['ok', 'warning', 'failed', 'skipped'] as const;

/** As `--json` prints it. */
export interface Step {
  step: StepName;
  result: (typeof results)[number];
  found: string;
  next: string | null;
}

/** What a step has found; a failure is thrown instead. */
export type Finding = Omit<Step, 'step'> & { result: 'ok' | 'warning' | 'skipped' };

export function ok(found: string): Finding {
  return { result: 'ok', found, next: null };
}

export function warning(found: string, next: string): Finding {
  return { result: 'warning', found, next };
}

export function skipped(found: string): Finding {
  return { result: 'skipped', found, next: null };
}

export class Diagnosis {
  readonly ok: boolean;
  readonly steps: readonly Step[];
  readonly #firstFailure: Failure | undefined;

  constructor(steps: readonly Step[], firstFailure: Failure | undefined) {
    this.ok = firstFailure === undefined;
    this.steps = steps;
    this.#firstFailure = firstFailure;
  }

  get exitCode(): number {
    return this.#firstFailure?.exitCode ?? outcomes.answered;
  }
}
