import type { Fault, FaultKind } from './faults.ts';
import { seededDraw } from './random.ts';

/** What strikes each request in turn: the same for the same seed and the same order. */
export function seededFaults(faults: readonly Fault[], seed: string): () => FaultKind | undefined {
  const draw = seededDraw(seed, 'faults');
  return () => faults.find(({ percent }) => draw() * 100 < percent)?.kind;
}
