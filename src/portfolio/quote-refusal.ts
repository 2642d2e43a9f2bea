import type { Action } from '../core/service-words.ts';
import type { Failure } from '../errors.ts';

export interface AskedQuote {
  /** With its leading dot. */
  tld: string;
  action: Action;
  years: number;
}

/** The statuses of a request that was understood, and refused for what it asks. */
const statuses = [200, 400, 404, 410, 422];

const tldWords = /tld|\b(extensions?|suffix(es)?|zones?)\b/;

const priceWords =
  /\b(years?|months?|periods?|terms?|durations?|actions?|operations?|regist(er|ration)s?|renew(al)?s?|transfers?|restores?|restoration|redemption)\b/;

/** Tells whether every other quote of the tld would be refused in the same way. */
export function refusesTld(failure: Failure, asked: AskedQuote): boolean {
  return subjectOf(failure, asked) === 'tld';
}

/** Tells whether the service has no such price, for the action or the period. */
export function refusesPrice(failure: Failure, asked: AskedQuote): boolean {
  const subject = subjectOf(failure, asked);
  return subject === 'price' || subject === 'unsaid';
}

/** The same failure, without the action: it is that of every other. */
export function aboutTld(failure: Failure, { tld }: AskedQuote): Failure {
  return failure.with({ about: `quote ${tld}` });
}

/** By the words of code and message, since the API document shows no error codes. */
function subjectOf(
  { code, message, details: { status = 0, apiCode = '' } }: Failure,
  asked: AskedQuote,
): 'tld' | 'price' | 'unsaid' | undefined {
  if (code !== 'api_error' || !statuses.includes(status)) return undefined;
  for (const text of [apiCode, message]) {
    const words = text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ')
      .toLowerCase();
    if (priceWords.test(words)) return 'price';
    if (tldWords.test(words) || words.includes(asked.tld)) return 'tld';
  }
  return status === 200 ? undefined : 'unsaid';
}
