import type { Fact } from './facts.ts';
import { count, plainName, text } from './values.ts';

const tier = '(pricing|reseller|account|price)?tier';

const level = '(pricing|reseller|account|price)?(level|plan|rank|grade)';

const now = '(current|active|present|my|your)';

const next = '(next|upcoming|following)';

/** `…for_next_tier`, `…to_advance`. */
const goal =
  '((for|to|until|before)?(the)?(advance|advancement|next|upgrade|reach)*(tier|level)?)?';

const place = `(${next}(tier|level)?|progress|advance(ment)?|upgrade|tier|to|until)*`;

const left = '(remaining|left|togo|missing|short)';

const needed = '(still)?(needed)';

/** The pricing tier: API document, section 2, "not shown". How many a tier requires is not a fact. */
export const tierShape = {
  subject: /^tier$/,
  wrappers: /^(account|reseller|tiers)$/,
  facts: {
    current_tier: [
      ...namedBy(`${now}${tier}|${tier}${now}?`),
      ...namedBy(`${now}${level}|${level}${now}?`),
      { called: /^current$/, read: plainName },
      { called: /^currentname$/, read: plainName },
    ] satisfies Fact<string>,
    next_tier: [
      ...namedBy(`${next}${tier}|${tier}${next}`),
      ...namedBy(`${next}${level}|${level}${next}`),
      { called: /^next$/, read: plainName },
      { called: /^nextname$/, read: plainName },
    ] satisfies Fact<string>,
    domains_needed: [
      { called: RegExp(`^${place}domains?${left}(count)?${goal}$`), read: count },
      { called: RegExp(`^${place}${left}domains?(count)?${goal}$`), read: count },
      {
        called: RegExp(`^${place}(additional|more|extra)domains?${needed}?(count)?${goal}$`),
        read: count,
      },
      { called: RegExp(`^${place}domains?${needed}(count)?${goal}$`), read: count },
      { called: RegExp(`^${place}${needed}domains?(count)?${goal}$`), read: count },
      {
        called: /^domains?(to|until|before)(the)?(advance|advancement|next|upgrade)(tier|level)?$/,
        read: count,
      },
      { called: RegExp(`^${place}${left}${goal}$`), read: count },
      { called: RegExp(`^${place}${needed}${goal}$`), read: count },
    ] satisfies Fact<number>,
  },
};

/** The tier itself, its name, its code, its number: the first of these that was sent. */
function namedBy(stem: string): Fact<string> {
  return ['', '(name|label|title)', '(code|slug|key|value)', '(level|number|rank|id)'].map(
    (suffix) => ({ called: RegExp(`^(${stem})${suffix}$`), read: text }),
  );
}
