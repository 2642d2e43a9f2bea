import type { Field } from './field-specification.ts';
import { count, plainName, text } from './values.ts';

const tier = '(pricing|reseller|account|price)?tier';

const level = '(pricing|reseller|account|price)?(level|plan|rank|grade)';

const now = '(current|active|present|my|your)';

const next = '(next|upcoming|following)';

const goal =
  '((for|to|until|before)?(the)?(advance|advancement|next|upgrade|reach)*(tier|level)?)?';

const place = `(${next}(tier|level)?|progress|advance(ment)?|upgrade|tier|to|until)*`;

const left = '(remaining|left|togo|missing|short)';

const needed = '(still)?(needed)';

/** API document, section 2, "Pricing tier": names and types are not shown. */
export const tierSpecification = {
  subject: /^tier$/,
  wrappers: /^(account|reseller|tiers)$/,
  fields: {
    current_tier: [
      ...namedBy(`${now}${tier}|${tier}${now}?`),
      ...namedBy(`${now}${level}|${level}${now}?`),
      { keys: /^current$/, read: plainName },
      { keys: /^currentname$/, read: plainName },
    ] satisfies Field<string>,
    next_tier: [
      ...namedBy(`${next}${tier}|${tier}${next}`),
      ...namedBy(`${next}${level}|${level}${next}`),
      { keys: /^next$/, read: plainName },
      { keys: /^nextname$/, read: plainName },
    ] satisfies Field<string>,
    domains_needed: [
      { keys: RegExp(`^${place}domains?${left}(count)?${goal}$`), read: count },
      { keys: RegExp(`^${place}${left}domains?(count)?${goal}$`), read: count },
      {
        keys: RegExp(`^${place}(additional|more|extra)domains?${needed}?(count)?${goal}$`),
        read: count,
      },
      { keys: RegExp(`^${place}domains?${needed}(count)?${goal}$`), read: count },
      { keys: RegExp(`^${place}${needed}domains?(count)?${goal}$`), read: count },
      {
        keys: /^domains?(to|until|before)(the)?(advance|advancement|next|upgrade)(tier|level)?$/,
        read: count,
      },
      { keys: RegExp(`^${place}${left}${goal}$`), read: count },
      { keys: RegExp(`^${place}${needed}${goal}$`), read: count },
    ] satisfies Field<number>,
  },
};

function namedBy(stem: string): Field<string> {
  return ['', '(name|label|title)', '(code|slug|key|value)', '(level|number|rank|id)'].map(
    (suffix) => ({ keys: RegExp(`^(${stem})${suffix}$`), read: text }),
  );
}
