export interface Rate {
  requests: number;
  windowMs: number;
}

/** As `60 requests a minute`, and `20 requests in 3 s` for a window without a name. */
export function rateText({ requests, windowMs }: Rate): string {
  return `${requests} ${requests === 1 ? 'request' : 'requests'} ${perWindow(windowMs)}`;
}

export function perWindow(windowMs: number): string {
  return windowNames[windowMs] ?? `in ${windowMs / 1000} s`;
}

const windowNames: Record<number, string> = {
  1000: 'a second',
  60000: 'a minute',
  3600000: 'an hour',
};

const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** In the form that `parseRate` reads. */
export function rateSetting({ requests, windowMs }: Rate): string {
  const isSeconds = windowMs % 1000 === 0;
  return isSeconds ? `${requests}/${windowMs / 1000}s` : `${requests}/${windowMs}ms`;
}

/** Reads `60/60s`, `100/1s`, `10/500ms`, `1000/h`. */
export function parseRate(text: string): Rate | undefined {
  const match = /^(\d{1,9})\/(\d{1,6})?(ms|s|m|h)$/.exec(text.trim());
  if (!match) return undefined;
  const [, count, amount = '1', unit = 's'] = match;
  const requests = Number(count);
  const windowMs = Number(amount) * (units[unit] ?? 1);
  return requests > 0 && windowMs > 0 ? { requests, windowMs } : undefined;
}

/** Reads registration periods such as `1`, `1-5` and `1,2,5`, in the order given, each once. */
export function parseYears(text: string): number[] | undefined {
  const years = text.split(',').flatMap((part) => {
    const [, first, last = first] = /^\s*(\d{1,3})(?:\s*-\s*(\d{1,3}))?\s*$/.exec(part) ?? [];
    const length = Number(last) - Number(first) + 1;
    return length >= 1 ? Array.from({ length }, (_, at) => Number(first) + at) : 0;
  });
  return years.includes(0) ? undefined : [...new Set(years)];
}
