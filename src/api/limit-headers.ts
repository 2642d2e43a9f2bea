import type { Rate } from '../core/periods.ts';

type Headers = Readonly<Record<string, string>>;

/** The texts of what a family of headers says of one limit. */
export interface LimitHeader {
  limit: string | undefined;
  remaining: string | undefined;
  reset: string | undefined;
}

const families = ['ratelimit', 'x-ratelimit', 'x-rate-limit', 'rate-limit'];

const unitMs = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Reads the headers of a rate limit, in the forms of the drafts of the IETF and before them. */
export function limitsIn(headers: Headers): LimitHeader[] {
  const { ratelimit = '' } = headers;
  // In the newer form commas part policies, and semicolons their values.
  const policies = ratelimit.includes(';') ? ratelimit.split(',') : [ratelimit];
  const limits = policies.map((policy) => {
    const values = valuesIn(policy, /[;,]/);
    return {
      limit: values.get('limit'),
      remaining: values.get('r') ?? values.get('remaining'),
      reset: values.get('t') ?? values.get('reset'),
    };
  });
  const longestFirst = limits.sort((left, right) => Number(right.reset) - Number(left.reset));
  const others = families.map((name) => ({
    limit: headers[`${name}-limit`],
    remaining: headers[`${name}-remaining`],
    reset: headers[`${name}-reset-after`] ?? headers[`${name}-reset`],
  }));
  return [...longestFirst, ...others];
}

/** The limits whose windows are told: `"burst";q=20;w=60`, `20;w=60`, `X-RateLimit-Limit-Minute: 20`. */
export function ratesIn(headers: Headers): Rate[] {
  const policies = [headers['ratelimit-policy'], headers['ratelimit-limit']].join(',').split(',');
  const rates = policies.map((policy) => {
    const values = valuesIn(policy, /;/);
    const quota = values.get('q') ?? policy.split(';')[0]?.trim();
    return { requests: numberOf(quota) ?? 0, windowMs: (numberOf(values.get('w')) ?? 0) * 1000 };
  });
  const byUnit = families.flatMap((name) =>
    Object.entries(unitMs).map(([unit, windowMs]) => {
      return { requests: numberOf(headers[`${name}-limit-${unit}`]) ?? 0, windowMs };
    }),
  );
  return [...rates, ...byUnit].filter(({ requests, windowMs }) => requests > 0 && windowMs > 0);
}

export function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function valuesIn(text: string, separator: RegExp): Map<string, string | undefined> {
  const pairs = text.split(separator).map((pair) => pair.split('='));
  return new Map(pairs.map(([name = '', value]) => [name.trim().toLowerCase(), value?.trim()]));
}
