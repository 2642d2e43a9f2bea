import type { OutgoingHttpHeaders } from 'node:http';
import { isObject, type JsonObject, jsonText } from '../core/json.ts';
import { addPercent, type Decimal, multiply, roundToCent } from '../core/money.ts';
import { ldhName } from '../core/names.ts';
import { type Action, actions } from '../core/service-words.ts';
import type { Account } from './account.ts';
import { fraction } from './random.ts';

interface Call {
  account: Account;
  seed: string;
  name: string;
  fields: JsonObject;
}

export class Refusal extends Error {
  readonly answer;

  constructor(status: number, code: string, message: string, headers: OutgoingHttpHeaders = {}) {
    super(message);
    this.answer = { status, code, message, headers };
  }
}

/** Section 4 of the API document; the first that matches wins, since `check` is no domain. */
const routes: [pattern: RegExp, operation: (call: Call) => object][] = [
  [/^POST \/domains\/check$/, checkAvailability],
  [/^POST \/pricing$/, quotePricing],
  [/^GET \/domains$/, listDomains],
  [/^GET \/domains\/([^/]+)$/, showDomain],
  [/^GET \/account\/balance$/, readBalance],
  [/^GET \/account\/tier$/, readTier],
];

const wellKnown = `
  afghanistan balkh bank bazaar com edu gov herat hotel kabul kandahar
  media net news nic org radio shop travel university www
`;

/** For one year, by top-level domain. */
const listPrices: Record<string, Record<Action, Decimal>> = {
  af: { registration: '48.00', renewal: '46.00', transfer: '44.00', restore: '130.00' },
  'com.af': { registration: '24.00', renewal: '22.50', transfer: '21.00', restore: '85.00' },
  'net.af': { registration: '24.00', renewal: '23.00', transfer: '21.50', restore: '85.00' },
  'org.af': { registration: '19.00', renewal: '18.25', transfer: '17.00', restore: '70.00' },
  'edu.af': { registration: '14.00', renewal: '12.75', transfer: '12.00', restore: '55.00' },
  'gov.af': { registration: '12.00', renewal: '11.00', transfer: '10.50', restore: '50.00' },
};

const bronze = { name: 'Bronze', from: 0, discount: '0' };

/** Each begins at a number of active domains, and takes a percentage off the list prices. */
const tiers = [
  bronze,
  { name: 'Silver', from: 25, discount: '7.5' },
  { name: 'Gold', from: 100, discount: '15' },
];

/** @param line method and path, such as `GET /domains` @throws Refusal */
export function answerTo(account: Account, seed: string, line: string, body: string): object {
  for (const [pattern, operation] of routes) {
    const match = pattern.exec(line);
    if (match === null) continue;
    const fields = line.startsWith('POST') ? fieldsIn(body) : {};
    return operation({ account, seed, name: (match[1] ?? '').toLowerCase(), fields });
  }
  throw new Refusal(404, 'not_found', 'no such operation');
}

function checkAvailability({ account, seed, fields }: Call): object {
  const domain = jsonText(fields.domain).toLowerCase();
  if (!ldhName.test(domain)) throw refuse('invalid_domain', 'domain must be a domain name');
  const [label = '', ...others] = domain.split('.');
  const prices = pricesOf(account, others.join('.'));
  if (!prices) throw refuse('unsupported_tld', `the tld of ${domain} is not supported`);
  const amount = amountOf(account, prices.registration, yearsIn(fields, 10));
  const isTaken =
    [...account.taken, ...account.domains.map((managed) => managed.domain)].includes(domain) ||
    wellKnown.split(/\s+/).includes(label) ||
    fraction(seed, 'registered', domain) < 0.45;
  return {
    domain,
    status: isTaken ? 'registered' : 'available',
    available: !isTaken,
    pricing: { amount, currency: account.currency },
  };
}

function quotePricing({ account, fields }: Call): object {
  const tld = jsonText(fields.tld).toLowerCase();
  if (!tld.startsWith('.')) throw refuse('invalid_tld', 'tld must begin with a dot, such as .af');
  const prices = pricesOf(account, tld.slice(1));
  if (!prices) throw refuse('unsupported_tld', 'the tld is not supported');
  const action = actions.find((known) => known === fields.action);
  if (!action) throw refuse('invalid_action', `action must be one of ${actions.join(', ')}`);
  // A restore brings a name back for the time that it had left.
  const years = yearsIn(fields, action === 'restore' ? 1 : 10);
  const amount = amountOf(account, prices[action], years);
  return { tld, action, years, amount, currency: account.currency };
}

function listDomains({ account: { domains, list_total } }: Call): object {
  return { domains: domains.slice(0, 100), ...(list_total && { total: domains.length }) };
}

function showDomain({ account, name }: Call): object {
  const managed = account.domains.find(({ domain }) => domain === name);
  if (managed !== undefined) return managed;
  throw new Refusal(404, 'domain_not_found', 'the account does not manage this domain');
}

function readBalance({ account }: Call): object {
  const { account_number, balance, currency, credit_limit } = account;
  return { account_number, balance, currency, credit_limit, active_domains: activeIn(account) };
}

function readTier({ account }: Call): object {
  const active = activeIn(account);
  const next = tiers.find(({ from }) => from > active);
  return {
    current_tier: tierOf(active).name,
    next_tier: next?.name ?? null,
    domains_needed: next === undefined ? 0 : next.from - active,
  };
}

/** The discount is taken off one year and rounded to the cent, and only then multiplied. */
function amountOf(account: Account, yearly: Decimal, years: number): Decimal {
  const discounted = addPercent(yearly, `-${tierOf(activeIn(account)).discount}`);
  return multiply(roundToCent(discounted), String(years));
}

function tierOf(active: number) {
  return tiers.findLast(({ from }) => from <= active) ?? bronze;
}

function pricesOf({ prices }: Account, tld: string) {
  return new Map(Object.entries({ ...listPrices, ...prices })).get(tld);
}

function activeIn({ domains }: Account): number {
  return domains.filter(({ status }) => status === 'active').length;
}

function fieldsIn(body: string): JsonObject {
  try {
    const value: unknown = JSON.parse(body);
    if (isObject(value)) return value;
  } catch {}
  throw new Refusal(400, 'invalid_json', 'the body must be a JSON object');
}

function yearsIn({ years }: JsonObject, most: number): number {
  const isWhole = typeof years === 'number' && Number.isInteger(years);
  if (isWhole && years >= 1 && years <= most) return years;
  throw refuse('invalid_years', `years must be a whole number from 1 to ${most}`);
}

function refuse(code: string, message: string): Refusal {
  return new Refusal(422, code, message);
}
