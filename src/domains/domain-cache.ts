import * as z from 'zod/mini';
import type { Redactor } from '../api/redact.ts';
import type { Domain } from '../api/responses.ts';
import type { ApiService } from '../api/service.ts';
import { mapInOrder } from '../core/concurrency.ts';
import { parseJson } from '../core/json.ts';
import { toTerminalSafeJson } from '../core/text.ts';
import { Failure } from '../errors.ts';
import type { ProgressReporter } from '../output/progress.ts';
import { appendToFile, readFileIfExists, replaceFile } from '../system/files.ts';
import type { Clock } from '../system/system.ts';

/** Schema of a domain in state files. A property that an older version did not store is null. */
export const domainSchema: z.ZodMiniType<Domain> = z.object({
  domain: nullByDefault(z.string()),
  status: nullByDefault(z.string()),
  expiry: nullByDefault(z.string()),
  registration_date: nullByDefault(z.string()),
  auto_renew: nullByDefault(z.boolean()),
  nameservers: nullByDefault(z.array(z.string())),
});

function nullByDefault<Value>(schema: z.ZodMiniType<Value>) {
  return z._default(z.nullable(schema), null);
}

const cacheTtlMs = 12 * 3_600_000;

const entrySchema = z.object({
  at: z.number(),
  name: z.string(),
  /** Null if the account does not contain a domain with this name. */
  domain: z.nullable(domainSchema),
});

type CacheEntry = z.infer<typeof entrySchema>;

interface UnlistedReaderOptions {
  service: ApiService;
  /** Path of the cache file, to which each response is appended. Undefined for the sandbox. */
  file: string | undefined;
  redactor: Redactor;
  clock: Clock;
  progress: ProgressReporter;
}

/**
 * Fetches the named domains, or takes cached responses that are less than 12 hours old.
 * @returns a map from each name to its domain, or to null if it is not in the account
 */
export async function fetchUnlistedDomains(
  { service, file, redactor, clock, progress }: UnlistedReaderOptions,
  names: readonly string[],
) {
  const cachedEntries = file ? readFreshEntries(file, redactor, clock.now()) : [];
  const results = new Map(cachedEntries.map(({ name, domain }) => [name, domain]));
  const uncachedNames = names.filter((name) => !results.has(name));
  const fetchDomain = createDomainFetcher(service);
  const fetchAndCache = async (name: string) => {
    const domain = await fetchDomain(name);
    if (file) appendToFile(file, formatEntry({ at: clock.now(), name, domain }));
    return { name, domain };
  };
  let doneCount = 0;
  try {
    for await (const { name, domain } of mapInOrder(uncachedNames, { limit: 6 }, fetchAndCache)) {
      results.set(name, domain);
      doneCount += 1;
      progress.setStatus(() => [`${doneCount} of ${uncachedNames.length} domains of your list`]);
    }
  } finally {
    progress.setStatus(undefined);
  }
  return results;
}

/**
 * Creates a function that requests a domain. HTTP 403 means "not in the account", unless it means
 * rejected credentials, which one balance request finds out.
 */
function createDomainFetcher(service: ApiService) {
  let balance: Promise<unknown> | undefined;
  return async (name: string) => {
    try {
      const { extra: _, ...domain } = await service.domain(name);
      return domain;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const isForbidden = error.details.status === 403;
      if (!isForbidden && error.code !== 'not_found') throw error;
      if (isForbidden) balance ??= service.balance();
      await balance;
      return null;
    }
  };
}

function readFreshEntries(file: string, redactor: Redactor, now: number) {
  const text = readFileIfExists(file) ?? '';
  // Skip an incomplete or invalid line, so that its domain is requested again.
  const entries = (redactor.redact(text) ?? '')
    .split('\n')
    .flatMap((line) => entrySchema.safeParse(parseJson(line)).data ?? []);
  const freshEntries = entries.filter(({ at }) => at <= now && now - at < cacheTtlMs);
  if (freshEntries.length < entries.length)
    replaceFile(file, freshEntries.map(formatEntry).join(''));
  return freshEntries;
}

function formatEntry(entry: CacheEntry) {
  return `${toTerminalSafeJson(entry)}\n`;
}
