import { isObject, type JsonObject } from '../../core/json.ts';
import { contradicts } from '../../core/service-words.ts';
import { otherStatement } from './price-statements.ts';
import { flag } from './values.ts';
import { wordSet, wordsOf } from './words.ts';

const ofFree = wordSet('available free registrable registerable');

const ofTaken = wordSet('registered taken unavailable');

/** Words of flags that repeat `available` in another way. */
const fillers = wordSet('is domain name for registration already can be currently');

/** Says how the answer to a check disagrees with itself, or with what was asked. */
export function contradictionIn(
  data: object,
  asked: { years: number; status: string; available: boolean },
): string | undefined {
  const { years, status, available } = asked;
  if (contradicts(status, available))
    return `'status' says ${status} and 'available' says ${available}`;
  const sent: JsonObject = isObject(data) ? data : {};
  for (const [key, value] of Object.entries(sent)) {
    const said = key === 'available' ? undefined : flag(value);
    if (said === undefined) continue;
    const words = wordsOf(key).filter((word) => !fillers.has(word));
    const isNegated = words[0] === 'not';
    const [word = '', more] = isNegated ? words.slice(1) : words;
    if (more !== undefined || !(ofFree.has(word) || ofTaken.has(word))) continue;
    const isFree = (ofFree.has(word) !== isNegated) === said;
    // What is not registered may still be reserved.
    if (isFree !== available && (!isFree || ofFree.has(word)))
      return `'${key}' says ${said} and 'available' says ${available}`;
  }
  return otherStatement([sent, sent.pricing], { tld: '', action: 'registration', years }, [
    'years',
    'action',
  ]);
}
