import { parseQuoteAction, type QuoteAction } from '../../core/api-vocabulary.ts';
import { parseTld } from '../../core/domain-names.ts';
import {
  findNodesByKey,
  findValuesByKey,
  getChildNodes,
  getValueAtPath,
  type JsonNode,
  type KeyPath,
  toRootNode,
} from './json-node.ts';
import { parseText } from './values.ts';

export interface QuoteRequest {
  tld: string;
  action: QuoteAction;
  years: number;
}

interface QuoteQualifier extends JsonNode {
  property: keyof QuoteRequest;
  isMatch: boolean;
}

const tldKeys = 'tld ext extension domain_extension suffix zone domain domain_name';

const actionKeys = 'action.code action.name operation.code operation.name type.code command.code';

/** Keys for the period of a price, in years unless its key or a separate unit key says months. */
const periodKeys = `years year registration_years renewal_years billing_years period_years
  duration_years term_years num_years number_of_years months period_months duration_months
  term_months period term duration length registration_period registration_term
  billing_period billing_term renewal_period period.value period.amount duration.value`;

const unitKeys = 'unit period_unit duration_unit term_unit period_type period.unit duration.unit';

/** Keys for a billing interval: a price with `per: "month"` does not match a request for a year. */
const intervalKeys = 'per interval frequency basis billing billing_cycle billing_interval';

/** Accepts the action under any key, because the API specification does not define a key for it. */
export function findQuoteQualifiers(node: JsonNode, request: QuoteRequest): QuoteQualifier[] {
  const findText = (keys: string) => findValuesByKey(node.value, keys).map(parseText).find(Boolean);
  const period = findText(periodKeys) ?? '';
  const unit = findText(unitKeys) ?? 'years';
  const toYearQualifiers = (keys: string, number: string) =>
    toQualifiers(
      'years',
      findNodesByKey(node, keys),
      request,
      (input) => parseDurationYears(number + input, 'years') || undefined,
    );
  return [
    ...toQualifiers('tld', findNodesByKey(node, tldKeys), request, parseTld),
    ...toQualifiers(
      'action',
      [...getChildNodes(node), ...findNodesByKey(node, actionKeys)],
      request,
      parseQuoteAction,
    ),
    ...toQualifiers('years', findNodesByKey(node, periodKeys), request, (input, key) => {
      const [keyUnit = unit] = /year|month/i.exec(key) ?? [];
      return parseDurationYears(input, keyUnit);
    }),
    // A unit without a number means one: `month` is a period of one month.
    ...toYearQualifiers(unitKeys, period),
    ...toYearQualifiers(intervalKeys, ''),
  ];
}

/** Finds the action in the key path of a price, such as a renewal in `renewal_price`. */
export function parseKeyPathQualifiers(path: KeyPath, request: QuoteRequest): QuoteQualifier[] {
  const words = path.flatMap((key) => key.split(/[\W_]+|(?<=[a-z])(?=[A-Z])/));
  const nodes = words.map((value) => ({ value, path }));
  return toQualifiers('action', nodes, request, parseQuoteAction);
}

/** Accepts both `com.af` and `af` as the TLD in a response for `kabul.com.af`. */
export function findAvailabilityQualifiers(data: object, domain: string, years: number) {
  const tld = domain.slice(domain.indexOf('.') + 1);
  const pricing = { value: getValueAtPath(data, ['pricing']), path: ['pricing'] };
  const qualifiers = [pricing, toRootNode(data)].flatMap((node) =>
    findQuoteQualifiers(node, { tld, action: 'registration', years }),
  );
  return qualifiers.map((qualifier) => {
    const { property, value, isMatch } = qualifier;
    const isEnding = property === 'tld' && `.${domain}`.endsWith(`.${parseTld(String(value))}`);
    return { ...qualifier, isMatch: isMatch || isEnding };
  });
}

function toQualifiers(
  property: QuoteQualifier['property'],
  nodes: readonly JsonNode[],
  request: QuoteRequest,
  parse: (input: string, key: string) => string | number | undefined,
): QuoteQualifier[] {
  return nodes.flatMap((node) => {
    const input = parseText(node.value);
    if (input === null) return [];
    const value = parse(input, node.path.at(-1) ?? '');
    if (value === undefined) return [];
    return { ...node, property, isMatch: value === request[property] };
  });
}

/** Parses a period such as `2`, `24 months`, `P2Y` or `yearly`. @returns 0 if it is unreadable */
function parseDurationYears(period: string, defaultUnit: string) {
  const match = /^p?(\d{1,3})?[\s-]*([a-z]*)$/i.exec(period);
  if (match === null) return 0;
  const [, number = '1', suffix] = match;
  const unit = suffix || defaultUnit;
  if (/^(y|yrs?|years?|yearly|annual(ly)?)$/i.test(unit)) return Number(number);
  if (/^(m|months?|monthly)$/i.test(unit)) return Number(number) / 12;
  return 0;
}
