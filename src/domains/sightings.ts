import type { Domain } from '../api/responses.ts';
import type { DomainAttribute } from '../core/api-vocabulary.ts';

/** Information about a domain from a single run or API response. */
export interface Sighting {
  name: string;
  /** Null if the domain is not in the account. */
  domain: Domain | null;
  /** True if the domain was requested individually, not only listed. */
  hasOwnAnswer: boolean;
  /** Attributes whose key is present in the domain's individual response but has no value. */
  emptyAttributes: readonly string[];
  /** Attributes whose value in the individual response could not be parsed, so it is unknown. */
  unreadableAttributes?: readonly string[] | undefined;
  at: number;
}

export class Sightings {
  /** True if the sightings cover all domains of the account. */
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

  /**
   * True if the API reported that the domain is not in the account, or if a complete domain list
   * does not contain it.
   */
  isAbsent(name: string) {
    return this.get(name)?.domain === null || (this.isComplete && this.get(name) === undefined);
  }

  /**
   * True if the attribute has a value or is known to be empty: the domain's individual response has
   * no value for it, and at least one domain's response contains its key. If no response contains
   * the key, then the attribute is unknown, because the API may use a key that dotaf does not know.
   */
  wasLookedAt(name: string, attribute: DomainAttribute) {
    const { domain, hasOwnAnswer, unreadableAttributes = [] } = this.get(name) ?? {};
    if ((domain?.[attribute] ?? null) !== null) return true;
    if (!hasOwnAnswer || unreadableAttributes.includes(attribute)) return false;
    return this.#knownAttributes.has(attribute);
  }
}
