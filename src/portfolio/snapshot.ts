import path from 'node:path';
import * as z from 'zod/mini';
import type { Domain } from '../api/types.ts';
import { safeJson } from '../core/text.ts';
import { fileFailure } from '../errors.ts';
import { replaceFile } from '../platform/atomic-write.ts';
import { readOwnFile } from '../platform/read-file.ts';

const snapshotShape = z.object({
  domains: z.array(
    z.object({
      domain: z.nullable(z.string()),
      status: z.nullable(z.string()),
      expiry: z.nullable(z.string()),
      registration_date: z.nullable(z.string()),
      auto_renew: z.nullable(z.boolean()),
      nameservers: z.nullable(z.array(z.string())),
    }),
  ),
});

/** Keeps the domains of an account from one look to the next. Both methods throw Failure `io`. */
export class Snapshot {
  readonly #file: string;

  constructor(stateFolder: string, accountId: string) {
    this.#file = path.join(stateFolder, 'looks', `${accountId}.json`);
  }

  /** Undefined when there is none, or a damaged one. */
  read(): Domain[] | undefined {
    const text = readOwnFile(this.#file, 'the last look', 'io');
    return text === undefined ? undefined : parse(text);
  }

  write(domains: readonly Domain[]): void {
    const facts = domains.map(({ extra: _, ...known }) => known);
    try {
      replaceFile(this.#file, `${safeJson({ domains: facts })}\n`);
    } catch (error) {
      throw fileFailure('io', `cannot write '${this.#file}'`, error);
    }
  }
}

function parse(text: string): Domain[] | undefined {
  try {
    const parsed = snapshotShape.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data.domains : undefined;
  } catch {
    return undefined;
  }
}
