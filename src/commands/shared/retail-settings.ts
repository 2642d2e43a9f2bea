import { createNote, type Notice } from '../../core/notices.ts';
import type { RetailPricingRules } from '../../core/retail.ts';
import { usageFailure } from '../../errors.ts';
import type { PriceColumns } from '../../output/common-fields.ts';
import type { ResolvedSetting } from '../../settings/credentials.ts';
import type { Settings } from '../../settings/settings.ts';

type NamedSetting = ResolvedSetting & { key: string };

interface PriceOptions {
  retail: boolean;
  renewal?: true | undefined;
}

/** Chooses the columns of prices. Without options, returns all of them, for the help. */
export function getPriceColumns(options?: PriceOptions, settings?: Settings): PriceColumns {
  if (!options || !settings) return { hasRetail: true, hasRenewal: true };
  const { rules } = resolveRetailRules(settings, options);
  return {
    hasRetail: rules !== undefined,
    hasRenewal: options.renewal === true,
    rate: rules?.rate,
  };
}

/**
 * Combines typed options with the stored preferences. Without a markup there are no rules.
 * @throws a `usage` Failure if --round or --rate is typed without a markup
 */
function resolveRetailRules(settings: Settings, { retail: isWanted }: PriceOptions) {
  const notices: Notice[] = [];
  if (!isWanted) return { rules: undefined, notices };
  const rate = settings.findPreference('rate');
  const markupInEffect = settings.findPreference('markup');
  const { markup, round, leftOut } = omitOtherCurrency(settings, markupInEffect);
  if (leftOut.length > 0) {
    const reason = `left out, since --rate is in ${rate?.parsed.currency}`;
    notices.push(createNote(`${reason}: ${describeStored(leftOut)}`));
  }
  if (!markup) {
    const unused = [round, rate].find((setting) => setting?.source === 'flag');
    if (unused && !markupInEffect) throw missingMarkupFailure(unused.key);
    return { rules: undefined, notices };
  }
  const stored = [markup, round, rate].filter(isStored);
  if (stored.length > 0) {
    const text = `retail by ${describeStored(stored)}; --no-retail leaves it out`;
    notices.push(createNote(text));
  }
  if (rate) notices.push(...settings.warnIfInverted('rate', rate));
  const rules: RetailPricingRules = {
    markup: markup.parsed,
    round: round?.parsed,
    rate: rate?.parsed,
  };
  return { rules, notices };
}

export async function createRetailPricer(settings: Settings, options: PriceOptions) {
  const { rules, notices } = resolveRetailRules(settings, options);
  if (!rules) return { pricer: undefined, notices };
  const { RetailPricer } = await import('../../prices/retail.ts');
  return { pricer: new RetailPricer(rules), notices };
}

/** Resolves the rate alone. The note says if it is the stored one. */
export function resolveExchangeRate(settings: Settings) {
  const rate = settings.findPreference('rate');
  return {
    rate: rate?.parsed,
    note: isStored(rate) ? `at ${describeStored([rate])}` : undefined,
    warnings: rate ? settings.warnIfInverted('rate', rate) : [],
  };
}

/** Leaves out stored amounts if a typed rate is in another currency than the stored rate. */
function omitOtherCurrency(
  settings: Settings,
  markup: ReturnType<typeof settings.findPreference<'markup'>>,
) {
  const rate = settings.findPreference('rate');
  const round = settings.findPreference('round');
  const storedCurrency = settings.findStoredPreference('rate')?.parsed.currency;
  const hasOtherCurrency = storedCurrency !== undefined && storedCurrency !== rate?.parsed.currency;
  const omitsMarkup = hasOtherCurrency && isStored(markup) && 'amount' in markup.parsed;
  const omitsRound = hasOtherCurrency && isStored(round);
  return {
    markup: omitsMarkup ? undefined : markup,
    round: omitsRound ? undefined : round,
    leftOut: [omitsMarkup ? markup : [], omitsRound ? round : []].flat(),
  };
}

function isStored<Setting extends NamedSetting>(
  setting: Setting | undefined,
): setting is Setting & { source: 'profile' } {
  return setting?.source === 'profile';
}

function describeStored(settings: readonly NamedSetting[]) {
  const texts = settings.map(({ key, value }) => `${key} ${value}`);
  return `${texts.join(', ')} of profile '${settings[0]?.origin}'`;
}

function missingMarkupFailure(name: string) {
  return usageFailure(
    `--${name} needs --markup`,
    `add --markup '<25|+5.00>', or leave --${name} out`,
  );
}
