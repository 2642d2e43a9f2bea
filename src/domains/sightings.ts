import type { Domain } from '../api/responses.ts';
import type { DomainAttribute } from '../core/api-vocabulary.ts';

/** What one run, or the answer to one request, says about a domain. */
export interface Sighting {
  name: string;
  /** Null if the account does not hold the domain. */
  domain: Domain | null;
  /** True if the domain was requested by itself. */
  hasOwnAnswer: boolean;
  /** Attributes whose key is in the domain's own answer, but has no value. */
  emptyAttributes: readonly string[];
  /** Unix time of the answer, in milliseconds. */
  at: number;
}

/** All domains that one run has seen. */
export class Sightings {
  /** True if the account holds no other domains. */
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

  /** The names of the domains that the account holds. */
  get heldNames() {
    return this.all.filter(({ domain }) => domain !== null).map(({ name }) => name);
  }

  get(name: string) {
    return this.#byName.get(name);
  }

  getDomain(name: string): Domain | undefined {
    return this.#byName.get(name)?.domain ?? undefined;
  }

  /** True if the service said so, or if the list is complete without the name. */
  isAbsent(name: string) {
    return this.get(name)?.domain === null || (this.isComplete && this.get(name) === undefined);
  }

  /**
   * True if the attribute is known, or if the domain's own answer lacks it although another answer has
   * its key. An attribute that no answer has may be there under a key that dotaf does not know.
   */
  wasLookedAt(name: string, attribute: DomainAttribute) {
    const { domain, hasOwnAnswer } = this.get(name) ?? {};
    if ((domain?.[attribute] ?? null) !== null) return true;
    return hasOwnAnswer === true && this.#knownAttributes.has(attribute);
  }
}
