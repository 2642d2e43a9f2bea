import { type JsonObject, jsonText } from '../../core/json.ts';
import { parseTld } from '../../core/names.ts';
import { meaningOf } from '../../core/service-words.ts';
import { statementsIn } from './asked.ts';
import { placesOf, topOf } from './keys.ts';
import { flag, text } from './values.ts';

export interface CheckedAnswer {
  domain: string;
  years: number;
  available: boolean;
}

/** Keys that mean the same as `available`, beyond the document. */
const freeNames = 'avail is_available is_free free can_register registrable registerable';

/** Keys that mean the opposite of it. What is not registered may still be reserved. */
const takenNames = `registered is_registered taken is_taken reserved is_reserved blocked is_blocked
  unavailable is_unavailable not_available in_use`;

/** Keys that say it in a word of `status`. */
const wordNames = 'status state availability availability_status reason';

/** What an answer says that its `available` does not, or that it is a price for. */
export function contradictionIn(data: JsonObject, checked: CheckedAnswer): string | undefined {
  const { domain, years, available } = checked;
  const top = topOf(data);
  const opposite = available ? 'taken' : 'available';
  const [other] = [
    ...placesOf(top, freeNames).filter(({ value }) => flag(value) === !available),
    ...placesOf(top, takenNames).filter(({ value }) => available && flag(value)),
    ...placesOf(top, wordNames).filter(({ value }) => meaningOf(text(value) ?? '') === opposite),
  ];
  if (other !== undefined) {
    return `'${other.path[0]}' says ${jsonText(other.value)} and 'available' says ${available}`;
  }
  const tld = domain.slice(domain.indexOf('.') + 1);
  const asked = { tld, action: 'registration', years } as const;
  const statements = [data.pricing, data].flatMap((one) => statementsIn(topOf(one), asked));
  const wrong = statements.find(({ aspect, isAsked, value }) => {
    return !isAsked && !(aspect === 'tld' && isTldOf(domain, value));
  });
  if (wrong === undefined) return undefined;
  return `'${wrong.path.at(-1)}' is another than the one asked: '${text(wrong.value)}'`;
}

/** The tld of `kabul.com.af` may also be called `.af`. */
function isTldOf(domain: string, value: unknown): boolean {
  return domain.endsWith(`.${parseTld(text(value) ?? '')}`);
}
