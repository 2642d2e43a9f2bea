export interface Deferred {
  promise: Promise<void>;
  resolve: () => void;
}

/** The test resolves the promise. */
export function createDeferred(): Deferred {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
