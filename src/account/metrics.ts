import type { Balance, Tier } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import { safeText } from '../core/text.ts';
import { needFact, readAccountDomains, sorted } from '../domains/list.ts';
import { outcomes } from '../errors.ts';
import { rowOf } from '../output/row.ts';

const families = {
  dotaf_up: 'Whether the service has answered with the balance.',
  dotaf_balance: 'Credit balance of the account, in its currency.',
  dotaf_credit_limit: 'Credit limit of the account, in its currency.',
  dotaf_active_domains: 'Active domains of the account.',
  dotaf_tier_domains_needed: 'Domains that are needed to reach the next pricing tier.',
  dotaf_domain_expiry_timestamp_seconds: 'Start of the day, in UTC, on which the domain expires.',
} as const;

type Labels = Readonly<Record<string, string>>;

/** Samples with a null value are left out; digits stay as they came: no amount becomes a float. */
interface Sample {
  family: keyof typeof families;
  value: string | number | null;
  labels?: Labels;
}

/** Failures that are no answer of the service. */
const thrown = ['usage', 'interrupted', 'bug'] as const;

export async function readMetrics(context: Context): Promise<{ text: string; exitCode: number }> {
  const row = await rowOf({}, () => measure(context), thrown);
  if ('value' in row) return row.value;
  // The failure is reported after the metrics that say `down`.
  context.end.onAnswered(() => {
    throw row.failure;
  });
  const text = metricsText([{ family: 'dotaf_up', value: 0 }]);
  return { text, exitCode: row.failure.exitCode };
}

/** Asks for balance, tier and list at once. @throws Failure of the balance: the service is down */
async function measure(context: Context) {
  const service = await context.account.service();
  const asked = service.balance();
  const [balance, ...others] = await Promise.all([
    rowOf({}, async () => ofBalance(await asked), thrown),
    rowOf({}, async () => ofTier(await service.tier()), thrown),
    rowOf({}, () => ofDomains(context, asked), thrown),
  ]);
  if ('failure' in balance) throw balance.failure;
  const samples = [...balance.value];
  let exitCode: number = outcomes.answered;
  for (const row of others) {
    if ('value' in row) {
      samples.push(...row.value);
      continue;
    }
    exitCode = outcomes.someUnanswered;
    await context.output.warning(`left out: ${row.failure.text}`);
  }
  return { text: metricsText(samples), exitCode };
}

function ofBalance(of: Balance): Sample[] {
  const account = of.account_number;
  const labels = { account, currency: of.currency };
  return [
    { family: 'dotaf_up', value: 1 },
    { family: 'dotaf_balance', value: of.balance, labels },
    { family: 'dotaf_credit_limit', value: of.credit_limit, labels },
    { family: 'dotaf_active_domains', value: of.active_domains, labels: { account } },
  ];
}

function ofTier({ domains_needed }: Tier): Sample[] {
  return [{ family: 'dotaf_tier_domains_needed', value: domains_needed }];
}

/** @throws Failure if no expiry is known */
async function ofDomains(context: Context, balance: Promise<Balance>): Promise<Sample[]> {
  const { domains } = await readAccountDomains(context, balance);
  await needFact(context, domains, 'expiry', 'left out:');
  const samples: Sample[] = [];
  for (const { domain, expiry } of sorted(domains)) {
    if (domain === null || expiry === null) continue;
    samples.push({
      family: 'dotaf_domain_expiry_timestamp_seconds',
      value: Date.parse(expiry) / 1000,
      labels: { domain },
    });
  }
  return samples;
}

/** OpenMetrics 1.0, which collectors of Prometheus's older text format read as well. */
function metricsText(samples: readonly Sample[]): string {
  const lines: string[] = [];
  for (const [name, help] of Object.entries(families)) {
    const own = samples.filter(({ family, value }) => family === name && value !== null);
    if (own.length === 0) continue;
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`);
    if (name.endsWith('_seconds')) lines.push(`# UNIT ${name} seconds`);
    lines.push(...own.map(({ value, labels = {} }) => `${name}${labelSet(labels)} ${value}`));
  }
  return [...lines, '# EOF', ''].join('\n');
}

/** A line break in a label value is unsafe text, so safeText turns it into an escape. */
function labelSet(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => {
    const escaped = safeText(value).replace(/[\\"]/g, '\\$&');
    return `${name}="${escaped}"`;
  });
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
