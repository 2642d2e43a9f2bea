import * as z from 'zod/mini';
import { actions } from '../core/service-words.ts';
import { help } from './help.ts';
import {
  amount,
  answer,
  answerOfEach,
  availabilityFacts,
  checkedName,
  day,
  domain,
  listedDomain,
  price,
  row,
  text,
  unicode,
  wholeNumber,
  years,
} from './shapes.ts';

const asked = { tld: z.string(), action: z.enum(actions), years };

/** With --markup or --margin. */
const retail = {
  retail: z.exactOptional(z.nullable(amount)),
  margin: z.exactOptional(z.nullable(amount)),
  retail_currency: z.exactOptional(text),
};

const fact = z.nullable(z.union([z.string(), z.boolean(), z.array(z.string())]));

const change = z.strictObject({
  domain: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  field: text,
  before: fact,
  after: fact,
});

const disagreement = z.strictObject({
  domain: z.string(),
  disagreement: z.enum(['only in account', 'only in file', 'differs']),
  field: text,
  account: fact,
  file: fact,
});

const dueName = {
  domain: text,
  expiry: day,
  days_left: z.int(),
  auto_renew: z.nullable(z.boolean()),
};

const covered = z
  .nullable(z.boolean())
  .check(z.describe('null where an unknown price, date or domain could change it'));

const secretSource = z.enum(['stored', 'command']);

const preference = z.strictObject({
  key: z.string(),
  value: z.string(),
  source: z.enum(['flag', 'variable', 'profile', 'default']),
  origin: text,
  summary: z.string(),
});

const forecast = {
  days: wholeNumber,
  currency: z.string(),
  due: amount,
  balance: amount,
  credit_limit: z.nullable(amount),
  covered,
  covered_with_credit: covered,
  short_by: z.nullable(amount),
  runs_out_on: z.nullable(day),
  complete: z.boolean(),
  renewals: z.array(z.strictObject({ ...dueName, amount: z.nullable(amount) })),
  months: z.array(
    z.strictObject({
      month: z.string().check(z.regex(/^\d{4}-\d{2}$/)),
      renewals: wholeNumber,
      due: amount,
    }),
  ),
  expired: z.array(z.strictObject(dueName)),
};

/** Each line that a command prints under `--json`, by the words that are typed for the command. */
export const commandSchemas: Readonly<Record<string, z.ZodMiniType>> = {
  check: row(checkedName, answer({ ...availabilityFacts, ...retail, unicode })),
  quote: row(
    asked,
    z.union([
      answer({
        ...asked,
        ...price,
        ...retail,
        below_cost: z.exactOptional(z.nullable(z.boolean())),
      }),
      z.strictObject({
        ...asked,
        before: z.nullable(amount),
        after: z.nullable(amount),
        currency: text,
      }),
    ]),
  ),
  'domains ls': z.union([
    z.array(listedDomain),
    z.array(change),
    z.array(disagreement),
    row(
      { profile: z.string() },
      z.strictObject({ profile: z.string(), domains: z.array(listedDomain) }),
    ),
  ]),
  'domains show': row({ domain: z.string() }, domain),
  balance: answerOfEach({
    account_number: z.string(),
    balance: amount,
    currency: z.string(),
    credit_limit: z.nullable(amount),
    active_domains: z.int(),
  }),
  tier: answerOfEach({
    current_tier: text,
    next_tier: text,
    domains_needed: z.nullable(wholeNumber),
  }),
  forecast: z.union([
    z.strictObject(forecast),
    row({ profile: z.string() }, z.strictObject({ profile: z.string(), ...forecast })),
  ]),
  // The body as the service sent it, in whatever shape.
  api: z.unknown(),
  'auth login': z.strictObject({
    profile: z.string(),
    active: z.boolean(),
    base_url: z.string(),
    key: z.string(),
    secret: secretSource,
    account_number: z.string(),
  }),
  'auth status': z.strictObject({
    profile: text,
    source: z.string(),
    base_url: z.string(),
    key: z.string(),
    secret: z.enum(['stored', 'command', 'environment', 'sandbox']),
  }),
  'auth ls': z.array(
    z.strictObject({
      profile: z.string(),
      active: z.boolean(),
      base_url: text,
      key: text,
      secret: z.nullable(secretSource),
    }),
  ),
  'auth use': z.strictObject({ profile: z.string(), active: z.boolean() }),
  'auth logout': z.strictObject({
    profile: z.string(),
    removed: z.boolean(),
    active_profile: text,
  }),
  'config ls': z.array(preference),
  'config get': preference,
  'config set': preference,
  'config unset': preference,
  'config path': z.strictObject({ path: z.string() }),
  doctor: z.strictObject({
    ok: z.boolean(),
    steps: z.array(
      z.strictObject({
        step: z.string(),
        result: z.enum(['ok', 'warning', 'failed', 'skipped']),
        found: z.string(),
        next: text,
      }),
    ),
  }),
  sandbox: z.strictObject({ base_url: z.string(), key: z.string(), secret: z.string() }),
  help,
  version: z.strictObject({ version: z.string() }),
};
