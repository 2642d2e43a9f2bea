import { isObject, jsonText } from '../../core/json.ts';
import { parseTld } from '../../core/names.ts';
import { meaningOf } from '../../core/service-words.ts';
import { statementsIn } from './asked.ts';
import { placesOf } from './keys.ts';
import { flag, text } from './values.ts';

export interface CheckedAnswer {
  domain: string;
  years: number;
  status: string | null;
  available: boolean;
}

/** Keys that mean the same as `available`, beyond the document. */
const freeFlags = 'avail is_available is_free free can_register registrable registerable';

/** Keys that mean the opposite of it. */
const takenFlags = `registered is_registered taken is_taken reserved is_reserved blocked is_blocked
  unavailable is_unavailable not_available in_use`;

/** Keys that say it in a word of `status`. */
const words = 'status state availability availability_status reason';

/** What else an answer says that its `available` does not, or that it is a price for. */
export function contradictionIn(data: object, asked: CheckedAnswer): string | undefined {
  const { domain, years, available } = asked;
  if (!isObject(data)) return undefined;
  const layer = { object: data, path: [] };
  const opposite = available ? 'taken' : 'available';
  const others = [
    ...placesOf(layer, freeFlags).filter(({ value }) => flag(value) === !available),
    // What is not registered may still be reserved.
    ...placesOf(layer, takenFlags).filter(({ value }) => available && flag(value)),
    ...placesOf(layer, words).filter(({ value }) => meaningOf(text(value) ?? '') === opposite),
  ];
  const [other] = others;
  if (other !== undefined) {
    const said = jsonText(other.value);
    return `'${other.path.join('.')}' says ${said} and 'available' says ${available}`;
  }
  const tld = domain.slice(domain.indexOf('.') + 1);
  const quote = { tld, action: 'registration', years } as const;
  const pricing = isObject(data.pricing) ? data.pricing : {};
  const wrong = [{ object: pricing, path: ['pricing'] }, layer]
    .flatMap((one) => statementsIn(one, quote))
    .find(
      ({ aspect, isAsked, value }) => !isAsked && !(aspect === 'tld' && isTldOf(domain, value)),
    );
  if (wrong === undefined) return undefined;
  return `'${wrong.path.at(-1)}' is another than the one asked: '${text(wrong.value) ?? ''}'`;
}

/** The tld of `kabul.com.af` may also be called `.af`. */
function isTldOf(domain: string, value: unknown): boolean {
  const tld = parseTld(text(value) ?? '');
  return tld !== undefined && domain.endsWith(`.${tld}`);
}
