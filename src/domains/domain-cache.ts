import * as z from 'zod/mini';
import { missingAttributesError } from '../api/missing-attributes.ts';
import type { Redactor } from '../api/redact.ts';
import type { Domain } from '../api/responses.ts';
import { type ApiService, createForbiddenNameCheck } from '../api/service.ts';
import { toInvalidNameRow } from '../check/normalize-names.ts';
import { detailConcurrency, mapInOrder } from '../core/concurrency.ts';
import { estimateDuration, type RateLimit } from '../core/dates.ts';
import { parseJson } from '../core/json.ts';
import type { Report } from '../core/report.ts';
import { toTerminalSafeJson } from '../core/text.ts';
import { CliError } from '../errors.ts';
import type { NameEntry } from '../lists/domain-list.ts';
import type { ProgressReporter } from '../output/progress.ts';
import { createRowFromTask } from '../output/row.ts';
import { AppendLog } from '../state/append-log.ts';
import { replaceFile } from '../system/files.ts';
import type { System } from '../system/system.ts';
import {
  type DetailRequest,
  type DomainDetails,
  maxComparedAgeMs,
  maxShownAgeMs,
} from './account.ts';
import { hasKnownAttributes } from './list.ts';
import type { Sighting } from './sightings.ts';

/** Schema of a domain in state files. A missing property is null: it may have been added since. */
const domainSchema: z.ZodMiniType<Domain> = z.object({
  domain: nullByDefault(z.string()),
  status: nullByDefault(z.string()),
  expiry: nullByDefault(z.iso.date()),
  registration_date: nullByDefault(z.iso.date()),
  auto_renew: nullByDefault(z.boolean()),
  nameservers: nullByDefault(z.array(z.string())),
});

function nullByDefault<Value>(schema: z.ZodMiniType<Value>) {
  return z._default(z.nullable(schema), null);
}

/** Schema of a line in the file of stored answers, and of a row in a snapshot. */
export const sightingSchema: z.ZodMiniType<Sighting> = z.object({
  name: z.string(),
  domain: z.nullable(domainSchema),
  isListed: z.boolean(),
  hasOwnAnswer: z.boolean(),
  emptyAttributes: z._default(z.array(z.string()), []),
  at: z.number(),
});

interface DetailReaderOptions {
  service: ApiService;
  /** Path of the file that stores API responses. Undefined for the sandbox. */
  file: string | undefined;
  /** The configured field names. Answers that were read with others are requested again. */
  fieldNames: string;
  redactor: Redactor;
  system: Pick<System, 'clock'>;
  progress: ProgressReporter;
  rate: RateLimit;
  /** True to request again every domain whose stored answer is outdated. */
  isFresh: boolean;
  /** Says how to go on after Ctrl-C. */
  resumeHint: string;
}

/** Requests domains individually. Reuses stored answers, and stores each new one immediately. */
export async function readDomainDetails(
  options: DetailReaderOptions,
  { names, storedNames, maxAgeMs, maxAbsentAgeMs }: DetailRequest,
): Promise<DomainDetails> {
  const { service, system, progress, rate, isFresh } = options;
  const { clock } = system;
  const stored = new StoredDetails(options);
  const startedAt = clock.now();
  const findStored = (name: string, maxMs: number) => {
    const detail = stored.get(name);
    if (detail === undefined || detail.at > clock.now()) return undefined;
    const limitMs = isFresh ? Math.min(maxMs, maxComparedAgeMs) : maxMs;
    return startedAt - detail.at <= limitMs ? detail : undefined;
  };
  const isRefreshed = (name: string) =>
    isFresh && startedAt - (stored.get(name)?.at ?? 0) <= maxShownAgeMs;
  const fetchDomain = createDomainFetcher(service);
  const readDetail = async (name: string) => {
    const answer = await fetchDomain(name);
    const detail = { name, ...answer, isListed: false, hasOwnAnswer: true, at: clock.now() };
    stored.add(detail);
    return detail;
  };
  const details = new Map<string, Sighting>();
  const useStored = (name: string, maxMs: number) => {
    const detail = findStored(name, maxMs);
    if (detail !== undefined) details.set(name, detail);
  };
  for (const name of names)
    useStored(name, stored.get(name)?.domain === null ? maxAbsentAgeMs : maxAgeMs);
  for (const name of storedNames) useStored(name, maxShownAgeMs);
  const wantedNames = new Set([...names, ...storedNames.filter(isRefreshed)]);
  const missingNames = [...wantedNames].filter((name) => !details.has(name));
  let remaining = missingNames.length;
  try {
    for await (const detail of mapInOrder(missingNames, detailConcurrency, readDetail)) {
      details.set(detail.name, detail);
      remaining -= 1;
      progress.setStatus(() => [
        `${missingNames.length - remaining} of ${missingNames.length} domains`,
        `about ${estimateDuration(remaining, rate)} left`,
      ]);
    }
  } catch (error) {
    const isInterrupted = error instanceof CliError && error.code === 'interrupted';
    throw isInterrupted && options.file !== undefined
      ? error.with({ hint: options.resumeHint })
      : error;
  } finally {
    progress.setStatus(undefined);
  }
  return { details, startedAt, problem: stored.problem };
}

/** Caches a response that a command received for another purpose. Ignores write errors. */
export function cacheDomainDetails(
  file: string,
  fieldNames: string,
  detail: Pick<Sighting, 'name' | 'domain' | 'at'>,
) {
  try {
    const sighting = sightingSchema.parse({ ...detail, isListed: false, hasOwnAnswer: true });
    new AppendLog(file).append(formatDetail(sighting, fieldNames));
  } catch {}
}

function formatDetail(detail: Sighting, fieldNames: string) {
  return toTerminalSafeJson({ ...detail, fieldNames });
}

/** The file of stored answers, to which all processes append. */
class StoredDetails {
  readonly #log;
  readonly #fieldNames;
  readonly #details = new Map<string, Sighting>();
  /** The reason why answers cannot be stored, if any. */
  problem: string | undefined;

  constructor({ file, fieldNames, redactor, system }: DetailReaderOptions) {
    this.#log = file === undefined ? undefined : new AppendLog(file);
    this.#fieldNames = fieldNames;
    if (file !== undefined) this.#load(file, redactor, system.clock.now());
  }

  get(name: string): Sighting | undefined {
    return this.#details.get(name);
  }

  add(detail: Sighting) {
    this.#details.set(detail.name, detail);
    this.#attempt(() => this.#log?.append(formatDetail(detail, this.#fieldNames)));
  }

  /**
   * Reads the file, and rewrites it if most of its lines are outdated. A response that another
   * process appends during the rewrite is lost, so that its domain is requested again.
   */
  #load(file: string, redactor: Redactor, now: number) {
    const lines = this.#attempt(() => this.#log?.readNewLines()) ?? [];
    for (const line of lines) {
      // Skip an invalid line, so that its domain is requested again.
      const record = parseJson(redactor.redact(line) ?? '');
      const { data: detail } = sightingSchema.safeParse(record);
      const isCurrent = Object(record).fieldNames === this.#fieldNames;
      if (detail !== undefined && isCurrent) this.#details.set(detail.name, detail);
    }
    const kept = [...this.#details.values()].filter(
      ({ at }) => at <= now && now - at < maxShownAgeMs,
    );
    if (lines.length <= 2 * kept.length) return;
    const text = kept.map((detail) => `${formatDetail(detail, this.#fieldNames)}\n`).join('');
    this.#attempt(() => replaceFile(file, text));
  }

  /** Runs a file operation; after the first failure, nothing more is read or stored. */
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

/** Creates a function that requests a domain, which is null if the account does not hold it. */
function createDomainFetcher(service: ApiService) {
  const findForbiddenName = createForbiddenNameCheck(service);
  return async (name: string) => {
    try {
      const { domain, emptyAttributes } = await service.domainAnswer(name);
      const { extra: _, ...attributes } = domain;
      return { domain: attributes, emptyAttributes };
    } catch (error) {
      const isNotFound = error instanceof CliError && error.code === 'not_found';
      if (isNotFound || (await findForbiddenName(error)))
        return { domain: null, emptyAttributes: [] };
      throw error;
    }
  };
}

export function fetchDomainDetails(
  service: ApiService,
  names: readonly NameEntry[],
  isBulk: boolean,
  report: Report,
  /** Called with each result; null if the name is not in the account. */
  onAnswer: (name: string, domain: Domain | null) => void,
) {
  return mapInOrder(names, detailConcurrency, async (name) => {
    if (name.reason) return toInvalidNameRow(name);
    const { text } = name;
    const row = await createRowFromTask({ domain: text }, async () => {
      const domain = await service.domain(text, isBulk);
      if (!hasKnownAttributes(domain)) {
        const problem = `${text}: the answer has no fact of a domain`;
        report.warn(missingAttributesError(problem, [domain]).message);
      }
      return domain;
    });
    if ('value' in row) onAnswer(text, row.value);
    else if (row.error.code === 'not_found') onAnswer(text, null);
    return row;
  });
}
