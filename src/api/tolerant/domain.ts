import type { Field } from './field-specification.ts';
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

/** API document, section 2, "Domain (list item and detail)": names and types are not shown. */
export const domainSpecification = {
  subject: /^domain$/,
  wrappers: /^(dates|timestamps|lifecycle|settings|options|registration|registry)$/,
  fields: {
    domain: [
      { keys: /^(domain|fqdn)(name)?(ascii|ace|punycode)?$/, read: hostName },
      { keys: /^((ldh|ascii|ace|host)?name|punycode)$/, read: hostName },
      { keys: [/^(sld|label|domain|(domain)?name)$/, /^(tld|extension)$/], read: joinedName },
      { keys: /^id$/, read: hostName },
    ] satisfies Field<string>,
    status: [
      { keys: /^(domain|current)status(name|code|value|label)?$/, read: text },
      { keys: /^status(es)?(name|code|value|label)?$/, read: text },
      { keys: /^(domain|current|registry|lifecycle)?(status|state|phase)(name)?$/, read: text },
    ] satisfies Field<string>,
    expiry: [
      { keys: RegExp(`^(domain|date|is)?${expiry}${when}$`), read: day },
      { keys: RegExp(`^registry(date)?${expiry}${when}$`), read: day },
      {
        keys: RegExp(`^(exp?date|(valid|paid|registered)(until|till|to|thru|through))${when}$`),
        read: day,
      },
      { keys: RegExp(`^ends?${when}$`), read: day },
    ] satisfies Field<string>,
    registration_date: [
      { keys: RegExp(`^(domain|date)?regist(ration|ered|er|eredsince)${when}$`), read: day },
      { keys: RegExp(`^(domain|registry)(date)?(reg|cr|creat(ion|ed|e))${when}$`), read: day },
      { keys: RegExp(`^(date)?(reg|cr|creat(ion|ed|e))${when}$`), read: day },
    ] satisfies Field<string>,
    auto_renew: [
      {
        keys: /^(is|has|domain)?auto(matic)?(ally)?renew(al|als|s|ed|ing)?(is)?(enabled|status|state|flag|on|active|mode|setting|value)?$/,
        read: flag,
      },
      { keys: /^renew(al|s)?auto(matic(ally)?)?$/, read: flag },
      { keys: /^renew(al)?(mode|type|option|setting|policy)?$/, read: renewalMode },
    ] satisfies Field<boolean>,
    nameservers: [
      {
        keys: RegExp(
          `^(domain|current|assigned|dns|delegation)?${nameservers}(list|set|names|hosts|records|servers?|nameservers?|data|items|hostobjs?|hostattrs?)?$`,
        ),
        read: hostNames,
      },
      { keys: /^(dns|delegation)$/, read: plainHostNames },
      {
        keys: /^(nameserver|nserver|ns|dns|dnsserver)\d{1,2}(name|host|hostname)?$/,
        read: hostNames,
        isSeries: true,
      },
    ] satisfies Field<string[]>,
  },
};
