import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DomainReader } from '../../../src/api/reading/domain.ts';
import { readQuote } from '../../../src/api/reading/quote.ts';
import { readTier } from '../../../src/api/reading/tier.ts';
import { day, flag, hostName, opposite, text } from '../../../src/api/reading/values.ts';
import { isObject, type JsonObject } from '../../../src/core/json.ts';

interface Read {
  found: JsonObject;
  extra: JsonObject | undefined;
}

const readers: Record<string, (answer: JsonObject) => Read> = {
  'a domain': (answer) => new DomainReader().read(answer),
  'a domain that was asked for': (answer) => new DomainReader().read(answer, 'kabul.af'),
  'a tier': readTier,
  'a quote': (answer) => {
    const asked = { tld: 'af', action: 'renewal', years: 1 } as const;
    const { amount, currency, extra } = readQuote(answer, asked) ?? { extra: answer };
    // What repeats the question is told by the answer, too.
    return { found: { amount, currency, ...asked, renew: true }, extra };
  },
};

const names = [
  'domain name status state expiry expires_at end_date registered created auto_renew renewal',
  'recurring nameservers ns1 ns2 dns tld sld id tier current next_tier domains_needed level',
  'remaining price amount total currency renewal_price reseller_price cents years action unit',
  'data result attributes dates registry settings meta options events',
].flatMap((line) => line.split(' '));

/** Made of letters that no word of a name is made of. */
const unrelated = fc.string({
  unit: fc.constantFrom('q', 'z', 'x', 'j'),
  minLength: 3,
  maxLength: 9,
});

const plain = fc.constantFrom<unknown>(
  ...['kabul.af', 'ns1.kabul.af', 'active', 'success', 'Silver', 'USD', 'auto', '', '2027-03-31'],
  ...['2020-03-31T00:00:00Z', 'never', 1806451200, 90, '35.00', 4440, '35.00 USD', 1, 0, true],
  ...[false, null, '.af', 'af', 'renewal'],
);

function objects(keys: fc.Arbitrary<string>): fc.Arbitrary<JsonObject> {
  const { object } = fc.letrec<{ value: unknown; object: JsonObject }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      plain,
      tie('object'),
      fc.array(tie('value'), { maxLength: 3 }),
    ),
    object: fc.dictionary(keys, tie('value'), { maxKeys: 6 }),
  }));
  return object;
}

const answers = objects(fc.oneof(fc.constantFrom(...names), unrelated));

const noise = objects(fc.constantFrom(...names));

it.each(Object.keys(readers))('loses nothing of %s', (kind) => {
  fc.assert(
    fc.property(answers, (answer) => {
      const { found, extra } = readers[kind]?.(answer) ?? { found: {}, extra: undefined };
      const kept = leavesOf(extra);
      const facts = Object.values(found).map((fact) => String(fact).toLowerCase());
      for (const leaf of leavesOf(answer)) {
        const index = kept.findIndex((other) => Object.is(other, leaf));
        if (index >= 0) kept.splice(index, 1);
        else if (leaf !== null && leaf !== '') expect(facts.join(' ')).toSatisfy(saysOneOf(leaf));
      }
    }),
    { numRuns: 300 },
  );
});

it.each(Object.keys(readers))('reads the same of %s whatever else is sent', (kind) => {
  fc.assert(
    fc.property(
      answers,
      unrelated,
      fc.oneof(plain, noise),
      fc.nat(),
      (answer, key, value, where) => {
        const changed = structuredClone(answer);
        const holders = holdersIn(changed);
        const holder = holders[where % holders.length] ?? changed;
        fc.pre(!(key in holder));
        holder[key] = value;
        expect(readers[kind]?.(changed).found).toEqual(readers[kind]?.(answer).found);
      },
    ),
    { numRuns: 300 },
  );
});

function leavesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(leavesOf)
    : [value];
}

function holdersIn(value: unknown): JsonObject[] {
  const inner =
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(holdersIn) : [];
  return isObject(value) ? [value, ...inner] : inner;
}

/** The forms in which a fact may hold a leaf. */
function saysOneOf(leaf: unknown): (facts: string) => boolean {
  const words = [
    ...[text(leaf), day(leaf), flag(leaf), opposite(leaf), hostName(leaf)],
    ...(typeof leaf === 'number' ? [(leaf / 100).toFixed(2), `${leaf}.00`] : []),
    ...[/[\d.]+(?= USD)/.exec(String(leaf))?.[0], String(leaf).replace(/^\./, '')],
  ];
  return (facts) =>
    words.some((word) => word !== undefined && facts.includes(String(word).toLowerCase()));
}
