/** Keeps the heap of a long run near what it holds; V8 would let its garbage grow to as much again. */
export function keepHeapSmall(): void {
  process.getBuiltinModule('node:v8').setFlagsFromString('--heap-growing-percent=10');
}
