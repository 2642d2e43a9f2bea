import { actionAliases, type QuoteAction } from '../../core/api-vocabulary.ts';
import { collectExtraKeys, type ParseInput, parseAttributes } from './attributes.ts';
import {
  findNodesByKey,
  findPayloads,
  findValuesByKey,
  getAncestorNodes,
  getChildNodes,
  type JsonNode,
  toRootNode,
} from './json-node.ts';
import {
  findQuoteQualifiers,
  parseKeyPathQualifiers,
  type QuoteRequest,
} from './quote-qualifiers.ts';
import { parseAmount, parseCurrencyCode } from './values.ts';

/** The JSON keys are guesses, because the API specification (section 2) does not define them. */
export function createQuoteAttributeSchema(action: QuoteAction) {
  const verb = `(${actionAliases[action].join('|')})`;
  return {
    amount: {
      keyAliases: [
        '(reseller|net)_total',
        `${verb}_total total_${verb} reseller_${verb}_total`,
        `total(|_price)(|.amount) total.value total_(amount|cost|due) (price|amount|grand)_total
          amount_due`,
        `(reseller|your)_${verb}_price ${verb}_(reseller|net)_price`,
        `(reseller|effective|net)_price(|.amount) reseller.(amount|price) reseller_cost your_price
          net final_price final cost cost.amount cost_price wholesale_price wholesale.amount
          discounted_price`,
        `${verb}(|_price|_amount|_cost|.price|.amount) price_${verb}`,
        'amount',
        `price price.(amount|value|price) amount.(value|amount) value quote quoted_(price|amount)
          quote_amount charge`,
        'fee fee.(amount|value)',
      ],
      parse: parseAmount,
    },
    currency: {
      keyAliases: ['currency', 'currency.code currency_(code|iso) quote_currency'],
      parse: parseCurrencyCode,
    },
  };
}

const quoteWrapperKeys = 'quote price_quote quotation price pricing prices price_info';

const listKeys = 'prices pricing price quotes items lines result results list rows options data';

/** @returns undefined if no price matches the request, or if the matching prices differ */
export function parseQuote(input: ParseInput, request: QuoteRequest) {
  const { data } = input;
  // Skip objects that contain a list of prices: their own amount may be the sum of the list.
  const nodes = findPayloads(data, quoteWrapperKeys).filter(
    ({ value }) => !findValuesByKey(value, listKeys).some(Array.isArray),
  );
  const [directPrice] = nodes.flatMap((node) => findPrices(node, input, request, false));
  const rows = findRows(data).flatMap((row) => findPrices(row, input, request, true));
  const [first, ...rest] = directPrice ? [directPrice] : rows;
  const isConsistent = rest.every(
    ({ attributes }) => attributes.amount === first?.attributes.amount,
  );
  if (first === undefined || !isConsistent) return undefined;
  const { attributes, paths, consumed } = first;
  return { paths, attributes: { ...attributes, ...collectExtraKeys(data, consumed) } };
}

function findPrices(node: JsonNode, input: ParseInput, request: QuoteRequest, isRow: boolean) {
  const { amount, currency } = createQuoteAttributeSchema(request.action);
  const { attributes, paths, consumed } = parseAttributes(node, { amount }, input);
  const amountPath = paths.get('amount');
  if (amountPath === undefined) return [];
  const ancestors = getAncestorNodes(input.data, amountPath);
  const currencies = ancestors.map((ancestor) => parseAttributes(ancestor, { currency }, input));
  const nearest = currencies.reduce((outer, inner) => (inner.paths.size > 0 ? inner : outer));
  const pathQualifiers = parseKeyPathQualifiers(amountPath, request);
  const siblingQualifiers = ancestors.flatMap((ancestor) => findQuoteQualifiers(ancestor, request));
  const qualifiers = [...pathQualifiers, ...siblingQualifiers];
  // A price in a list, or under a key such as `renewal_price`, may be for another period. If the
  // period is unknown, accept it only for a one-year request with a known TLD or action.
  const requiresQualifier = isRow || pathQualifiers.length > 0;
  const hasYears = qualifiers.some(({ property }) => property === 'years');
  const isDefaultYear = request.years === 1 && qualifiers.length > 0;
  const isQualified = !requiresQualifier || hasYears || isDefaultYear;
  if (!isQualified || qualifiers.some(({ isMatch }) => !isMatch)) return [];
  return {
    attributes: { ...attributes, ...nearest.attributes },
    paths: new Map([...paths, ...nearest.paths]),
    consumed: [...consumed, ...nearest.consumed, ...siblingQualifiers.map(({ path }) => path)],
  };
}

function findRows(data: object): JsonNode[] {
  const nested = findPayloads(data, listKeys).flatMap((node) => findNodesByKey(node, listKeys));
  const lists = [toRootNode(data), ...nested].filter(({ value }) => Array.isArray(value));
  return lists.flatMap(getChildNodes);
}
