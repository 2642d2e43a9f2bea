export interface Deferred {
  promise: Promise<void>;
  resolve: () => void;
}

/** Creates a promise that the test resolves at a moment of its choice. */
export function createDeferred(): Deferred {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
