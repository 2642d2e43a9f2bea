import { isObject } from '../../core/json.ts';
import { parseTld } from '../../core/names.ts';
import { type Action, parseAction } from '../../core/service-words.ts';
import { type Layer, type Place, placesOf, valuesOf } from './keys.ts';
import { count, text } from './values.ts';

/** What a price was asked for. */
export interface AskedQuote {
  tld: string;
  action: Action;
  years: number;
}

/** What a key beside a price says that it is for. */
export interface Statement extends Place {
  aspect: keyof AskedQuote | 'quantity';
  isAsked: boolean;
}

const tldNames = 'tld ext extension domain_extension suffix zone domain domain_name';

const periodNames = `years year period term duration length months registration_years
  registration_period registration_term billing_years billing_period billing_cycle billing_term
  period_years period_months duration_years duration_months term_years term_months num_years
  number_of_years renewal_period renewal_years`;

/** The unit of a period, or else that of the price. */
const unitNames = `unit period_unit duration_unit term_unit period_type duration_type interval
  frequency per basis billing`;

const quantityNames = 'quantity qty';

/** What an object says of its price. An action is told by its word, under whatever key. */
export function statementsIn(layer: Layer, asked: AskedQuote): Statement[] {
  return [
    ...said(layer, tldNames, 'tld', ({ value }) => tldIn(value) === asked.tld),
    ...actionsIn(layer, asked),
    ...said(layer, periodNames, 'years', (place) => yearsIn(place) === asked.years),
    ...unitsOfPrice(layer, asked),
    ...said(layer, quantityNames, 'quantity', ({ value }) => count(value) === 1),
  ];
}

function said(
  layer: Layer,
  names: string,
  aspect: Statement['aspect'],
  isAsked: (place: Place) => boolean,
): Statement[] {
  const places = placesOf(layer, names).filter(({ value }) => value !== null);
  return places.map((place) => ({ ...place, aspect, isAsked: isAsked(place) }));
}

function tldIn(value: unknown): string | undefined {
  return parseTld(text(value) ?? '');
}

function actionsIn({ object, path }: Layer, asked: AskedQuote): Statement[] {
  return Object.entries(object).flatMap(([key, value]): Statement[] => {
    const action = actionIn(value);
    if (action === undefined) return [];
    const isAsked = action === asked.action;
    return [{ value, path: [...path, key], holder: object, aspect: 'action', isAsked }];
  });
}

/** Also of `{code: "renewal"}`. */
function actionIn(value: unknown): Action | undefined {
  const word = isObject(value) ? valuesOf(value, 'code name value')[0] : value;
  return typeof word === 'string' ? parseAction(word) : undefined;
}

/** A unit beside `years: 2`, or without any period, is that of the price. */
function unitsOfPrice(layer: Layer, asked: AskedQuote): Statement[] {
  const periods = placesOf(layer, periodNames).map(({ path }) => path.at(-1) ?? '');
  if (periods.some((key) => !/year/i.test(key))) return [];
  const units = said(layer, unitNames, 'years', (place) => yearsIn(place) === asked.years);
  return units.filter(({ value }) => unitIn(text(value) ?? '') !== undefined);
}

/** Years of `2`, `"2 years"`, `"24 months"`, `"P2Y"`, `"yearly"`, or of a number beside its unit. */
function yearsIn({ value, path, holder }: Place): number | undefined {
  if (isObject(value)) {
    const [number] = placesOf({ object: value, path }, 'value amount length count number years');
    return number && yearsIn(number);
  }
  const said = text(value)?.toLowerCase() ?? '';
  const [, number, rest = ''] = /^p?(\d{1,3})?[\s-]*([a-z]*)$/.exec(said) ?? [];
  if (number === undefined) return unitIn(rest);
  const beside = placesOf({ object: holder, path }, unitNames)[0]?.value;
  const unit = unitIn(rest || unitOfKey(path.at(-1)) || (text(beside) ?? 'year'));
  return unit && Number(number) * unit;
}

function unitOfKey(key = ''): string {
  return /month/i.test(key) ? 'month' : '';
}

/** The years in a unit. */
function unitIn(word: string): number | undefined {
  if (/^(y|yrs?|years?|yearly|annual|annually|per year)$/i.test(word)) return 1;
  return /^(m|months?|monthly|per month)$/i.test(word) ? 1 / 12 : undefined;
}
