import type { Balance, Domain, Tier } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import type { Day } from '../core/dates.ts';
import { nothingKnown } from '../domains/choice.ts';
import { listedDomains } from '../domains/list.ts';
import { Failure, outcomes } from '../errors.ts';
import { type Family, openMetrics, type Sample } from '../output/open-metrics.ts';

type Asked<Value> = { value: Value; failure?: never } | { value?: never; failure: Failure };

/** What one account is measured by; what has no answer is absent. */
interface Measured {
  balance?: Balance | undefined;
  tier?: Tier | undefined;
  expiries?: ReadonlyMap<string, Day> | undefined;
}

interface Account {
  labels: Sample['labels'];
  measured: Measured;
}

interface Metric extends Omit<Family, 'samples'> {
  samples(measured: Measured): [value: string | null | undefined, labels?: Sample['labels']][];
}

const metrics: readonly Metric[] = [
  {
    name: 'dotaf_up',
    help: 'Whether the service has answered with the balance.',
    samples: ({ balance }) => [[balance === undefined ? '0' : '1']],
  },
  {
    name: 'dotaf_balance',
    help: 'Credit balance of the account, in its currency.',
    samples: ({ balance }) => [[balance?.balance, moneyLabels(balance)]],
  },
  {
    name: 'dotaf_credit_limit',
    help: 'Credit limit of the account, in its currency.',
    samples: ({ balance }) => [[balance?.credit_limit, moneyLabels(balance)]],
  },
  {
    name: 'dotaf_active_domains',
    help: 'Active domains of the account.',
    samples: ({ balance }) => [
      [balance?.active_domains.toString(), { account: balance?.account_number ?? '' }],
    ],
  },
  {
    name: 'dotaf_tier_domains_needed',
    help: 'Domains that are needed to reach the next pricing tier.',
    samples: ({ tier }) => [[tier?.domains_needed?.toString()]],
  },
  {
    name: 'dotaf_domain_expiry_timestamp_seconds',
    help: 'Start of the day, in UTC, on which the domain expires.',
    unit: 'seconds',
    samples: ({ expiries = new Map() }) =>
      [...expiries].map(([domain, day]) => [String(Date.parse(day) / 1000), { domain }]),
  },
];

export async function readMetrics(context: Context): Promise<{ text: string; exitCode?: number }> {
  if (context.settings.isEveryProfile) return metricsOfAll(context);
  const { failure, isWhole, ...measured } = await context.output.whileWorking('asking', () =>
    measure(context),
  );
  const text = textOf([{ labels: {}, measured }]);
  if (failure !== undefined) {
    // The text stays right without the rest.
    context.onAnswered(() => {
      throw failure;
    });
  }
  return { text, exitCode: isWhole ? outcomes.answered : outcomes.someUnanswered };
}

/** The same metrics, with the profile as a label. An account that fails is down, with a warning. */
async function metricsOfAll(context: Context): Promise<{ text: string; exitCode?: number }> {
  const { askEveryProfile, concludeAll, profileOf, warnOfFailures } = await import(
    '../cli/every-profile.ts'
  );
  const asked = await askEveryProfile(context, measure);
  const rows = asked.map((row) => {
    if ('failure' in row) return row;
    const { profile, answer } = row.value;
    return answer.failure ? { asked: { profile }, failure: answer.failure } : row;
  });
  await warnOfFailures(context, rows);
  const exitCode = await concludeAll(context, rows);
  const isWhole = rows.every((row) => 'failure' in row || row.value.answer.isWhole);
  const partial = isWhole ? outcomes.answered : outcomes.someUnanswered;
  const accounts = rows.map((row) => ({
    labels: { profile: profileOf(row) },
    measured: 'value' in row ? row.value.answer : {},
  }));
  return { text: textOf(accounts), exitCode: exitCode || partial };
}

function textOf(accounts: readonly Account[]): string {
  return openMetrics(
    metrics.map(({ samples, ...metric }) => ({
      ...metric,
      samples: accounts.flatMap(({ labels, measured }) =>
        samples(measured).flatMap(([value, own]) =>
          value === null || value === undefined ? [] : { labels: { ...labels, ...own }, value },
        ),
      ),
    })),
  );
}

function moneyLabels(balance: Balance | undefined): Sample['labels'] {
  return { account: balance?.account_number ?? '', currency: balance?.currency ?? '' };
}

/** Asks for balance, tier and list at once. The balance decides whether the service is up. */
async function measure(context: Context) {
  const [balance, tier, expiries] = await Promise.all([
    asked(async () => (await context.service()).balance()),
    asked(async () => knownTier(await (await context.service()).tier())),
    asked(async () => knownExpiries(context, await listedDomains(context))),
  ]);
  const failures = [tier.failure, expiries.failure].filter((one) => one !== undefined);
  // One cause is told once.
  const others = failures.filter(({ code }) => code !== balance.failure?.code);
  for (const { text } of others) await context.output.warning(`left out: ${text}`);
  return {
    ...{ balance: balance.value, tier: tier.value, expiries: expiries.value },
    failure: balance.failure,
    isWhole: failures.length === 0,
  };
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

/** The highest tier needs no domains, and may not say so. @throws Failure if nothing is known */
function knownTier(tier: Tier): Tier {
  const { current_tier, next_tier, domains_needed } = tier;
  if (domains_needed !== null || (current_tier !== null && next_tier === null)) return tier;
  throw new Failure(
    'unexpected_response',
    'tier: the answer does not say how many domains are needed',
    { hint: 'dotaf doctor shows which keys came' },
  );
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
  if (length > 0 && expiries.size === 0) throw nothingKnown('metrics', domains, 'expiry');
  if (unknown > 0) await output.warning(`left out: ${unknown} of ${length} domains have no expiry`);
  return expiries;
}
