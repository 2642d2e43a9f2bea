import * as z from 'zod/mini';
import { exits } from '../errors.ts';

/** What the service sent beyond the known keys. */
const extra = z.exactOptional(z.record(z.string(), z.unknown()));

export const text = z.nullable(z.string());

export const wholeNumber = z.int().check(z.nonnegative());

export const years = z.int().check(z.positive());

/** Decimal text, which no computer rounds. */
export const amount = z.string().check(z.regex(/^-?\d+(\.\d+)?$/));

/** `YYYY-MM-DD`, in UTC. */
export const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

export const price = { amount: z.nullable(amount), currency: text };

const code = z.enum(exits.flatMap(([, errors]) => [...errors]));

/** The one line that a failed command prints on stderr. */
export const failure = z.strictObject({
  error: z.strictObject({
    code,
    message: z.string(),
    hint: text,
    status: z.nullable(wholeNumber),
    api_code: text,
    request_id: text,
    retryable: z.boolean(),
  }),
});

const rowError = z.strictObject({
  code,
  message: z.string(),
  api_code: text,
  status: z.nullable(wholeNumber),
});

const domainFacts = {
  domain: text,
  status: text,
  expiry: z.nullable(day),
  registration_date: z.nullable(day),
  auto_renew: z.nullable(z.boolean()),
  nameservers: z.nullable(z.array(z.string())),
};

/** The name with its U-labels, which `--fields` tells from the domain. */
export const unicode = z.exactOptional(text);

export const domain = answer({ ...domainFacts, unicode });

/** With what `--fields` derives. */
export const listedDomain = answer({
  ...domainFacts,
  unicode,
  days: z.exactOptional(z.nullable(z.int())),
});

/** An answer of the service. */
export function answer<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject({ ...shape, extra });
}

/** What was asked, and why there is no answer. */
export function failedRow<Asked extends z.core.$ZodShape>(asked: Asked) {
  return z.strictObject({ ...asked, error: rowError });
}

/** One of several things asked: its answer, or its name and why there is none. */
export function row(asked: z.core.$ZodShape, answered: z.core.$ZodType) {
  return z.union([answered, failedRow(asked)]);
}

/** One answer, or one a line for each account with `--profile all`. */
export function answerOfEach<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.union([
    answer(shape),
    row({ profile: z.string() }, answer({ profile: z.string(), ...shape })),
  ]);
}

export const checkedName = { domain: z.string() };

export const availabilityFacts = {
  ...checkedName,
  status: z.string(),
  available: z.nullable(z.boolean()),
  pricing: z.strictObject(price),
  years,
};
