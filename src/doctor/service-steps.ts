import { counted } from '../core/durations.ts';
import { Failure } from '../errors.ts';
import { maskKey } from '../settings/credentials.ts';
import type { Examination } from './examination.ts';
import { explainStranger } from './not-the-service.ts';
import { findShape } from './shape.ts';
import { type Finding, ok, skipped, warning } from './step.ts';

/** A balance that cannot be read is an answer all the same, and a later step tells of it. */
export async function testService(examination: Examination): Promise<Finding> {
  const { clock } = examination.context.surroundings;
  const start = clock.elapsed();
  try {
    await examination.balance();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, details } = error;
    const isUnreadable = code === 'unexpected_response' && !details.isNotTheService;
    if (!isUnreadable && code !== 'unauthorized') {
      throw explainStranger(error, examination.reply, await examination.url());
    }
  }
  return ok(`answers a request in ${Math.round(clock.elapsed() - start)} ms`);
}

/** By the same request. */
export async function testCredentials(examination: Examination): Promise<Finding> {
  const { key } = await examination.credentials();
  try {
    await examination.balance();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'unexpected_response') throw error;
  }
  return ok(`the service accepts the key ${maskKey(key)}`);
}

const tolerableMs = 120_000;

export async function testClock({ reply }: Examination): Promise<Finding> {
  const serviceTime = Date.parse(reply?.headers.date ?? '');
  if (reply === undefined || Number.isNaN(serviceTime)) {
    return skipped('no answer says what time it is');
  }
  const ahead = reply.receivedAt - serviceTime;
  if (Math.abs(ahead) <= tolerableMs) return ok("within two minutes of the service's");
  const minutes = Math.round(Math.abs(ahead) / 60_000);
  const found = `${minutes} minutes ${ahead > 0 ? 'ahead of' : 'behind'} the service's`;
  return warning(found, 'set the clock of this machine, by NTP if possible');
}

export async function testBalance(examination: Examination): Promise<Finding> {
  const balance = await examination.balance();
  return findShape({
    path: '/account/balance',
    rows: [balance],
    facts: ['account_number', 'balance', 'currency', 'credit_limit', 'active_domains'],
    optional: ['credit_limit'],
    about: `account ${balance.account_number}`,
  });
}

export async function testDomains(examination: Examination): Promise<Finding> {
  const service = await examination.service();
  const { domains, total } = await service.domains();
  const { length } = domains;
  if (length === 0) return ok('the list is empty');
  return findShape({
    path: '/domains',
    rows: domains,
    sources: service.sources,
    facts: ['domain', 'status', 'expiry', 'auto_renew', 'registration_date', 'nameservers'],
    optional: ['registration_date', 'nameservers'],
    about:
      total !== null && total > length
        ? `${length} of ${total} domains`
        : counted(length, 'domain'),
  });
}

export async function testTier(examination: Examination): Promise<Finding> {
  const service = await examination.service();
  const tier = await service.tier();
  return findShape({
    path: '/account/tier',
    rows: [tier],
    sources: service.sources,
    facts: ['current_tier', 'next_tier', 'domains_needed'],
    // The highest tier has none after it.
    optional: ['next_tier', 'domains_needed'],
  });
}

export async function testQuote(examination: Examination): Promise<Finding> {
  const service = await examination.service();
  const quote = await service.quote('af', 'registration', 1);
  return findShape({
    path: `/pricing --data '{"tld":".af","action":"registration","years":1}'`,
    rows: [quote],
    sources: service.sources,
    facts: ['amount', 'currency'],
    optional: [],
    about: '.af registration, 1 year',
  });
}
