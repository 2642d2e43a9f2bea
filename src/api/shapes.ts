import * as z from 'zod/mini';
import { isDecimal } from '../core/money.ts';
import type { Fact, Found } from './facts.ts';
import {
  amount,
  cents,
  count,
  currency,
  day,
  flag,
  hostName,
  hostNames,
  identifier,
  text,
} from './values.ts';

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

/** API document, section 2, "Account balance". */
export const balanceShape = z.looseObject({
  account_number: z.string(),
  balance: decimal,
  currency: z.string(),
  credit_limit: decimal,
  active_domains: z.number().check(z.int()),
});

const when = '(date|at|on|time|timestamp|utc|iso|day)*';

const domainFacts = {
  domain: [
    { called: /^(domain|fqdn)(name)?(ascii|ace|punycode)?$/, read: hostName },
    { called: /^((ldh|ascii|ace|host)?name|punycode|host)$/, read: hostName },
  ] satisfies Fact<string>,
  status: [
    { called: /^(domain|current)?(status|state)(name|code|value|label)?$/, read: text },
    { called: /^(registry|lifecycle)?(status(es)?|state|phase)$/, read: text },
  ] satisfies Fact<string>,
  expiry: [
    { called: RegExp(`^(domain|date|is)?expir(y|es|e|ed|ation)${when}$`), read: day },
    { called: RegExp(`^registry(date)?expir(y|es|e|ed|ation)${when}$`), read: day },
    {
      called: RegExp(`^(exp?date|(valid|paid|registered)(until|till|to|thru|through))${when}$`),
      read: day,
    },
    { called: RegExp(`^ends?${when}$`), read: day },
  ] satisfies Fact<string>,
  registration_date: [
    { called: RegExp(`^(domain|date)?regist(ration|ered|er|eredsince)${when}$`), read: day },
    { called: RegExp(`^(domain|date|registry)?(reg|cr|creat(ion|ed|e))${when}$`), read: day },
    { called: RegExp(`^(since|starts?)${when}$`), read: day },
  ] satisfies Fact<string>,
  auto_renew: [
    {
      called:
        /^(is|has|domain)?auto(matic)?(ally)?renew(al|als|s|ed|ing)?(is)?(enabled|status|state|flag|on|active|mode|setting|value)?$/,
      read: flag,
    },
    { called: /^renew(al)?(auto(matic)?|mode|type|option|setting)$/, read: flag },
    { called: /^renewal$/, read: flag },
  ] satisfies Fact<boolean>,
  nameservers: [
    {
      called:
        /^(domain|current|assigned|dns)?(name_?servers?|nservers?|ns|dnsservers?)(list|set|names|hosts|records|servers)?$/,
      read: hostNames,
    },
    { called: /^(dns|delegation|hosts)(hosts|list)?$/, read: hostNames },
    {
      called: /^(nameserver|nserver|ns|dns|dnsserver|host)\d{1,2}$/,
      read: hostNames,
      isSeries: true,
    },
  ] satisfies Fact<string[]>,
};

const tier = '(pricing|reseller|account|price)?(tier|level|plan|rank|grade)';

const tierFacts = {
  current_tier: namedBy(`(current|active|present|my|your)${tier}?|${tier}(current)?`),
  next_tier: namedBy(`(next|upcoming|following)${tier}?|${tier}(next)`),
  domains_needed: [
    {
      called:
        /^(domains?)?(needed|missing|remaining|left|togo|short)(domains?)?(count)?((for|to|until)?(advance|advancement|next|upgrade|reach)*(tier|level)?)?$/,
      read: count,
    },
    {
      called:
        /^(next(tier|level)?|progress|advance(ment)?|upgrade|tier)*(additional|more|extra)?(domains?)?(still)?(needed|missing|remaining|left|togo)(domains?)?(count)?((for|to|until)?(advance|next|upgrade)*(tier|level)?)?$/,
      read: count,
    },
    { called: /^(additional|more|extra|missing)domains?(needed|required|count)?$/, read: count },
    {
      called: /^domains?(to|until|before)(the)?(advance|advancement|next|upgrade)(tier|level)?$/,
      read: count,
    },
  ] satisfies Fact<number>,
};

const priceName = '(amount|price|pricing|cost|quote|fee|charge)';

const quoteFacts = {
  amount: [
    { called: RegExp(`^(grand|order)?total(s)?${priceName}?(amount|value)?$`), read: amount },
    {
      called: RegExp(
        `^(reseller|effective|net|your|final|quoted)*${priceName}(amount|value|total)?$`,
      ),
      read: amount,
    },
    { called: /^value$/, read: amount },
    { called: RegExp(`^(total)?${priceName}?(in)?cents$`), read: cents },
  ] satisfies Fact<string>,
  currency: [
    { called: RegExp(`^${priceName}?(currency|ccy)(code|iso|name)?$`), read: currency },
    { called: RegExp(`^(total)?${priceName}?(amount|value|total)?$`), read: embeddedCurrency },
  ] satisfies Fact<string>,
  tld: [{ called: /^(tld|extension|zone|suffix)$/, read: text }] satisfies Fact<string>,
  action: [{ called: /^(action|operation|type)$/, read: text }] satisfies Fact<string>,
  years: [
    { called: /^(years?|period|term|duration)(years?|inyears|value)?$/, read: count },
  ] satisfies Fact<number>,
};

export const shapes = { domain: domainFacts, tier: tierFacts, quote: quoteFacts };

/** The facts of a failure, whatever the error object looks like. */
export const errorFacts = {
  code: [
    { called: /^(api|service)?err(or)?(code|name|key|slug|id)$/, read: identifier },
    { called: /^(code|reason)$/, read: identifier },
    { called: /^(err(or)?)?type$/, read: identifier },
    { called: /^err(or)?$/, read: identifier },
  ] satisfies Fact<string>,
  message: [
    { called: /^(err(or)?)?(message|msg|detail|details|description|text)$/, read: text },
    { called: /^(err(or)?)?(title|reason|statusmessage)$/, read: text },
    { called: /^err(or)?$/, read: text },
  ] satisfies Fact<string>,
  requestId: [
    {
      called: /^(x|http)?(request|req|trace|correlation|transaction)(id|uuid|reference)$/,
      read: text,
    },
  ] satisfies Fact<string>,
  retryAfter: [{ called: /^retryafter(s|secs?|seconds)?$/, read: text }] satisfies Fact<string>,
};

export type AvailabilityData = z.infer<typeof availabilityShape>;
export type BalanceData = z.infer<typeof balanceShape>;
export type DomainData = Found<typeof domainFacts>;
export type TierData = Found<typeof tierFacts>;
export type QuoteData = Found<typeof quoteFacts>;

/** The tier itself, its name, its code, its number: the first of these that was sent. */
function namedBy(stem: string): Fact<string> {
  return ['', '(name|label|title)', '(code|slug|key|value)', '(level|number|rank|id)'].map(
    (suffix) => ({ called: RegExp(`^(${stem})${suffix}$`), read: text }),
  );
}

function embeddedCurrency(value: unknown): string | undefined {
  return typeof value === 'string' && /[A-Z]{3}/.test(value) ? currency(value) : undefined;
}
