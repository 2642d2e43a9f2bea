import * as z from 'zod/mini';
import { isDecimal } from '../core/money.ts';
import { domainShape } from './tolerant/domain.ts';
import { quoteShape } from './tolerant/quote-fields.ts';
import { tierShape } from './tolerant/tier.ts';

/*
 * What the service may answer. The API document fixes the availability and the balance: these are
 * strict. It shows nothing of the rest: these are facts, and where each may be found.
 */

const decimal = z.string().check(z.refine(isDecimal, 'is not a decimal number'));

/** API document, section 2, "Availability result". */
export const availabilityShape = z.looseObject({
  domain: z.string(),
  status: z.string(),
  available: z.boolean(),
  pricing: z.looseObject({ amount: decimal, currency: z.string() }),
});

/**
 * The same of a name that cannot be registered: the document shows none, and a price for it means
 * nothing, so that it may be left out.
 */
export const takenShape = z.looseObject({
  domain: z.string(),
  status: z.string(),
  available: z.literal(false),
  pricing: z.nullish(
    z.looseObject({ amount: z.nullish(decimal), currency: z.nullish(z.string()) }),
  ),
});

/** API document, section 2, "Account balance". */
export const balanceShape = z.looseObject({
  account_number: z.string(),
  balance: decimal,
  currency: z.string(),
  credit_limit: decimal,
  active_domains: z.number().check(z.int()),
});

export const shapes = { domain: domainShape, tier: tierShape, quote: quoteShape };
