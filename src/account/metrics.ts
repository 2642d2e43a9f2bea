import type { AccountBalance, PricingTier } from '../api/responses.ts';
import { createWarning, type Notice } from '../core/notices.ts';
import { escapeForTerminal } from '../core/text.ts';
import {
  type DomainListSource,
  fetchAccountDomains,
  requireDomainFact,
  sortDomains,
} from '../domains/list.ts';
import { exitCodes } from '../errors.ts';
import { runTaskAsRow } from '../output/row.ts';

const families = {
  dotaf_up: 'Whether the service has answered with the balance.',
  dotaf_balance: 'Credit balance of the account, in its currency.',
  dotaf_credit_limit: 'Credit limit of the account, in its currency.',
  dotaf_active_domains: 'Active domains of the account.',
  dotaf_tier_domains_needed: 'Domains that are needed to reach the next pricing tier.',
  dotaf_domain_expiry_timestamp_seconds: 'Start of the day, in UTC, on which the domain expires.',
} as const;

/** A metric sample. Amounts remain decimal strings, so that they do not lose precision. */
type Sample = readonly [value: string | number | null, labels?: Labels];

type Labels = Readonly<Record<string, string>>;

const rethrownCodes = ['usage', 'interrupted', 'bug'] as const;

/**
 * Reads the account's metrics from the service.
 * @returns the OpenMetrics text; if the balance cannot be read, the text only reports that the
 * service is down, and `failure` is the error to print after it
 */
export async function collectMetrics(source: () => Promise<DomainListSource>) {
  const row = await runTaskAsRow({}, async () => measure(await source()), rethrownCodes);
  if ('value' in row) return { ...row.value, failure: undefined };
  const { failure } = row;
  const text = metricsText(familyLines('dotaf_up', [0]));
  return { text, exitCode: failure.exitCode, notices: [], failure };
}

/**
 * Fetches the balance, the tier and the domain list concurrently.
 * @throws the Failure of the balance request, and any Failure whose code is in `rethrownCodes`;
 * other failures become warnings
 */
async function measure(source: DomainListSource) {
  const { service } = source;
  const balanceRequest = service.balance();
  const notices: Notice[] = [];
  const [balance, ...otherRows] = await Promise.all([
    runTaskAsRow({}, async () => formatBalance(await balanceRequest), rethrownCodes),
    runTaskAsRow({}, async () => formatTier(await service.tier()), rethrownCodes),
    runTaskAsRow({}, () => formatDomains(source, balanceRequest, notices), rethrownCodes),
  ]);
  if ('failure' in balance) throw balance.failure;
  const lines = balance.value;
  let exitCode: number = exitCodes.success;
  for (const row of otherRows) {
    if ('value' in row) {
      lines.push(...row.value);
      continue;
    }
    exitCode = exitCodes.partialFailure;
    notices.push(createWarning(`left out: ${row.failure.fullMessage}`));
  }
  return { text: metricsText(lines), exitCode, notices };
}

function formatBalance({ account_number: account, ...amounts }: AccountBalance): string[] {
  const labels = { account, currency: amounts.currency };
  return [
    ...familyLines('dotaf_up', [1]),
    ...familyLines('dotaf_balance', [amounts.balance, labels]),
    ...familyLines('dotaf_credit_limit', [amounts.credit_limit, labels]),
    ...familyLines('dotaf_active_domains', [amounts.active_domains, { account }]),
  ];
}

function formatTier({ domains_needed }: PricingTier): string[] {
  return familyLines('dotaf_tier_domains_needed', [domains_needed]);
}

async function formatDomains(
  source: DomainListSource,
  balance: Promise<AccountBalance>,
  notices: Notice[],
): Promise<string[]> {
  const accountDomains = await fetchAccountDomains(source, balance);
  const { domains } = accountDomains;
  notices.push(...accountDomains.notices);
  notices.push(...requireDomainFact(domains, 'expiry', 'left out:'));
  const samples: Sample[] = [];
  for (const { domain, expiry } of sortDomains(domains)) {
    if (domain === null || expiry === null) continue;
    samples.push([Date.parse(expiry) / 1000, { domain }]);
  }
  return familyLines('dotaf_domain_expiry_timestamp_seconds', ...samples);
}

function familyLines(name: keyof typeof families, ...samples: Sample[]): string[] {
  const known = samples.filter(([value]) => value !== null);
  if (known.length === 0) return [];
  const lines = known.map(([value, labels = {}]) => `${name}${labelSet(labels)} ${value}`);
  const unit = name.endsWith('_seconds') ? [`# UNIT ${name} seconds`] : [];
  return [`# HELP ${name} ${families[name]}`, `# TYPE ${name} gauge`, ...unit, ...lines];
}

/** Formats OpenMetrics 1.0 text, which parsers of the older Prometheus format also accept. */
function metricsText(lines: readonly string[]): string {
  return [...lines, '# EOF', ''].join('\n');
}

/**
 * Formats the labels of a metric. Line breaks are escaped by `escapeForTerminal`, since they would
 * split the sample.
 */
function labelSet(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => {
    const escaped = escapeForTerminal(value).replace(/[\\"]/g, '\\$&');
    return `${name}="${escaped}"`;
  });
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
