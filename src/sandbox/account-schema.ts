import {
  array,
  boolean,
  exactOptional,
  type infer as Infer,
  int,
  nonnegative,
  nullish,
  overwrite,
  record,
  refine,
  strictObject,
  string,
  unknown,
} from 'zod/mini';
import { readDay } from '../core/dates.ts';
import { add, compare, isDecimal } from '../core/money.ts';
import { parseTld } from '../core/names.ts';
import { readHostName } from './host-name.ts';

export type AccountFile = Infer<typeof accountFile>;

export type FileDomain = Infer<typeof domain>;

const text = string().check(refine((value) => value.trim() !== '', 'must not be empty'));

const amount = string().check(
  refine((value) => /^-?\d+(\.\d{1,2})?$/.test(value), {
    error: 'must be an amount in text, such as "12.50"',
    abort: true,
  }),
  overwrite((value) => add(value, '0')),
);

const price = amount.check(refine((value) => !value.startsWith('-'), 'must not be negative'));

const percent = string().check(
  refine(isPercent, 'must be a percentage from 0 to 100 in text, such as "7.5"'),
);

const day = string().check(
  refine((value) => readDay(value) === value, 'must be a day, such as "2027-03-31"'),
);

const hostName = string().check(
  refine((value) => readHostName(value) !== undefined, {
    error: 'must be a host name, in A-labels where it is not ASCII',
    abort: true,
  }),
  overwrite((value) => value.toLowerCase()),
);

const tld = string().check(
  refine((value) => bareTld(value) !== undefined, {
    error: 'must be a top-level domain, such as "com.af"',
    abort: true,
  }),
  overwrite((value) => bareTld(value) ?? value),
);

const tier = strictObject({ name: text, from: int().check(nonnegative()), discount: percent });

const actionPrices = strictObject({
  registration: exactOptional(price),
  renewal: exactOptional(price),
  transfer: exactOptional(price),
  restore: exactOptional(price),
});

/** Null and `extra` as `domains ls --json` prints them: its output may be pasted into the file. */
const domain = strictObject({
  domain: hostName,
  status: nullish(text),
  expiry: nullish(day),
  registration_date: nullish(day),
  auto_renew: nullish(boolean()),
  nameservers: nullish(array(hostName)),
  extra: nullish(unknown()),
});

/** Strict, so that a slip in a field's name is a reason and not a silent default. */
export const accountFile = strictObject({
  account_number: exactOptional(text),
  balance: exactOptional(amount),
  currency: exactOptional(text),
  credit_limit: exactOptional(price),
  tiers: exactOptional(array(tier)),
  prices: exactOptional(record(tld, actionPrices)),
  domains: exactOptional(array(domain)),
  taken: exactOptional(array(hostName)),
});

function isPercent(value: string): boolean {
  return isDecimal(value) && compare(value, '0') >= 0 && compare(value, '100') <= 0;
}

function bareTld(value: string): string | undefined {
  return parseTld(`.${value.replace(/^\./, '')}`);
}
