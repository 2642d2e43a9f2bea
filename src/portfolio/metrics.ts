import type { Balance, Domain, Tier } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import type { TextAnswer } from '../cli/definition.ts';
import type { Day } from '../core/dates.ts';
import type { Decimal } from '../core/money.ts';
import { Failure, outcomes } from '../errors.ts';
import { type Family, openMetrics, type Sample } from '../output/open-metrics.ts';
import { listedDomains } from './list.ts';

type Asked<Value> = { value: Value; failure?: never } | { value?: never; failure: Failure };

/** What one account is measured by. */
interface Measured {
  families: Family[];
  /** Of the balance, which decides whether the service is up. */
  failure: Failure | undefined;
  isWhole: boolean;
}

export async function readMetrics(context: Context): Promise<TextAnswer> {
  if (context.settings.isEveryProfile) return metricsOfAll(context);
  const { families, failure, isWhole } = await context.output.whileWorking('asking', () =>
    measured(context),
  );
  const text = openMetrics(families);
  if (failure !== undefined) return { text, failure };
  return { text, exitCode: isWhole ? outcomes.answered : outcomes.someUnanswered };
}

/** The same families, with the profile as a label. An account that fails is down, with a warning. */
async function metricsOfAll(context: Context): Promise<TextAnswer> {
  const { askEveryProfile, concludeAll, profileOf, warnOfFailures } = await import(
    '../cli/every-profile.ts'
  );
  const asked = await askEveryProfile(context, measured);
  const rows = asked.map((row) => {
    if ('failure' in row) return row;
    const { profile, answer } = row.value;
    return answer.failure ? { asked: { profile }, failure: answer.failure } : row;
  });
  await warnOfFailures(context, rows);
  const labelled = asked.flatMap((row) => {
    const families = 'value' in row ? row.value.answer.families : balanceFamilies(undefined);
    return families.map((family) => labelledFamily(family, profileOf(row)));
  });
  const exitCode = await concludeAll(context, rows);
  const isWhole = rows.every((row) => 'failure' in row || row.value.answer.isWhole);
  const partial = isWhole ? outcomes.answered : outcomes.someUnanswered;
  return { text: openMetrics(merged(labelled)), exitCode: exitCode || partial };
}

function labelledFamily(family: Family, profile: string): Family {
  const samples = family.samples.map(({ labels, value }) => ({
    labels: { profile, ...labels },
    value,
  }));
  return { ...family, samples };
}

function merged(families: readonly Family[]): Family[] {
  const byName = new Map<string, Family>();
  for (const family of families) {
    const samples = [...(byName.get(family.name)?.samples ?? []), ...family.samples];
    byName.set(family.name, { ...family, samples });
  }
  return [...byName.values()];
}

/** Asks for balance, tier and list at once. What has no answer is left out. */
async function measured(context: Context): Promise<Measured> {
  const [balance, tier, domains] = await Promise.all([
    asked(async () => (await context.service()).balance()),
    asked(async () => knownTier(await (await context.service()).tier())),
    asked(async () => knownExpiries(context, await listedDomains(context))),
  ]);
  const failures = [tier.failure, domains.failure].filter((one) => one !== undefined);
  // One cause is told once.
  const others = failures.filter(({ code }) => code !== balance.failure?.code);
  for (const { text } of others) await context.output.warning(`left out: ${text}`);
  const families = [
    ...balanceFamilies(balance.value),
    tierFamily(tier.value),
    expiryFamily(domains.value),
  ];
  return { families, failure: balance.failure, isWhole: failures.length === 0 };
}

async function asked<Value>(ask: () => Promise<Value>): Promise<Asked<Value>> {
  try {
    return { value: await ask() };
  } catch (error) {
    const isAnswer = error instanceof Failure && !['usage', 'interrupted'].includes(error.code);
    if (!isAnswer) throw error;
    return { failure: error };
  }
}

function balanceFamilies(balance: Balance | undefined): Family[] {
  const { account_number: account = '', currency = '' } = balance ?? {};
  const money = (amount: Decimal | null | undefined) =>
    samplesOf(amount ?? undefined, { account, currency });
  return [
    {
      name: 'dotaf_up',
      help: 'Whether the service has answered with the balance.',
      samples: samplesOf(balance === undefined ? '0' : '1'),
    },
    {
      name: 'dotaf_balance',
      help: 'Credit balance of the account, in its currency.',
      samples: money(balance?.balance),
    },
    {
      name: 'dotaf_credit_limit',
      help: 'Credit limit of the account, in its currency.',
      samples: money(balance?.credit_limit),
    },
    {
      name: 'dotaf_active_domains',
      help: 'Active domains of the account.',
      samples: samplesOf(balance?.active_domains.toString(), { account }),
    },
  ];
}

function tierFamily(tier: Tier | undefined): Family {
  return {
    name: 'dotaf_tier_domains_needed',
    help: 'Domains that are needed to reach the next pricing tier.',
    samples: samplesOf(tier?.domains_needed?.toString()),
  };
}

function expiryFamily(expiries: ReadonlyMap<string, Day> = new Map()): Family {
  return {
    name: 'dotaf_domain_expiry_timestamp_seconds',
    help: 'Start of the day, in UTC, on which the domain expires.',
    unit: 'seconds',
    samples: [...expiries].map(([domain, day]) => ({
      labels: { domain },
      value: String(Date.parse(day) / 1000),
    })),
  };
}

function samplesOf(value: string | undefined, labels: Sample['labels'] = {}): Sample[] {
  return value === undefined ? [] : [{ labels, value }];
}

/** The highest tier needs no domains, and may not say so. @throws Failure if nothing is known */
function knownTier(tier: Tier): Tier {
  const { current_tier, next_tier, domains_needed } = tier;
  if (domains_needed !== null || (current_tier !== null && next_tier === null)) return tier;
  throw notKnown('tier: the answer does not say how many domains are needed');
}

/**
 * A name that is listed twice expires on the sooner of its days. Warns about domains without one.
 *
 * @throws Failure if no expiry is known
 */
async function knownExpiries({ output }: Context, domains: Domain[]): Promise<Map<string, Day>> {
  const expiries = new Map<string, Day>();
  let unknown = 0;
  for (const { domain, expiry } of domains) {
    if (domain === null || expiry === null) {
      unknown += 1;
      continue;
    }
    const other = expiries.get(domain);
    if (other !== undefined && other !== expiry) {
      await output.warning(`${domain} is listed with two expiries, ${other} and ${expiry}`);
    }
    if (other === undefined || expiry < other) expiries.set(domain, expiry);
  }
  const { length } = domains;
  if (length > 0 && expiries.size === 0) {
    throw notKnown('domains ls: the answer does not say when any domain expires');
  }
  if (unknown > 0) await output.warning(`left out: ${unknown} of ${length} domains have no expiry`);
  return expiries;
}

function notKnown(message: string): Failure {
  return new Failure('unexpected_response', message, {
    hint: 'dotaf doctor shows which keys came',
  });
}
