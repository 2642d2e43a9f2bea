export interface Deferred {
  promise: Promise<void>;
  resolve: () => void;
}

/** A promise for a moment that the test itself brings about. */
export function createDeferred(): Deferred {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
