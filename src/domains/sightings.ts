import type { Domain } from '../api/responses.ts';
import type { DomainAttribute } from '../core/api-vocabulary.ts';

/** Information about a domain from one run, or from the answer to one request. */
export interface Sighting {
  name: string;
  domain: Domain | null;
  /** True if the domain was requested individually, not only listed. */
  hasOwnAnswer: boolean;
  /** Attributes whose key is in the domain's individual answer, but has no value. */
  emptyAttributes: readonly string[];
  /** Attributes whose value in the individual answer could not be parsed, which proves nothing. */
  unreadableAttributes?: readonly string[] | undefined;
  at: number;
}

export class Sightings {
  /** True if the account has no domains other than these. */
  readonly isComplete;
  readonly #byName: ReadonlyMap<string, Sighting>;
  readonly #knownAttributes = new Set<string>();

  constructor(sightings: readonly Sighting[] = [], isComplete = false) {
    this.isComplete = isComplete;
    this.#byName = new Map(sightings.map((sighting) => [sighting.name, sighting]));
    for (const { domain, emptyAttributes } of sightings) {
      for (const attribute of emptyAttributes) this.#knownAttributes.add(attribute);
      for (const [attribute, value] of Object.entries(domain ?? {}))
        if (value !== null) this.#knownAttributes.add(attribute);
    }
  }

  get all() {
    return [...this.#byName.values()];
  }

  get heldNames() {
    return this.all.filter(({ domain }) => domain !== null).map(({ name }) => name);
  }

  get(name: string) {
    return this.#byName.get(name);
  }

  getDomain(name: string): Domain | undefined {
    return this.#byName.get(name)?.domain ?? undefined;
  }

  /** True if the API said that the account does not hold the domain, or a complete list lacks it. */
  isAbsent(name: string) {
    return this.get(name)?.domain === null || (this.isComplete && this.get(name) === undefined);
  }

  /**
   * True if the attribute is known, or known to be empty: the answer about this domain lacks its
   * key, and another answer has it. If no answer has the key, dotaf may not know its name.
   */
  wasLookedAt(name: string, attribute: DomainAttribute) {
    const { domain, hasOwnAnswer, unreadableAttributes = [] } = this.get(name) ?? {};
    if ((domain?.[attribute] ?? null) !== null) return true;
    if (!hasOwnAnswer || unreadableAttributes.includes(attribute)) return false;
    return this.#knownAttributes.has(attribute);
  }
}
