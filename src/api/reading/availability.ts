import { isObject, type JsonObject, jsonText } from '../../core/json.ts';
import { contradicts, saysFailure } from '../../core/service-words.ts';
import { otherStatement } from './price-statements.ts';
import { flag, text } from './values.ts';
import { wordSet, wordsOf } from './words.ts';

export interface CheckedAnswer {
  domain: string;
  years: number;
  status: string;
  available: boolean;
}

const ofFree = wordSet('available avail free registrable registerable purchasable');

const ofTaken = wordSet('registered taken unavailable reserved exists used blocked');

const permissions = wordSet('can may allowed possible');

const fillers = wordSet('is be in domain name already currently can may allowed possible');

const stateKeys = /^(state|availability|reason|registry_?status)$/i;

const faultKeys = /^(reason|message|warning|note|error_?code|(lookup|query)_?(status|state))$/i;

export function contradictionIn(data: object, asked: CheckedAnswer): string | undefined {
  const { domain, years, status, available } = asked;
  if (contradicts(status, available))
    return `'status' says ${status} and 'available' says ${available}`;
  const sent: JsonObject = isObject(data) ? data : {};
  const own = Object.entries(sent).filter(([key]) => !/^(available|status|domain)$/.test(key));
  const others = [sent.registry, sent.whois].filter(isObject).flatMap(Object.entries);
  for (const [key, value] of [...own, ...others]) {
    if (availabilityIn(key, value, available) === !available)
      return `'${key}' says ${text(value) ?? jsonText(value)} and 'available' says ${available}`;
  }
  const isHeld = ['registrar', 'registered_at'].every((key) => text(sent[key]) !== undefined);
  if (available && isHeld) return "'registrar' names one and 'available' says true";
  const quote = {
    tld: domain.slice(domain.indexOf('.') + 1),
    action: 'registration',
    years,
  } as const;
  return (
    otherStatement(sent.pricing, quote, ['tld', 'years', 'action']) ??
    otherStatement(sent, quote, ['years', 'action'])
  );
}

export function hasFailed(data: object): boolean {
  return Object.entries(data).some(
    ([key, value]) => faultKeys.test(key) && saysFailure(text(value) ?? ''),
  );
}

/** What a flag or a text says of the name; undefined for what does not contradict it. */
function availabilityIn(key: string, value: unknown, available: boolean): boolean | undefined {
  if (stateKeys.test(key) && typeof value === 'string')
    return contradicts(value, available) ? !available : undefined;
  const said = flag(value);
  if (said === undefined) return undefined;
  const all = wordsOf(key);
  const isNegated = all.includes('not');
  const [word = '', more] = all.filter((one) => one !== 'not' && !fillers.has(one));
  const isPermission = all.some((one) => permissions.has(one)) && /^(regist|purchas)/.test(word);
  const isTaken = ofTaken.has(word) || (word === 'use' && all.includes('in'));
  if (more !== undefined || !(isPermission || isTaken || ofFree.has(word))) return undefined;
  const isFree = (isPermission || !isTaken) !== isNegated;
  // What is not registered may still be reserved.
  return said ? isFree : isFree ? false : undefined;
}
