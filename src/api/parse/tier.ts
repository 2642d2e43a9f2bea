import { type AttributeSchema, type ParseInput, parseBestPayload } from './attributes.ts';
import { parseCount, parseText } from './values.ts';

/** The JSON keys are guesses, because the API specification (section 2) does not define them. */
export const tierSchema = {
  current_tier: {
    keyAliases: [
      'current_tier',
      '(|current_)tier(_name|.name) (|pricing_|reseller_)tier pricing_tier.name',
      '(|current_)tier.(display_name|label) current_tier.title pricing_tier.display_name',
      `current current.(name|tier|title|label|display_name) tier.current tier.current.name
        current_(level|plan) current_(level|plan).name`,
    ],
    parse: parseTierName,
  },
  next_tier: {
    keyAliases: [
      'next_tier',
      'next_tier(_name|.name) next_(pricing|reseller)_tier upcoming_tier upcoming_tier.name',
      'next_tier.(display_name|label|title)',
      `next next.(name|tier|title|label|display_name) upcoming.name tier.next tier.next.name
        next_(level|plan) next_(level|plan).name`,
    ],
    parse: parseTierName,
  },
  domains_needed: {
    keyAliases: [
      'domains_needed',
      `needed needed_to_advance (needed|missing|remaining)_domains additional_domains_needed
        domains_(remaining|left|missing|to_go) domains_needed_to_(advance|upgrade|reach_next_tier)
        domains_required_to_advance domains_(needed_for|to|until)_next(|_tier)
        domains_to_(next_level|advance) (tier|next_tier|next|progress).domains_needed`,
      'remaining',
    ],
    // Unless `next_tier` is beside it, `remaining` may be the number of API calls left.
    isAmbiguous: (keys, siblings) =>
      keys === 'remaining' &&
      (!/^next.?tier$/im.test(siblings) || /limit|quota|reset/i.test(siblings)),
    parse: parseCount,
  },
} satisfies AttributeSchema;

const tierWrapperKeys = 'tier pricing_tier level account reseller details info';

export function parseTier(input: ParseInput) {
  return parseBestPayload(input, tierSchema, tierWrapperKeys);
}

/** @returns null for a string that is not a tier name, such as `none`, a URL or a sentence */
function parseTierName(value: unknown) {
  const label = typeof value === 'string' ? parseText(value) : null;
  return label === null || nonTierPattern.test(label) ? null : label;
}

const nonTierPattern = /^(none|n\/?a|null|unknown|false|-)$|highest|reached|\/\/|\S(\s+\S+){4}/i;
