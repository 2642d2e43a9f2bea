import * as z from 'zod/mini';
import { missingAttributesError } from '../api/missing-attributes.ts';
import type { Redactor } from '../api/redact.ts';
import type { Domain } from '../api/responses.ts';
import { type ApiService, createForbiddenNameCheck } from '../api/service.ts';
import { toInvalidNameRow } from '../check/normalize-names.ts';
import { comparedAttributes } from '../core/api-vocabulary.ts';
import { domainDetailsConcurrency, mapInOrder } from '../core/concurrency.ts';
import { estimateDuration, type RateLimit } from '../core/dates.ts';
import { parseJson } from '../core/json.ts';
import type { Report } from '../core/report.ts';
import { toTerminalSafeJson } from '../core/text.ts';
import { CliError } from '../errors.ts';
import type { NameEntry } from '../lists/name-list.ts';
import type { ProgressReporter } from '../output/progress.ts';
import { createRowFromTask } from '../output/row.ts';
import { AppendLog } from '../state/append-log.ts';
import { replaceFile } from '../system/files.ts';
import type { System } from '../system/system.ts';
import {
  type DomainDetails,
  type DomainDetailsRequest,
  maxComparedDetailsAgeMs,
  maxShownDetailsAgeMs,
} from './account.ts';
import type { Sighting } from './sightings.ts';

const domainSchema: z.ZodMiniType<Domain> = z.object({
  domain: nullByDefault(z.string()),
  status: nullByDefault(z.string()),
  expiry: nullByDefault(z.iso.date()),
  registration_date: nullByDefault(z.iso.date()),
  auto_renew: nullByDefault(z.boolean()),
  nameservers: nullByDefault(z.array(z.string())),
});

/** Accepts cache files written by older dotaf versions, which lack newer attributes. */
function nullByDefault<Value>(schema: z.ZodMiniType<Value>) {
  return z._default(z.nullable(schema), null);
}

export const sightingSchema: z.ZodMiniType<Sighting> = z.object({
  name: z.string(),
  domain: z.nullable(domainSchema),
  hasOwnAnswer: z.boolean(),
  emptyAttributes: z._default(z.array(z.string()), []),
  unreadableAttributes: z.optional(z.array(z.string())),
  at: z.number(),
});

interface DetailReaderOptions {
  service: ApiService;
  /** Undefined for the sandbox, whose responses are not cached. */
  file: string | undefined;
  /** The `field-names` setting. Responses parsed with a different setting are not reused. */
  fieldNames: string;
  redactor: Redactor;
  system: Pick<System, 'clock'>;
  progress: ProgressReporter;
  rate: RateLimit;
  maxAgeMs: number;
  /** True for `--fresh`: refetch domains whose cached response is more than ten minutes old. */
  isFresh: boolean;
  resumeHint: string | undefined;
}

/** Caches each response immediately, so that an interrupted run can be resumed. */
export async function readDomainDetails(
  options: DetailReaderOptions,
  { names, storedNames }: DomainDetailsRequest,
): Promise<DomainDetails> {
  const { service, system, progress, rate, maxAgeMs } = options;
  const startedAt = system.clock.now();
  const cache = new DomainCache(options, startedAt);
  const maxStoredAgeMs = options.isFresh ? maxComparedDetailsAgeMs : maxShownDetailsAgeMs;
  const cachedNames = storedNames.filter((name) => cache.get(name) !== undefined);
  const maxAges = new Map([
    ...names.map((name) => [name, maxAgeMs] as const),
    ...cachedNames.map((name) => [name, maxStoredAgeMs] as const),
  ]);
  const details = new Map<string, Sighting>();
  const missingNames: string[] = [];
  for (const [name, maxMs] of maxAges) {
    const detail = cache.get(name);
    if (detail && startedAt - detail.at <= maxMs) details.set(name, detail);
    else missingNames.push(name);
  }
  const fetchDomain = createDomainFetcher(service);
  const readDetail = async (name: string) => {
    const answer = await fetchDomain(name);
    const detail = { name, ...answer, hasOwnAnswer: true, at: system.clock.now() };
    cache.add(detail);
    return detail;
  };
  let remaining = missingNames.length;
  try {
    for await (const detail of mapInOrder(missingNames, domainDetailsConcurrency, readDetail)) {
      details.set(detail.name, detail);
      remaining -= 1;
      progress.setStatus(() => [
        `${missingNames.length - remaining} of ${missingNames.length} domains`,
        `about ${estimateDuration(remaining, rate)} left`,
      ]);
    }
  } catch (error) {
    const isInterrupted = error instanceof CliError && error.code === 'interrupted';
    throw isInterrupted ? error.with({ hint: options.resumeHint }) : error;
  } finally {
    progress.setStatus(undefined);
  }
  return { details, startedAt, problem: cache.problem };
}

/** @param onAnswer called for each response; `domain` is null if it is not in the account */
export function fetchDomainDetails(
  service: ApiService,
  names: readonly NameEntry[],
  isBulk: boolean,
  report: Report,
  onAnswer: (answer: DomainAnswer) => void,
) {
  return mapInOrder(names, domainDetailsConcurrency, async (entry) => {
    if (entry.reason) return toInvalidNameRow(entry);
    const { text: name } = entry;
    const row = await createRowFromTask({ domain: name }, async () => {
      const answer = await service.domainAnswer(name, isBulk);
      const { domain } = answer;
      if (comparedAttributes.every((attribute) => domain[attribute] === null)) {
        const problem = `${name}: the answer has no fact of a domain`;
        report.warn(missingAttributesError(problem, [domain]).message);
      }
      onAnswer({ name, ...answer });
      return domain;
    });
    if ('error' in row && row.error.code === 'not_found')
      onAnswer({ name, domain: null, emptyAttributes: [] });
    return row;
  });
}

type DomainAnswer = Pick<Sighting, 'name' | 'domain' | 'emptyAttributes' | 'unreadableAttributes'>;

/** Caches a response for later commands. Ignores write errors, as the response is still valid. */
export function cacheDomainDetails(
  file: string,
  fieldNames: string,
  answer: DomainAnswer & { at: number },
) {
  try {
    const detail = sightingSchema.parse({ ...answer, hasOwnAnswer: true });
    new AppendLog(file).append(formatDetail(detail, fieldNames));
  } catch {}
}

class DomainCache {
  readonly #log;
  readonly #fieldNames;
  readonly #details = new Map<string, Sighting>();
  /** Message of the first read or write error, after which the cache is disabled. */
  problem: string | undefined;

  constructor({ file, fieldNames, redactor }: DetailReaderOptions, now: number) {
    this.#log = file === undefined ? undefined : new AppendLog(file);
    this.#fieldNames = fieldNames;
    if (file !== undefined) this.#load(file, redactor, now);
  }

  get(name: string) {
    return this.#details.get(name);
  }

  add(detail: Sighting) {
    this.#attempt(() => this.#log?.append(formatDetail(detail, this.#fieldNames)));
  }

  /**
   * Loads the cache file and compacts it if most lines are stale. A line appended concurrently by
   * another process is lost, so its domain is requested again.
   */
  #load(file: string, redactor: Redactor, now: number) {
    const lines = this.#attempt(() => this.#log?.readNewLines()) ?? [];
    for (const line of lines) {
      const record = parseJson(redactor.redact(line) ?? '');
      const { data: detail } = sightingSchema.safeParse(record);
      if (detail === undefined || Object(record).fieldNames !== this.#fieldNames) continue;
      const isUsable = detail.at <= now && now - detail.at <= maxShownDetailsAgeMs;
      if (isUsable) this.#details.set(detail.name, detail);
    }
    if (lines.length <= 2 * this.#details.size) return;
    const kept = [...this.#details.values()];
    const text = kept.map((detail) => `${formatDetail(detail, this.#fieldNames)}\n`).join('');
    this.#attempt(() => replaceFile(file, text));
  }

  #attempt<Result>(operation: () => Result) {
    if (this.problem !== undefined) return undefined;
    try {
      return operation();
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      this.problem = error.message;
      return undefined;
    }
  }
}

function formatDetail(detail: Sighting, fieldNames: string) {
  return toTerminalSafeJson({ ...detail, fieldNames });
}

function createDomainFetcher(service: ApiService) {
  const findForbiddenName = createForbiddenNameCheck(service);
  return async (name: string) => {
    try {
      const { domain, ...answer } = await service.domainAnswer(name);
      const { extra: _, ...attributes } = domain;
      return { domain: attributes, ...answer };
    } catch (error) {
      const isNotFound = error instanceof CliError && error.code === 'not_found';
      if (isNotFound || (await findForbiddenName(error)))
        return { domain: null, emptyAttributes: [] };
      throw error;
    }
  };
}
