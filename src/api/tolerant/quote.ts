import { isObject } from '../../core/json.ts';
import { parseTld } from '../../core/names.ts';
import { type Action, parseAction } from '../../core/service-words.ts';
import { normalized, type Reading, readFacts } from './facts.ts';
import { itemsOf } from './lists.ts';
import { type QuoteData, quoteShape } from './quote-fields.ts';

/** What was asked for; the tld without its leading dot. */
interface AskedQuote {
  tld: string;
  action: Action;
  years: number;
}

type QuoteReading = Reading<typeof quoteShape.facts>;

/**
 * The quote in an answer: the answer itself, or of several the one that was asked for, from a list
 * or from an object with the actions, the periods or the tlds as its keys. Undefined for a list
 * that does not tell which one that is.
 */
export function readQuote(data: unknown, asked: AskedQuote): QuoteReading | undefined {
  const whole = readFacts(data, quoteShape);
  if (whole.found.amount !== null) return whole;
  const item = onlyMatch(itemsOf(data).items ?? [], asked);
  if (item === undefined && !isObject(data)) return undefined;
  const own = narrowed(item ?? data, asked, deepest);
  const { found, extra } = readFacts(isObject(own) ? own : { amount: own }, quoteShape);
  const currency = found.currency ?? whole.found.currency;
  return { found: { ...found, currency }, extra: whole.extra ?? extra };
}

/** In what a quote differs from the one asked for; facts that it does not repeat do not count. */
export function otherQuote(found: QuoteData, asked: AskedQuote): string | undefined {
  const fields = ['tld', 'action', 'years'] as const;
  const other = fields.find((field) => found[field] !== null && found[field] !== asked[field]);
  return other && `'${other}' is another than the one asked: '${found[other]}'`;
}

const deepest = 4;

const container = /^(data|quotes?|prices?|pricing|tlds?|extensions?|actions?|years|periods?)$/;

function onlyMatch(items: unknown[], asked: AskedQuote): unknown {
  const [own, ...others] = items.filter(
    (item) => otherQuote(readFacts(item, quoteShape).found, asked) === undefined,
  );
  return others.length === 0 ? own : undefined;
}

/** Goes down the keys that say what was asked for. */
function narrowed(value: unknown, asked: AskedQuote, depth: number): unknown {
  if (!isObject(value) || depth === 0) return value;
  const entries = Object.entries(value);
  const isOwn = (key: string) =>
    parseAction(key) === asked.action || key === String(asked.years) || isTld(key, asked.tld);
  const [, inner] =
    entries.find(([key]) => isOwn(key)) ??
    entries.find(([key, held]) => isObject(held) && container.test(normalized(key))) ??
    [];
  return inner === undefined ? value : narrowed(inner, asked, depth - 1);
}

function isTld(key: string, tld: string): boolean {
  return parseTld(`.${key.replace(/^\./, '')}`) === tld;
}
