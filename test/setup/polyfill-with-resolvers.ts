// nock 15 uses Promise.withResolvers, which Node 20 lacks.
if (!('withResolvers' in Promise)) {
  Object.defineProperty(Promise, 'withResolvers', {
    value: () => {
      const parts: Record<string, unknown> = {};
      parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
      return parts;
    },
  });
}
