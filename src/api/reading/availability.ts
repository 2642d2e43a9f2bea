import { jsonText } from '../../core/json.ts';
import { isSameName, parseTld } from '../../core/names.ts';
import { meaningOf } from '../../core/service-words.ts';
import { type Statement, statementsIn } from './asked.ts';
import { placesOf, topOf, valueAtPath } from './keys.ts';
import { flag, text } from './values.ts';

/** Keys that mean the same as `available`, beyond the document. */
const freeNames = 'is_available is_free free can_register';

/** Keys that mean the opposite of `available`. A name that is not registered may be reserved. */
const takenNames = `registered is_registered taken is_taken reserved is_reserved unavailable
  not_available`;

interface CheckedAnswer {
  domain: string;
  available: boolean;
  years: number;
}

/** Finds what contradicts `available`, or says that the price is for something else. */
export function contradictionIn(
  data: object,
  { domain, available }: CheckedAnswer,
  statements: readonly Statement[],
): string | undefined {
  const top = topOf(data);
  const opposite = available ? 'taken' : 'available';
  const [other] = [
    ...placesOf(top, 'status').filter(({ value }) => meaningOf(text(value) ?? '') === opposite),
    ...placesOf(top, freeNames).filter(({ value }) => flag(value) === !available),
    ...placesOf(top, takenNames).filter(({ value }) => available && flag(value)),
  ];
  if (other !== undefined) {
    return `'${other.path[0]}' says ${jsonText(other.value)} and 'available' says ${available}`;
  }
  const wrong = statements.find(({ aspect, isAsked, value }) => {
    return !isAsked && !(aspect === 'tld' && isOf(domain, jsonText(value)));
  });
  return wrong && `'${wrong.path.at(-1)}' is another than the one asked: '${text(wrong.value)}'`;
}

/** The tld of `kabul.com.af` may be called `.af`; `com.af` is a name, too, and may say so of itself. */
function isOf(domain: string, said: string): boolean {
  return isSameName(said, domain) || domain.endsWith(`.${parseTld(said)}`);
}

export function statementsOfCheck(data: object, { domain, years }: CheckedAnswer): Statement[] {
  const tld = domain.slice(domain.indexOf('.') + 1);
  const asked = { tld, action: 'registration', years } as const;
  const pricing = { value: valueAtPath(data, ['pricing']), path: ['pricing'] };
  return [pricing, topOf(data)].flatMap((place) => statementsIn(place, asked));
}
