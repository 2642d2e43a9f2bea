import type { Draw } from './random.ts';

export const faultKinds = ['401', '403', '429', '500', 'reset', 'html', 'slow'] as const;

export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  kind: FaultKind;
  /** The share of requests that fail so. */
  percent: number;
}

export const slowMs = 30_000;

/** Reads `500:10` and `reset:2.5`. */
export function parseFault(text: string): Fault | undefined {
  const match = /^([a-z0-9]+):(\d{1,3}(?:\.\d+)?)$/.exec(text.trim().toLowerCase());
  const kind = faultKinds.find((known) => known === match?.[1]);
  const percent = Number(match?.[2]);
  return kind !== undefined && percent <= 100 ? { kind, percent } : undefined;
}

/** Decides about each request in turn, most often for an answer (undefined). */
export function faultSeries(faults: readonly Fault[], draw: Draw): () => FaultKind | undefined {
  return () => faults.find(({ percent }) => draw() * 100 < percent)?.kind;
}
