import type { RetailPricingRules } from '../../core/pricing.ts';
import type { Report } from '../../core/report.ts';
import { usageError } from '../../errors.ts';
import type { PriceFieldOptions } from '../../output/field-list.ts';
import type { ResolvedSetting } from '../../settings/preferences.ts';
import type { Settings } from '../../settings/settings.ts';

type NamedSetting = ResolvedSetting & { key: string };

interface PriceOptions {
  retail: boolean;
  renewal?: true | undefined;
}

export function getPriceColumns(options?: PriceOptions, settings?: Settings): PriceFieldOptions {
  if (!options || !settings) return { hasRetail: true, hasRenewal: true };
  const rules = resolveRetailRules(settings, options);
  return {
    hasRetail: rules !== undefined,
    hasRenewal: options.renewal === true,
    rate: rules?.rate,
  };
}

/**
 * @throws a `usage` error if --round or --rate is given without a markup, or if the currency of
 * --rate differs from the currency of stored amounts
 */
function resolveRetailRules(
  settings: Settings,
  { retail: isWanted }: PriceOptions,
  report?: Report,
): RetailPricingRules | undefined {
  if (!isWanted) return undefined;
  const rate = settings.findPreference('rate');
  const markup = settings.findPreference('markup');
  const round = settings.findPreference('round');
  if (!markup) {
    const unused = [round, rate].find((setting) => setting?.source === 'flag');
    if (!unused) return undefined;
    const option = `--${unused.key}`;
    throw usageError(
      `${option} needs --markup`,
      `add --markup '<25|+5.00>', or leave ${option} out`,
    );
  }
  const amounts = [...('amount' in markup.parsed ? [markup] : []), ...(round ? [round] : [])];
  assertStoredCurrency(settings, amounts.filter(isStored));
  const stored = [markup, round, rate].filter(isStored);
  if (stored.length > 0) {
    report?.note(`retail by ${describeStored(stored)}; --no-retail leaves it out`);
  }
  return { markup: markup.parsed, round: round?.parsed, rate: rate?.parsed };
}

export async function createRetailPricer(
  settings: Settings,
  options: PriceOptions,
  report: Report,
) {
  const rules = resolveRetailRules(settings, options, report);
  if (!rules) return undefined;
  const { RetailPricer } = await import('../../prices/retail.ts');
  return new RetailPricer(rules, report);
}

export function resolveExchangeRate(settings: Settings) {
  const rate = settings.findPreference('rate');
  return {
    rate: rate?.parsed,
    note: isStored(rate) ? `at ${describeStored([rate])}` : undefined,
  };
}

function assertStoredCurrency(settings: Settings, amounts: readonly NamedSetting[]) {
  const rate = settings.findPreference('rate');
  const storedRate = settings.findStoredPreference('rate');
  if (!rate || !storedRate || amounts.length === 0) return;
  const [typed, stored] = [rate.parsed.currency, storedRate.parsed.currency];
  if (typed === stored) return;
  const options = amounts.map(({ key }) => `--${key} '<${typed}>'`);
  throw usageError(
    `--rate is in ${typed}, and ${describeStored(amounts)} in ${stored}`,
    `add ${options.join(' ')}, or --no-retail`,
  );
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
