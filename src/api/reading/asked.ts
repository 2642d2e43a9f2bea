import { parseTld } from '../../core/names.ts';
import { type Action, parseAction } from '../../core/service-words.ts';
import { namesIn, type Path, type Place, placesOf, valuesOf } from './keys.ts';
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

const yearNames = `years year registration_years renewal_years billing_years period_years
  duration_years term_years num_years number_of_years`;

const monthNames = 'months period_months duration_months term_months';

const periodNames = `period term duration length registration_period registration_term
  billing_period billing_term renewal_period period.value period.amount duration.value`;

const unitNames = 'unit period_unit duration_unit term_unit period_type period.unit duration.unit';

/** Keys of the time that a price is for, whatever period stands beside them. */
const rateNames = 'per interval frequency basis billing billing_cycle billing_interval';

/** An action is recognized by its word, under whatever key it stands. */
export function statementsIn(layer: Place, asked: AskedQuote): Statement[] {
  const { value: holder, path } = layer;
  const entries = Object.entries(Object(holder));
  const all = entries.map(([key, value]) => ({ value, path: [...path, key] }));
  const [period = ''] = textsOf(holder, periodNames);
  const [unit = 'years'] = textsOf(holder, unitNames);
  const inYears = (names: string, read: (words: string) => number | undefined) =>
    said('years', placesOf(layer, names), asked, read);
  return [
    ...said('tld', placesOf(layer, tldNames), asked, parseTld),
    ...said('action', [...all, ...placesOf(layer, actionNames)], asked, parseAction),
    ...inYears(yearNames, (words) => yearsIn(words, 'years')),
    ...inYears(monthNames, (words) => yearsIn(words, 'months')),
    ...inYears(periodNames, (words) => yearsIn(words, unit)),
    // A unit without a period is the one that the price is for.
    ...inYears(unitNames, (words) => yearsIn(period, words) || undefined),
    ...inYears(rateNames, (words) => yearsIn(words, 'years') || undefined),
  ];
}

function textsOf(holder: unknown, names: string): string[] {
  return valuesOf(holder, names).flatMap((value) => text(value) ?? []);
}

/** Keys that lead to a price may name its action, as `renewal_price` does. */
export function statementsOf(path: Path, asked: AskedQuote): Statement[] {
  const words = path.flatMap((key) => key.split(/[\W_]+|(?<=[a-z])(?=[A-Z])/));
  const places = words.map((value) => ({ value, path }));
  return said('action', places, asked, parseAction);
}

function said(
  aspect: Statement['aspect'],
  places: readonly Place[],
  asked: AskedQuote,
  read: (words: string) => string | number | undefined,
): Statement[] {
  return places.flatMap((place) => {
    const words = text(place.value);
    if (words === null) return [];
    const is = read(words);
    if (is === undefined) return [];
    return [{ ...place, aspect, isAsked: is === asked[aspect] }];
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
