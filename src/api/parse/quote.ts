import { type Action, actionAliases } from '../../core/api-vocabulary.ts';
import { collectExtra, extractFacts, type ParseInput } from './facts.ts';
import {
  findKeys,
  findValues,
  getAncestors,
  getChildren,
  type JsonNode,
  toRootNode,
  unwrap,
} from './json-node.ts';
import {
  findPathQualifiers,
  findQualifiers,
  type Qualifier,
  type QuoteRequest,
} from './quote-qualifiers.ts';
import { parseAmount, parseCurrency } from './values.ts';

/** API document, section 2, "Price quote": names and types are not shown. */
export function createQuoteFacts(action: Action) {
  return {
    amount: {
      keyAliases: [
        'reseller_total your_total effective_total net_total',
        expandKeys(action, '%_total total_% reseller_%_total'),
        `total total.amount total.value total_price total_price.amount total_amount total_cost
          price_total amount_total grand_total total_due amount_due`,
        expandKeys(action, 'reseller_%_price your_%_price %_reseller_price %_net_price'),
        `reseller_price reseller_price.amount reseller.amount reseller.price reseller_amount
          reseller_cost your_price your_cost effective_price effective_price.amount
          effective_amount net_price net_price.amount net_amount net final_price
          final_price.amount final_amount final cost cost.amount cost_price wholesale_price
          wholesale.amount partner_price discounted_price dealer_price`,
        expandKeys(action, '% %_price %_amount %_cost %.price %.amount price_%'),
        'amount',
        `price price.amount price.value price.price amount.value amount.amount value quote
          quote_price quoted_price quoted_amount quote_amount price_amount amount_value sum
          charge`,
        'fee fee.amount fee.value',
      ],
      parse: parseAmount,
    },
    currency: {
      keyAliases: [
        'currency',
        'currency.code currency_code price_currency currency_iso quote_currency',
      ],
      parse: parseCurrency,
    },
  };
}

/** `%` in a name stands for the words of the action. */
function expandKeys(action: Action, template: string): string {
  return actionAliases[action].map((word) => template.replaceAll('%', word)).join(' ');
}

const quoteWrapperKeys =
  'quote price_quote quotation price pricing prices price_info price_details';

const listKeys = 'prices pricing price quotes items lines result results list rows options data';

/** @returns undefined where no price is for what was asked, or where several such prices differ */
export function parseQuote(input: ParseInput, request: QuoteRequest) {
  const { data } = input;
  const nodes = unwrap(data, quoteWrapperKeys).filter(({ value }) => !hasList(value));
  const [direct] = nodes.flatMap((node) => findPrices(node, input, request, false));
  const rows = findRows(data).flatMap((row) => findPrices(row, input, request, true));
  const [first, ...others] = direct ? [direct] : rows;
  const isUnambiguous = others.every(({ facts }) => facts.amount === first?.facts.amount);
  if (first === undefined || !isUnambiguous) return undefined;
  const { facts, paths, consumed } = first;
  return { paths, facts: { ...facts, ...collectExtra(data, consumed) } };
}

/** Beside a list, a total may be that of its rows; a `list` may also be a price. */
function hasList(holder: unknown): boolean {
  return findValues(holder, listKeys).some(Array.isArray);
}

/** The price in an object, if it is for what was asked. @param isRow true for one of a list */
function findPrices(node: JsonNode, input: ParseInput, request: QuoteRequest, isRow: boolean) {
  const { amount, currency } = createQuoteFacts(request.action);
  const { facts, paths, consumed } = extractFacts(node, { amount }, input);
  const amountPath = paths.get('amount');
  if (amountPath === undefined) return [];
  const ancestors = getAncestors(input.data, amountPath);
  const currencies = ancestors.map((ancestor) => extractFacts(ancestor, { currency }, input));
  const nearest = currencies.reduce((outer, inner) => (inner.paths.size > 0 ? inner : outer));
  const pathQualifiers = findPathQualifiers(amountPath, request);
  const siblingQualifiers = ancestors.flatMap((ancestor) => findQualifiers(ancestor, request));
  const qualifiers = [...pathQualifiers, ...siblingQualifiers];
  if (!isForRequest(qualifiers, request, isRow || pathQualifiers.length > 0)) return [];
  return {
    facts: { ...facts, ...nearest.facts },
    paths: new Map([...paths, ...nearest.paths]),
    consumed: [...consumed, ...nearest.consumed, ...siblingQualifiers.map(({ path }) => path)],
  };
}

/** One price of several must say what it is for, and its period, but for the usual one of a year. */
function isForRequest(
  qualifiers: readonly Qualifier[],
  { years }: QuoteRequest,
  hasOtherLists: boolean,
): boolean {
  const hasYears = qualifiers.some(({ property }) => property === 'years');
  const isDefaultYear = years === 1 && qualifiers.length > 0;
  const isQualified = !hasOtherLists || hasYears || isDefaultYear;
  return isQualified && qualifiers.every(({ isMatch }) => isMatch);
}

function findRows(data: object): JsonNode[] {
  const inner = unwrap(data, listKeys).flatMap((node) => findKeys(node, listKeys));
  const lists = [toRootNode(data), ...inner].filter(({ value }) => Array.isArray(value));
  return lists.flatMap(getChildren);
}
