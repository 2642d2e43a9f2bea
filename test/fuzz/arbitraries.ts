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
  // This throws where it is made text.
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
  how: 'replace' | 'remove' | 'add' | 'wrap';
  value: unknown;
  key: string;
};

const mutationArbitrary: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(40),
  how: fc.constantFrom('replace', 'remove', 'add', 'wrap'),
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

/** Good answers with some changes, any JSON, and JSON that is torn. */
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
    cut: fc.nat(200),
  })
  .map(({ operation, changes, any, kind, cut, ...head }) => {
    const good = { success: true, data: createValidData(operations[operation]) };
    const body = kind === 'any' ? any : changes.reduce<unknown>(applyMutation, good);
    const text = JSON.stringify(body) ?? '';
    return { operation, ...head, text: kind === 'torn' ? text.slice(0, cut) : text };
  });

/** Changes the value at a place, counted from the outside in. */
function applyMutation(body: unknown, { at, how, value, key: name }: Mutation): unknown {
  const copy: { root: unknown } = structuredClone({ root: body });
  const places: { holder: object; key: string }[] = [{ holder: copy, key: 'root' }];
  for (const { holder, key: own } of places) {
    const inner: unknown = Reflect.get(holder, own);
    if (typeof inner !== 'object' || inner === null) continue;
    places.push(...Object.keys(inner).map((one) => ({ holder: inner, key: one })));
  }
  const { holder, key: own } = places[at % places.length] ?? { holder: copy, key: 'root' };
  const old: unknown = Reflect.get(holder, own);
  const isHolder = typeof old === 'object' && old !== null && !Array.isArray(old);
  if (how === 'remove') Reflect.deleteProperty(holder, own);
  else if (how === 'add' && isHolder) Reflect.set(old, name, value);
  else Reflect.set(holder, own, how === 'wrap' ? { [name]: old } : value);
  return copy.root;
}
