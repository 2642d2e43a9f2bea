import * as z from 'zod/mini';
import { readDay } from '../core/dates.ts';
import { add, compare, isDecimal } from '../core/money.ts';
import { parseTld } from '../core/names.ts';
import { parseHostName } from './registry.ts';

export type AccountFile = z.infer<typeof accountFile>;

export type FileDomain = z.infer<typeof domain>;

const text = z.string().check(z.refine((value) => value.trim() !== '', 'must not be empty'));

const amount = textRead(
  (value) => (/^-?\d+(\.\d{1,2})?$/.test(value) ? add(value, '0') : undefined),
  'must be an amount in text, such as "12.50"',
);

const price = amount.check(z.refine((value) => !value.startsWith('-'), 'must not be negative'));

const percent = textRead(
  (value) => (isPercent(value) ? value : undefined),
  'must be a percentage from 0 to 100 in text, such as "7.5"',
);

const day = textRead(
  (value) => (readDay(value) === value ? value : undefined),
  'must be a day, such as "2027-03-31"',
);

const hostName = textRead(parseHostName, 'must be a host name, in A-labels where it is not ASCII');

const tld = textRead(
  (value) => parseTld(`.${value.replace(/^\./, '')}`),
  'must be a top-level domain, such as "com.af"',
);

const tier = z.strictObject({
  name: text,
  from: z.int().check(z.nonnegative()),
  discount: percent,
});

const actionPrices = z.strictObject({
  registration: z.exactOptional(price),
  renewal: z.exactOptional(price),
  transfer: z.exactOptional(price),
  restore: z.exactOptional(price),
});

/** It takes null and `extra`, since people paste what `domains ls --json` prints. */
const domain = z.strictObject({
  domain: hostName,
  status: z.nullish(text),
  expiry: z.nullish(day),
  registration_date: z.nullish(day),
  auto_renew: z.nullish(z.boolean()),
  nameservers: z.nullish(z.array(hostName)),
  extra: z.nullish(z.unknown()),
});

/** Strict, so that a misspelt field is refused instead of ignored. */
export const accountFile = z.strictObject({
  account_number: z.exactOptional(text),
  balance: z.exactOptional(amount),
  currency: z.exactOptional(text),
  credit_limit: z.exactOptional(price),
  tiers: z.exactOptional(z.array(tier)),
  prices: z.exactOptional(z.record(tld, actionPrices)),
  domains: z.exactOptional(z.array(domain)),
  taken: z.exactOptional(z.array(hostName)),
  list_total: z.exactOptional(z.boolean()),
});

const kinds: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a whole number',
  object: 'an object',
  record: 'an object',
  string: 'text',
};

/** Says what is wrong first, with its path: `domains[3].expiry: must be a day, such as …`. */
export function firstReason([issue]: readonly z.core.$ZodIssue[]): string {
  if (issue === undefined) return 'is not an account';
  const unknownField = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = pathOf([...issue.path, ...unknownField]);
  return path === '' ? messageOf(issue) : `${path}: ${messageOf(issue)}`;
}

function textRead(parse: (text: string) => string | undefined, error: string) {
  return z.string().check(
    z.refine((value) => parse(value) !== undefined, { error, abort: true }),
    z.overwrite((value) => parse(value) ?? value),
  );
}

function isPercent(value: string): boolean {
  return isDecimal(value) && compare(value, '0') >= 0 && compare(value, '100') <= 0;
}

function pathOf(keys: readonly PropertyKey[]): string {
  return keys
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}

function messageOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'is not a known field';
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return `must be at least ${issue.minimum}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? issue.message;
    default:
      return issue.message;
  }
}
