import type { Balance, Tier } from '../api/responses.ts';
import { type Notice, warning } from '../core/notices.ts';
import { escapeForTerminal } from '../core/text.ts';
import {
  type DomainSource,
  readAccountDomains,
  requireFact,
  sortDomains,
} from '../domains/list.ts';
import { exitCodes } from '../errors.ts';
import { toRow } from '../output/row.ts';

const families = {
  dotaf_up: 'Whether the service has answered with the balance.',
  dotaf_balance: 'Credit balance of the account, in its currency.',
  dotaf_credit_limit: 'Credit limit of the account, in its currency.',
  dotaf_active_domains: 'Active domains of the account.',
  dotaf_tier_domains_needed: 'Domains that are needed to reach the next pricing tier.',
  dotaf_domain_expiry_timestamp_seconds: 'Start of the day, in UTC, on which the domain expires.',
} as const;

/** Digits stay as they came: no amount becomes a float. */
type Sample = readonly [value: string | number | null, labels?: Labels];

type Labels = Readonly<Record<string, string>>;

const thrown = ['usage', 'interrupted', 'bug'] as const;

/** @returns also the failure that is to be reported after the metrics that say `down` */
export async function readMetrics(source: () => Promise<DomainSource>) {
  const row = await toRow({}, async () => measure(await source()), thrown);
  if ('value' in row) return { ...row.value, failure: undefined };
  const { failure } = row;
  const text = metricsText(familyLines('dotaf_up', [0]));
  return { text, exitCode: failure.exitCode, notices: [], failure };
}

/** Asks for balance, tier and list at once. @throws Failure of the balance: the service is down */
async function measure(source: DomainSource) {
  const { service } = source;
  const asked = service.balance();
  const notices: Notice[] = [];
  const [balance, ...others] = await Promise.all([
    toRow({}, async () => ofBalance(await asked), thrown),
    toRow({}, async () => ofTier(await service.tier()), thrown),
    toRow({}, () => ofDomains(source, asked, notices), thrown),
  ]);
  if ('failure' in balance) throw balance.failure;
  const lines = balance.value;
  let exitCode: number = exitCodes.success;
  for (const row of others) {
    if ('value' in row) {
      lines.push(...row.value);
      continue;
    }
    exitCode = exitCodes.partialFailure;
    notices.push(warning(`left out: ${row.failure.fullMessage}`));
  }
  return { text: metricsText(lines), exitCode, notices };
}

function ofBalance({ account_number: account, ...of }: Balance): string[] {
  const labels = { account, currency: of.currency };
  return [
    ...familyLines('dotaf_up', [1]),
    ...familyLines('dotaf_balance', [of.balance, labels]),
    ...familyLines('dotaf_credit_limit', [of.credit_limit, labels]),
    ...familyLines('dotaf_active_domains', [of.active_domains, { account }]),
  ];
}

function ofTier({ domains_needed }: Tier): string[] {
  return familyLines('dotaf_tier_domains_needed', [domains_needed]);
}

async function ofDomains(
  source: DomainSource,
  balance: Promise<Balance>,
  notices: Notice[],
): Promise<string[]> {
  const listed = await readAccountDomains(source, balance);
  const { domains } = listed;
  notices.push(...listed.notices);
  notices.push(...requireFact(domains, 'expiry', 'left out:'));
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

/** OpenMetrics 1.0, which collectors of Prometheus's older text format read as well. */
function metricsText(lines: readonly string[]): string {
  return [...lines, '# EOF', ''].join('\n');
}

/** A line break in a label value is unsafe text, so safeText turns it into an escape. */
function labelSet(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => {
    const escaped = escapeForTerminal(value).replace(/[\\"]/g, '\\$&');
    return `${name}="${escaped}"`;
  });
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
