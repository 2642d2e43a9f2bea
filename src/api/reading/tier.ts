import { type Fact, readAnswer, type StatedKeys } from './facts.ts';
import { count, text } from './values.ts';

const parts = 'name display_name tier tier_name value code slug key label title level';

const groups = [{ names: 'attributes details info' }];

/** What a service calls a tier that it does not call so. */
const ladders = ['level', 'plan', 'rank', 'grade', 'band', 'membership', 'account_tier'];

const currentNames = `current_tier current_tier_name current cur_tier tier_current tier tier_name
  reseller_tier ${ladders.join(' ')} ${ladders.map((word) => `current_${word}`).join(' ')}`;

const nextNames = `next_tier next_tier_name next tier_next upcoming_tier next_reseller_tier
  ${ladders.map((word) => `next_${word}`).join(' ')}`;

/** Beside these a number of domains may be all that a tier requires. */
const thresholds = `threshold min_domains minimum_domains minimum required_domains domains_required
  requires requirement target target_domains from_domains next_tier_min_domains
  next_tier_threshold next_threshold limit quota metric unit currency`;

/** Beside these a number of domains may be what is left of an allowance. */
const quotas = 'limit quota domain_limit domains_limit max_domains domains_used';

/** Counts that go with a tier and say nothing of the next one. */
const otherCounts = `domains_to_date domains_to_renew* domains_to_keep* domains_to_maintain*
  domains_to_retain* domains_needed_to_keep* domains_needed_to_maintain*
  domains_needed_to_retain* domains_needed_to_stay*`;

/** API document, section 2, "Pricing tier": names and types are not shown. */
export const tierFacts = {
  current_tier: {
    ranks: [
      { names: 'current_tier', read: nameOrNumber },
      `current_tier_name current_pricing_tier current_tier_label cur_tier pricing_tier
       tier_current tier tier_name tier_label reseller_tier`,
      `current current_level_name current_plan_name tier.current tiers.current
       ${ladders.map((word) => `current_${word}`).join(' ')}`,
      { names: `${ladders.join(' ')} level_name`, beside: [nextNames] },
    ],
    groups,
    parts,
    read: name,
  } satisfies Fact<string>,
  next_tier: {
    ranks: [
      { names: 'next_tier', read: nameOrNumber },
      `next_tier_name next_pricing_tier next_tier_label tier_next upcoming_tier
       upcoming_tier_name following_tier next_reseller_tier upgrade_to`,
      `next_level_name next_plan_name tier.next tiers.next
       ${ladders.map((word) => `next_${word}`).join(' ')}`,
      { names: 'next upcoming', beside: [currentNames] },
    ],
    groups: [...groups, { names: 'progress' }],
    parts,
    read: name,
  } satisfies Fact<string>,
  domains_needed: {
    ranks: [
      `domains_needed domains_needed_for_next domains_needed_for_next_tier
       domains_needed_to_advance domains_needed_to_upgrade domains_needed_for_upgrade
       domains_needed_count domains_to_next domains_to_next_tier domains_to_next_level
       domains_to_advance domains_to_upgrade domains_to_go domains_until_next
       domains_until_next_tier domains_until_upgrade domains_missing domains_short
       missing_domains needed_domains additional_domains additional_domains_needed
       more_domains_needed extra_domains_needed remaining_to_next_tier remaining_to_next
       needed_to_advance needed_for_next_tier
       domains_required_to_advance required_to_advance domains_still_needed domains_away
       tier_domains_needed`,
      { names: 'domains_remaining remaining_domains domains_left', unless: quotas },
      {
        names: 'domains_needed* domains_to_* domains_until_*',
        beside: [currentNames, nextNames],
        unless: `${thresholds} ${otherCounts}`,
      },
      {
        names: 'remaining needed to_go to_next missing',
        beside: [currentNames, nextNames],
        unless: thresholds,
      },
    ],
    groups: [
      ...groups,
      { names: 'progress advancement upgrade tier next_tier next tier.next tiers.next' },
    ],
    parts: 'domains count value remaining',
    read: count,
  } satisfies Fact<number>,
};

/** @param tops the data of the answer, and the envelope around it */
export function readTier(tops: readonly object[], stated: StatedKeys) {
  return readAnswer(
    tops,
    tierFacts,
    `tier tiers pricing_tier tier_info
    tier_status level levels progress pricing account reseller`,
    stated,
  );
}

const noTier = /^(none|n\/?a|null|unknown|false|-)$|highest|reached/i;

/** A sentence is no name: `You have reached the highest tier`. */
function name(value: unknown): string | null {
  const said = typeof value === 'string' ? text(value) : null;
  const isName = said !== null && !noTier.test(said) && said.split(/\s+/).length <= 4;
  return isName ? said : null;
}

/** A tier that is only a number is told by the key alone. */
function nameOrNumber(value: unknown): string | null {
  return typeof value === 'number' ? text(value) : name(value);
}
