import { parseTld } from '../../core/names.ts';
import { type Action, parseAction } from '../../core/service-words.ts';
import {
  namesIn,
  type Path,
  type Place,
  placesIn,
  placesOf,
  topOf,
  valueAtPath,
  valuesOf,
} from './keys.ts';
import { text } from './values.ts';

export interface AskedQuote {
  tld: string;
  action: Action;
  years: number;
}

export interface Statement extends Place {
  aspect: keyof AskedQuote;
  isAsked: boolean;
}

const tldNames = 'tld ext extension domain_extension suffix zone domain domain_name';

const actionNames = 'action.code action.name operation.code operation.name type.code command.code';

/** Keys of a period. It is in the unit that its key names, or the one beside it, or in years. */
const periodNames = `years year registration_years renewal_years billing_years period_years
  duration_years term_years num_years number_of_years months period_months duration_months
  term_months period term duration length registration_period registration_term
  billing_period billing_term renewal_period period.value period.amount duration.value`;

const unitNames = 'unit period_unit duration_unit term_unit period_type period.unit duration.unit';

/** Keys of the time that a price is for, whatever period stands beside them. */
const rateNames = 'per interval frequency basis billing billing_cycle billing_interval';

/** An action is recognized by its word, under whatever key it stands. */
export function statementsIn(layer: Place, asked: AskedQuote): Statement[] {
  const textAt = (names: string) => valuesOf(layer.value, names).map(text).find(Boolean);
  const period = textAt(periodNames) ?? '';
  const unit = textAt(unitNames) ?? 'years';
  const unitsIn = (names: string, number: string) =>
    said(
      'years',
      placesOf(layer, names),
      asked,
      (words) => yearsIn(number + words, 'years') || undefined,
    );
  return [
    ...said('tld', placesOf(layer, tldNames), asked, parseTld),
    ...said('action', [...placesIn(layer), ...placesOf(layer, actionNames)], asked, parseAction),
    ...said('years', placesOf(layer, periodNames), asked, (words, key) => {
      const [ownUnit = unit] = /year|month/i.exec(key) ?? [];
      return yearsIn(words, ownUnit);
    }),
    // A unit without a period is the one that the price is for.
    ...unitsIn(unitNames, period),
    ...unitsIn(rateNames, ''),
  ];
}

/** Keys that lead to a price may name its action, as `renewal_price` does. */
export function statementsOf(path: Path, asked: AskedQuote): Statement[] {
  const words = path.flatMap((key) => key.split(/[\W_]+|(?<=[a-z])(?=[A-Z])/));
  const places = words.map((value) => ({ value, path }));
  return said('action', places, asked, parseAction);
}

export function statementsOfCheck(data: object, domain: string, years: number): Statement[] {
  const tld = domain.slice(domain.indexOf('.') + 1);
  const pricing = { value: valueAtPath(data, ['pricing']), path: ['pricing'] };
  return [pricing, topOf(data)].flatMap((place) => {
    return statementsIn(place, { tld, action: 'registration', years });
  });
}

/** The tld of `kabul.com.af` may be called `.af`; `com.af` is a name, too, and may say so of itself. */
export function isTldOf(domain: string, said: string): boolean {
  return `.${domain}`.endsWith(`.${parseTld(said)}`);
}

function said(
  aspect: Statement['aspect'],
  places: readonly Place[],
  asked: AskedQuote,
  read: (words: string, key: string) => string | number | undefined,
): Statement[] {
  return places.flatMap((place) => {
    const words = text(place.value);
    if (words === null) return [];
    const is = read(words, place.path.at(-1) ?? '');
    if (is === undefined) return [];
    return { ...place, aspect, isAsked: is === asked[aspect] };
  });
}

const unitsOfYears = namesIn('y yr yrs year years yearly annual annually');

const unitsOfMonths = namesIn('m month months monthly');

/** Years of `2`, `2 years`, `24 months`, `P2Y` and `yearly`; 0 of what is none of them. */
function yearsIn(period: string, usualUnit: string): number {
  const parts = /^p?(\d{1,3})?[\s-]*([a-z]*)$/i.exec(period);
  if (parts === null) return 0;
  const [, number = '1', ownUnit] = parts;
  const unit = (ownUnit || usualUnit).toLowerCase();
  if (unitsOfYears.includes(unit)) return Number(number);
  if (unitsOfMonths.includes(unit)) return Number(number) / 12;
  return 0;
}
