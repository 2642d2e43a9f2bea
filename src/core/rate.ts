/** At most `requests` in any window of `windowMs` milliseconds. */
export interface Rate {
  requests: number;
  windowMs: number;
}

const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Reads `60/60s`, `100/1s`, `10/500ms`, `1000/h`; undefined when it is none of these. */
export function parseRate(text: string): Rate | undefined {
  const match = /^(\d{1,9})\/(\d{1,6})?(ms|s|m|h)$/.exec(text.trim());
  if (!match) return undefined;
  const [, requests, amount = '1', unit = 's'] = match;
  const rate = {
    requests: Number(requests),
    windowMs: Number(amount) * (units[unit] ?? 1),
  };
  return rate.requests > 0 && rate.windowMs > 0 ? rate : undefined;
}
