import type { Fact } from './facts.ts';
import {
  day,
  flag,
  hostName,
  hostNames,
  joinedName,
  plainHostNames,
  renewalMode,
  text,
} from './values.ts';

const when = '(date|at|on|time|timestamp|utc|iso|day)*';

const expiry = 'expir(y|es|e|ed|ation)';

const nameservers = '(name_?servers?|nservers?|ns|dnsservers?)';

/** A domain, in lists and details: API document, section 2, "not shown". */
export const domainShape = {
  subject: /^domain$/,
  wrappers: /^(dates|timestamps|lifecycle|settings|options|registration|registry)$/,
  facts: {
    domain: [
      { called: /^(domain|fqdn)(name)?(ascii|ace|punycode)?$/, read: hostName },
      { called: /^((ldh|ascii|ace|host)?name|punycode)$/, read: hostName },
      { called: [/^(sld|label|domain|(domain)?name)$/, /^(tld|extension)$/], read: joinedName },
      { called: /^id$/, read: hostName },
    ] satisfies Fact<string>,
    status: [
      { called: /^(domain|current)status(name|code|value|label)?$/, read: text },
      { called: /^status(es)?(name|code|value|label)?$/, read: text },
      { called: /^(domain|current|registry|lifecycle)?(status|state|phase)(name)?$/, read: text },
    ] satisfies Fact<string>,
    expiry: [
      { called: RegExp(`^(domain|date|is)?${expiry}${when}$`), read: day },
      { called: RegExp(`^registry(date)?${expiry}${when}$`), read: day },
      {
        called: RegExp(`^(exp?date|(valid|paid|registered)(until|till|to|thru|through))${when}$`),
        read: day,
      },
      { called: RegExp(`^ends?${when}$`), read: day },
    ] satisfies Fact<string>,
    registration_date: [
      { called: RegExp(`^(domain|date)?regist(ration|ered|er|eredsince)${when}$`), read: day },
      { called: RegExp(`^(domain|registry)(date)?(reg|cr|creat(ion|ed|e))${when}$`), read: day },
      { called: RegExp(`^(date)?(reg|cr|creat(ion|ed|e))${when}$`), read: day },
    ] satisfies Fact<string>,
    auto_renew: [
      {
        called:
          /^(is|has|domain)?auto(matic)?(ally)?renew(al|als|s|ed|ing)?(is)?(enabled|status|state|flag|on|active|mode|setting|value)?$/,
        read: flag,
      },
      { called: /^renew(al|s)?auto(matic(ally)?)?$/, read: flag },
      { called: /^renew(al)?(mode|type|option|setting|policy)?$/, read: renewalMode },
    ] satisfies Fact<boolean>,
    nameservers: [
      {
        called: RegExp(
          `^(domain|current|assigned|dns|delegation)?${nameservers}(list|set|names|hosts|records|servers?|nameservers?|data|items|hostobjs?|hostattrs?)?$`,
        ),
        read: hostNames,
      },
      { called: /^(dns|delegation)$/, read: plainHostNames },
      {
        called: /^(nameserver|nserver|ns|dns|dnsserver)\d{1,2}(name|host|hostname)?$/,
        read: hostNames,
        isSeries: true,
      },
    ] satisfies Fact<string[]>,
  },
};
