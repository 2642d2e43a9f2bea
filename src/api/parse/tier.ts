import { extractFactsFromBestNode, type FactSchema, type ParseInput } from './facts.ts';
import { findNodesByKey, toRootNode } from './json-node.ts';
import { parseCount, parseText } from './values.ts';

/**
 * Defines the facts of a pricing tier, and the keys under which the service may send each of them.
 * The keys are guesses, because the API specification does not name the fields (section 2, "Pricing
 * tier").
 */
export const tierFactSchema = {
  current_tier: {
    keyAliases: [
      'current_tier',
      `current_tier_name current_tier.name current_pricing_tier tier tier_name tier.name
        pricing_tier pricing_tier.name reseller_tier`,
      `current_tier.display_name current_tier.label current_tier.title tier.display_name
        tier.label pricing_tier.display_name`,
      `current current.name current.tier current.title current.label current.display_name
        tier.current tier.current.name current_level current_level.name current_plan current_plan.name`,
    ],
    parse: parseTierName,
  },
  next_tier: {
    keyAliases: [
      'next_tier',
      `next_tier_name next_tier.name next_pricing_tier upcoming_tier upcoming_tier.name
        next_reseller_tier`,
      'next_tier.display_name next_tier.label next_tier.title',
      `next next.name next.tier next.title next.label next.display_name upcoming upcoming.name tier.next
        tier.next.name next_level next_level.name next_plan next_plan.name`,
    ],
    parse: parseTierName,
  },
  domains_needed: {
    keyAliases: [
      'domains_needed',
      `needed needed_to_advance domains_remaining remaining_domains domains_left
        domains_needed_to_reach_next_tier domains_required_to_advance domains_needed_for_next domains_needed_for_next_tier
        domains_needed_to_advance domains_needed_to_upgrade domains_to_next
        domains_to_next_tier domains_to_next_level domains_to_advance domains_to_upgrade
        domains_to_go domains_until_next domains_until_next_tier domains_missing
        missing_domains needed_domains additional_domains additional_domains_needed
        more_domains_needed tier_domains_needed next_tier.domains_needed next.domains_needed
        tier.domains_needed progress.domains_needed`,
      'remaining',
    ],
    // `remaining` may be a quota of API calls rather than the number of domains.
    isAmbiguous(keys, parent) {
      if (keys !== 'remaining') return false;
      const hasNextTier = findNodesByKey(toRootNode(parent), 'next_tier').length > 0;
      return !hasNextTier || Object.keys(parent).some((key) => /limit|quota|reset/i.test(key));
    },
    parse: parseCount,
  },
} satisfies FactSchema;

const tierWrapperKeys = 'tier pricing_tier level account reseller details info';

export function parseTier(input: ParseInput) {
  return extractFactsFromBestNode(input, tierFactSchema, tierWrapperKeys);
}

/**
 * Parses the name of a tier.
 * @returns null for a URL, or for a sentence such as `You have reached the highest tier`
 */
function parseTierName(value: unknown): string | null {
  const label = typeof value === 'string' ? parseText(value) : null;
  const isName = label !== null && !nonTierPattern.test(label) && label.split(/\s+/).length <= 4;
  return isName ? label : null;
}

const nonTierPattern = /^(none|n\/?a|null|unknown|false|-)$|highest|reached|\/\//i;
