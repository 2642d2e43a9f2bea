import * as z from 'zod/mini';
import { documentedAmount } from './reading/money.ts';

/** What is longer is none of the words that the document means. */
const word = z.string().check(z.maxLength(1000));

const money = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value, context) => {
    const decimal = documentedAmount(value);
    if (decimal === undefined) context.issues.push({ code: 'custom', input: value });
    return decimal ?? z.NEVER;
  }),
);

/** Nothing is nothing in any unit. */
const moneyOrZero = z.union([
  z.pipe(
    z.union([z.literal(0), z.literal('0')]),
    z.transform(() => '0.00'),
  ),
  money,
]);

/** API document, section 2, "Availability result". */
export const availabilitySchema = z.looseObject({
  domain: word,
  status: word,
  available: z.boolean(),
  pricing: z.nullish(z.looseObject({ amount: z.nullish(money), currency: z.nullish(word) })),
});

/** The document does not show a name that cannot be registered, nor its price. */
export const takenSchema = z.looseObject({
  ...availabilitySchema.shape,
  available: z.literal(false),
  pricing: z.nullish(
    z.looseObject({ amount: z.catch(z.nullish(money), null), currency: z.nullish(word) }),
  ),
});

/** API document, section 2, "Account balance". */
export const balanceSchema = z.looseObject({
  account_number: z.union([word.check(z.minLength(1)), z.pipe(z.int(), z.transform(String))]),
  balance: moneyOrZero,
  currency: word,
  credit_limit: z.catch(z.nullable(moneyOrZero), null),
  active_domains: z.union([
    z.int().check(z.minimum(0)),
    z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)),
  ]),
});
