import * as fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Redactor } from '../api/redact.ts';
import type { Domain } from '../api/responses.ts';
import type { Service } from '../api/service.ts';
import { mapInOrder } from '../core/concurrency.ts';
import { toSafeJson } from '../core/text.ts';
import { Failure } from '../errors.ts';
import type { Progress } from '../output/progress.ts';
import {
  ensureDirectory,
  readFileIfExists,
  writeFailure,
  writeFileAtomic,
} from '../system/files.ts';
import type { Clock } from '../system/system.ts';

/** A domain as it is stored. A fact that an older version did not store is null. */
export const domainSchema: z.ZodMiniType<Domain> = z.object({
  domain: stored(z.string()),
  status: stored(z.string()),
  expiry: stored(z.string()),
  registration_date: stored(z.string()),
  auto_renew: stored(z.boolean()),
  nameservers: stored(z.array(z.string())),
});

/** Defaults to null, so that a fact added later leaves older state files readable. */
function stored<Value>(schema: z.ZodMiniType<Value>) {
  return z._default(z.nullable(schema), null);
}

const cacheTtlMs = 12 * 3_600_000;

const entrySchema = z.object({
  at: z.number(),
  name: z.string(),
  /** Null for a name that the account does not hold. */
  domain: z.nullable(domainSchema),
});

type CacheEntry = z.infer<typeof entrySchema>;

interface UnlistedReaderOptions {
  service: Service;
  /** Takes each answer; undefined for a sandbox, of which nothing is kept. */
  file: string | undefined;
  redactor: Redactor;
  clock: Pick<Clock, 'now'>;
  progress: Pick<Progress, 'setStatus'>;
}

/** Writes each answer to disk as soon as it comes. @returns by name; null if not in the account */
export async function readUnlistedDomains(
  { service, file, redactor, clock, progress }: UnlistedReaderOptions,
  names: readonly string[],
): Promise<ReadonlyMap<string, Domain | null>> {
  const cached = file === undefined ? [] : readFreshEntries(file, redactor, clock.now());
  const results = new Map(cached.map(({ name, domain }) => [name, domain]));
  const missing = names.filter((name) => !results.has(name));
  const fetchDomain = createDomainFetcher(service);
  const fetchAndCache = async (name: string) => {
    const domain = await fetchDomain(name);
    if (file !== undefined) appendEntry(file, { at: clock.now(), name, domain });
    return { name, domain };
  };
  let done = 0;
  try {
    for await (const { name, domain } of mapInOrder(missing, { limit: 6 }, fetchAndCache)) {
      results.set(name, domain);
      done += 1;
      progress.setStatus(() => [`${done} of ${missing.length} domains of your list`]);
    }
  } finally {
    progress.setStatus(undefined);
  }
  return results;
}

/** A 403 may be about a name or about the credentials: the balance, asked once, tells. */
function createDomainFetcher(service: Service): (name: string) => Promise<Domain | null> {
  let balance: Promise<unknown> | undefined;
  return async (name) => {
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

function readFreshEntries(file: string, redactor: Redactor, now: number): CacheEntry[] {
  const text = readFileIfExists(file, 'the domains read so far', 'io') ?? '';
  const entries = (redactor.redact(text) ?? '').split('\n').flatMap(parseEntry);
  const fresh = entries.filter(({ at }) => at <= now && now - at < cacheTtlMs);
  if (fresh.length < entries.length) writeFileAtomic(file, fresh.map(formatEntry).join(''));
  return fresh;
}

/** A line that is torn or was changed is no entry: the name is asked again. */
function parseEntry(line: string): CacheEntry[] {
  try {
    return [entrySchema.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}

function appendEntry(file: string, entry: CacheEntry): void {
  try {
    ensureDirectory(path.dirname(file));
    fs.appendFileSync(file, formatEntry(entry), { mode: 0o600 });
  } catch (error) {
    throw writeFailure(file, error);
  }
}

function formatEntry(entry: CacheEntry): string {
  return `${toSafeJson(entry)}\n`;
}
