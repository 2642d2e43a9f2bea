import { type Action, parseAction } from '../core/actions.ts';
import { parseTld } from '../core/names.ts';
import { readFacts } from './facts.ts';
import { itemsOf } from './lists.ts';
import { type QuoteData, shapes } from './shapes.ts';

/** What was asked for; the tld without its leading dot. */
interface AskedQuote {
  tld: string;
  action: Action;
  years: number;
}

/** The quote itself; of a list of quotes, the one that was asked for. */
export function matchingQuote(data: unknown, asked: AskedQuote): unknown {
  const { items } = itemsOf(data);
  const own = items?.find(
    (item) => otherQuote(readFacts(item, shapes.quote).found, asked) === undefined,
  );
  return own ?? data;
}

/** In what a quote differs from the one asked for; facts that it does not repeat do not count. */
export function otherQuote(
  found: QuoteData,
  { tld, action, years }: AskedQuote,
): string | undefined {
  const other = (field: string, value: unknown) =>
    `'${field}' is another than the one asked: '${value}'`;
  if (found.tld !== null && parseTld(found.tld) !== tld) return other('tld', found.tld);
  const answered = parseAction(found.action ?? '');
  if (answered !== undefined && answered !== action) return other('action', found.action);
  if (found.years !== null && found.years !== years) return other('years', found.years);
  return undefined;
}
