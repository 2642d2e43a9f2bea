import * as z from 'zod/mini';
import { isDecimal } from '../core/money.ts';

const decimal = z.string().check(z.refine(isDecimal, 'is not a decimal number'));

/** API document, section 2, "Availability result". */
export const availabilitySchema = z.looseObject({
  domain: z.string(),
  status: z.string(),
  available: z.boolean(),
  pricing: z.looseObject({ amount: decimal, currency: z.string() }),
});

/** The document does not show a name that cannot be registered; its price may be left out. */
export const takenSchema = z.looseObject({
  domain: z.string(),
  status: z.string(),
  available: z.literal(false),
  pricing: z.nullish(
    z.looseObject({ amount: z.nullish(decimal), currency: z.nullish(z.string()) }),
  ),
});

/** API document, section 2, "Account balance". */
export const balanceSchema = z.looseObject({
  account_number: z.string(),
  balance: decimal,
  currency: z.string(),
  credit_limit: decimal,
  active_domains: z.number().check(z.int()),
});
