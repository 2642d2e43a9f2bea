import * as z from 'zod/mini';
import type { JsonObject } from '../core/json.ts';
import type { Decimal } from '../core/money.ts';
import { isSameName } from '../core/names.ts';
import { meaningOf } from '../core/service-words.ts';
import { type Answer, dataOf, unexpected } from './envelope.ts';
import type { AskedQuote } from './reading/asked.ts';
import { contradictionIn, statementsOfCheck } from './reading/availability.ts';
import type { domainFacts } from './reading/domain.ts';
import { extraOf, type Found } from './reading/facts.ts';
import { valueAt } from './reading/keys.ts';
import type { tierFacts } from './reading/tier.ts';
import { signedAmount } from './reading/values.ts';

export interface WithExtra {
  extra?: Record<string, unknown>;
}

// zod's own checks of a length also run on an object that has a length, whatever that is.
const word = z.string().check(z.regex(/^.{0,1000}$/s));

const currency = z.pipe(
  word,
  z.transform((code) => code.trim().toUpperCase()),
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

const pricing = z.nullish(
  z.looseObject({ amount: z.nullish(price), currency: z.nullish(currency) }),
);

/** API document, section 2, "Availability result". */
const availabilitySchema = z.looseObject({
  domain: word,
  status: z.nullish(word),
  available: z.boolean(),
  pricing,
});

/** The document does not show the price of a name that cannot be registered. */
const takenSchema = z.extend(availabilitySchema, { pricing: z.catch(pricing, null) });

/** `available` is null beside a status whose meaning is not known. */
export type Availability = ReturnType<typeof readAvailability>['read'] & WithExtra;

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

export interface Quote extends AskedQuote, WithExtra {
  amount: Decimal | null;
  currency: string | null;
}

export type Domain = Found<typeof domainFacts> & WithExtra;

export interface DomainList {
  domains: Domain[];
  total: number | null;
  /** Null when the answer says neither that there are more domains nor that there are none. */
  isMore: boolean | null;
  /** The answer holds another list that could be meant. */
  isOneOfSeveral: boolean;
}

export type Tier = Found<typeof tierFacts> & WithExtra;

/**
 * @returns what was read, the paths of fields of another type than documented, and what else came
 * @throws Failure `unexpected_response` also for what contradicts itself or was not asked
 */
export function readAvailability(answer: Answer, domain: string, years: number) {
  const { data } = answer;
  const isTaken = valueAt(data, ['available']) === false;
  const sent = parsed(isTaken ? takenSchema : availabilitySchema, answer);
  if (!isSameName(sent.domain, domain)) {
    throw unexpected(answer, `'domain' is another name than the one asked: '${sent.domain}'`);
  }
  const { status, available, pricing } = sent;
  const price = { amount: pricing?.amount ?? null, currency: pricing?.currency ?? null };
  const read = { domain, status: status || null, available, pricing: price, years };
  const contradiction = contradictionIn(data, read);
  if (contradiction !== undefined) throw unexpected(answer, contradiction);
  const fields = ['status', 'pricing.amount', 'pricing.currency'];
  const slips = slipsIn(data, read, isTaken ? ['status'] : fields);
  const confirmed = statementsOfCheck(data, read).map(({ path }) => path.join('.'));
  const told = ['domain', 'available', 'years', ...fields, ...confirmed];
  const isKnown = read.status === null || meaningOf(read.status) !== 'unknown';
  return {
    read: { ...read, available: isKnown ? available : null },
    slips,
    extra: extraBeside(data, read, told),
  };
}

/** @returns as `readAvailability` */
export function readBalance(answer: Answer) {
  const { data } = answer;
  const read = parsed(balanceSchema, answer);
  const fields = Object.keys(read);
  return { read, slips: slipsIn(data, read, fields), extra: extraBeside(data, read, fields) };
}

function slipsIn(data: object, read: object, fields: readonly string[]): string[] {
  return fields.filter((field) => {
    const path = field.split('.');
    const sent = valueAt(data, path);
    const value = valueAt(read, path);
    if (value === null) return true;
    if (typeof sent !== 'string' || typeof value !== 'string') return sent !== value;
    return sent.trim().toUpperCase() !== value.toUpperCase();
  });
}

function extraBeside(data: object, read: object, fields: readonly string[]): JsonObject {
  const paths = fields.map((field) => field.split('.'));
  const told = paths.filter((path) => valueAt(read, path) !== null || !valueAt(data, path));
  return extraOf(data, told);
}

/** @throws Failure `unexpected_response` that names the field */
function parsed<Schema extends z.ZodMiniType>(schema: Schema, answer: Answer): z.infer<Schema> {
  const { success, data, error } = schema.safeParse(answer.data);
  if (success) return data;
  const keys = error.issues[0]?.path ?? [];
  if (keys.length === 0) throw unexpected(answer, "'data' is not what the document says");
  const path = keys.map(String);
  const isMissing = valueAt(answer.data, path) === undefined;
  const fault = isMissing ? 'is missing' : 'is not what the document says';
  throw unexpected(answer, `'${path.join('.')}' ${fault} in ${dataOf(answer)}`);
}
