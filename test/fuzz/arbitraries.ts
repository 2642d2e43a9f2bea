import fc from 'fast-check';
import { createValidData } from '../faults/valid-data.ts';
import { type FuzzInput, key, operations, secret } from './fuzz-target.ts';

const operationNames = ['check', 'quote', 'domains ls', 'domains show', 'balance', 'tier'] as const;

const hostileStrings = [
  ...['', ' ', 'available', 'taken', 'failed', 'unknown', 'null', 'NaN', '-1', '0', '1', '1e999'],
  ...['35.00', '-35.00', '1,000.00', '35', 'USD', 'kabul.af', 'KABUL.AF.', 'herat.af', '.af'],
  ...['2027-03-01', '0001-01-01', '9999-12-31T23:59:59Z', '01/02/2027', 'toString', '__proto__'],
  ...['\u0000', '\u001b[31m', '\u202ekabul', '\ud800', '\ufeff', 'a\nb', '"', '\\', '[[[[', '{}'],
  ...[secret, key, encodeURIComponent(secret), Buffer.from(`${key}:${secret}`).toString('base64')],
  ...[JSON.stringify({ a: secret }), Buffer.from(secret).toString('hex'), ' '.repeat(500)],
];

const keys = [
  ...['success', 'data', 'domain', 'domains', 'status', 'available', 'pricing', 'amount', 'years'],
  ...['currency', 'balance', 'credit_limit', 'active_domains', 'account_number', 'expiry', 'items'],
  ...['expires_at', 'auto_renew', 'nameservers', 'ns1', 'tier', 'current_tier', 'next', 'total'],
  ...['error', 'errors', 'code', 'message', 'toString', 'valueOf', 'toJSON', 'then', 'length'],
  ...['__proto__', 'constructor', 'kabul.af', 'prices', 'renewal', '1', '0', 'name', 'value', ''],
];

const leafArbitrary = fc.oneof(
  fc.constantFrom<unknown>(...hostileStrings),
  fc.constantFrom<unknown>(null, true, false, 0, -0, 1, -1, 35, 35.5, 1e21, 4294967296, 0.1),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  // Converting this object to a string throws an error.
  fc.constant({ toString: 1, valueOf: 2 }),
);

const jsonArbitrary = fc.letrec<{ any: unknown; list: unknown; object: unknown }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leafArbitrary,
    tie('object'),
    tie('list'),
  ),
  list: fc.array(tie('any'), { maxLength: 4 }),
  object: fc
    .array(fc.tuple(fc.oneof(fc.constantFrom(...keys), fc.string({ maxLength: 8 })), tie('any')), {
      maxLength: 5,
    })
    .map((entries) => Object.fromEntries(entries)),
})).any;

type Mutation = {
  at: number;
  action: 'replace' | 'remove' | 'add' | 'wrap';
  value: unknown;
  key: string;
};

const mutationArbitrary: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(40),
  action: fc.constantFrom('replace', 'remove', 'add', 'wrap'),
  value: jsonArbitrary,
  key: fc.constantFrom(...keys),
});

const statusArbitrary = fc.oneof(
  { weight: 6, arbitrary: fc.constant(200) },
  { weight: 1, arbitrary: fc.constantFrom(201, 204, 301, 400, 401, 404, 422, 429, 500, 503) },
);

const headersArbitrary = fc.dictionary(
  fc.constantFrom('retry-after', 'x-request-id', 'ratelimit', 'link', 'x-total-count', 'location'),
  fc.oneof(fc.constantFrom(...hostileStrings), fc.string({ maxLength: 20 })),
  { maxKeys: 2 },
);

/** Mutated valid responses, arbitrary JSON, and truncated JSON. */
export const answerArbitrary: fc.Arbitrary<FuzzInput> = fc
  .record({
    operation: fc.constantFrom(...operationNames),
    ...{
      status: statusArbitrary,
      headers: headersArbitrary,
      changes: fc.array(mutationArbitrary, { maxLength: 4 }),
      any: jsonArbitrary,
    },
    kind: fc.constantFrom('changed', 'changed', 'changed', 'any', 'torn'),
    truncateAt: fc.nat(200),
  })
  .map(({ operation, changes, any, kind, truncateAt, ...head }) => {
    const validBody = { success: true, data: createValidData(operations[operation]) };
    const body = kind === 'any' ? any : changes.reduce<unknown>(applyMutation, validBody);
    const text = JSON.stringify(body) ?? '';
    return { operation, ...head, text: kind === 'torn' ? text.slice(0, truncateAt) : text };
  });

/** Mutates one node, counted in breadth-first order. */
function applyMutation(body: unknown, { at, action, value, key: name }: Mutation): unknown {
  const copy: { root: unknown } = structuredClone({ root: body });
  const nodes: { holder: object; key: string }[] = [{ holder: copy, key: 'root' }];
  for (const { holder, key: ownKey } of nodes) {
    const inner: unknown = Reflect.get(holder, ownKey);
    if (typeof inner !== 'object' || inner === null) continue;
    nodes.push(...Object.keys(inner).map((childKey) => ({ holder: inner, key: childKey })));
  }
  const { holder, key: ownKey } = nodes[at % nodes.length] ?? { holder: copy, key: 'root' };
  const oldValue: unknown = Reflect.get(holder, ownKey);
  const isHolder = typeof oldValue === 'object' && oldValue !== null && !Array.isArray(oldValue);
  if (action === 'remove') Reflect.deleteProperty(holder, ownKey);
  else if (action === 'add' && isHolder) Reflect.set(oldValue, name, value);
  else Reflect.set(holder, ownKey, action === 'wrap' ? { [name]: oldValue } : value);
  return copy.root;
}
