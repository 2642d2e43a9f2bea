import * as z from 'zod/mini';
import { isObject } from '../core/json.ts';
import type { Decimal } from '../core/money.ts';
import type { Action } from '../core/service-words.ts';
import { type Answer, dataOf, unexpected } from './envelope.ts';
import type { domainFacts } from './reading/domain.ts';
import type { Found } from './reading/facts.ts';
import type { tierFacts } from './reading/tier.ts';
import { signedAmount } from './reading/values.ts';

export interface WithExtra {
  extra?: Record<string, unknown>;
}

// zod's own checks of a length also run on an object that has a length, whatever that is.
const word = z.string().check(z.regex(/^.{0,1000}$/s));

const currency = z.pipe(
  word,
  z.transform((code) => (/^\s*[a-z]{3}\s*$/i.test(code) ? code.trim().toUpperCase() : code)),
);

const money = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value, context) => {
    const decimal = signedAmount(value);
    if (decimal === null) context.issues.push({ code: 'custom', input: value });
    return decimal ?? z.NEVER;
  }),
);

const price = money.check(z.refine((decimal) => !decimal.startsWith('-')));

/** API document, section 2, "Availability result". */
const availabilitySchema = z.looseObject({
  domain: word,
  status: z.nullish(word),
  available: z.boolean(),
  pricing: z.nullish(z.looseObject({ amount: z.nullish(price), currency: z.nullish(currency) })),
});

/** The document does not show a name that cannot be registered, nor its price. */
const takenSchema = z.looseObject({
  ...availabilitySchema.shape,
  available: z.literal(false),
  pricing: z.nullish(
    z.looseObject({ amount: z.catch(z.nullish(price), null), currency: z.nullish(currency) }),
  ),
});

export interface Availability extends WithExtra {
  domain: string;
  status: string | null;
  /** Null beside a status whose meaning is not known. */
  available: boolean | null;
  pricing: { amount: Decimal | null; currency: string | null };
  years: number;
}

/** API document, section 2, "Account balance". */
const balanceSchema = z.object({
  account_number: z.union([word.check(z.regex(/./)), z.pipe(z.int(), z.transform(String))]),
  balance: money,
  currency,
  credit_limit: z.catch(z.nullable(money), null),
  active_domains: z.union([
    z.int().check(z.minimum(0)),
    z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)),
  ]),
});

export type Balance = z.infer<typeof balanceSchema> & WithExtra;

export interface Quote extends WithExtra {
  tld: string;
  action: Action;
  years: number;
  amount: Decimal | null;
  currency: string | null;
}

export type Domain = Found<typeof domainFacts> & WithExtra;

export interface DomainList {
  domains: Domain[];
  total: number | null;
  /** Null when it says neither that there are more nor that there are none. */
  isMore: boolean | null;
}

export type Tier = Found<typeof tierFacts> & WithExtra;

export function readAvailability(answer: Answer) {
  const isTaken = 'available' in answer.data && answer.data.available === false;
  const read = parsed(isTaken ? takenSchema : availabilitySchema, answer);
  const { domain, status, available, pricing } = read;
  const price = { amount: pricing?.amount ?? null, currency: pricing?.currency ?? null };
  return { domain, status: status || null, available, pricing: price };
}

export function readBalance(answer: Answer): z.infer<typeof balanceSchema> {
  return parsed(balanceSchema, answer);
}

/** @throws Failure `unexpected_response` that names the field */
function parsed<Schema extends z.ZodMiniType>(schema: Schema, answer: Answer): z.infer<Schema> {
  const { success, data, error } = schema.safeParse(answer.data);
  if (success) return data;
  const keys = error.issues[0]?.path ?? [];
  if (keys.length === 0) throw unexpected(answer, "'data' is not what the document says");
  let sent: unknown = answer.data;
  for (const key of keys) sent = isObject(sent) ? sent[String(key)] : undefined;
  const fault = sent === undefined ? 'is missing' : 'is not what the document says';
  throw unexpected(answer, `'${keys.map(String).join('.')}' ${fault} in ${dataOf(answer)}`);
}
